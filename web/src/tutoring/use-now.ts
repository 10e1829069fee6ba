import { useEffect, useState } from 'react'
import { useMoment } from '../api/rendered-at.ts'

export function useNow(everyMilliseconds = 1_000): string {
  const [now, setNow] = useState(new Date(useMoment()).toISOString())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), everyMilliseconds)
    return () => clearInterval(timer)
  }, [everyMilliseconds])
  return now
}
