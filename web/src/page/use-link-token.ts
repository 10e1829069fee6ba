import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

/** The token leaves the address bar at once, so that it is in no history and no bookmark. */
export function useLinkToken(): string {
  const [search] = useSearchParams()
  const [token] = useState(() => search.get('token') ?? '')
  useEffect(() => {
    if (window.location.search !== '') window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  return token
}
