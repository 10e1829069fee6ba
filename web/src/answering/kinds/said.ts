import { useState } from 'react'

/** The words for the last change of what is chosen, by whatever it was changed. */
export function useSaid(chosen: readonly string[], words: (before: readonly string[], after: readonly string[]) => string): string {
  const [seen, setSeen] = useState(chosen)
  const [said, setSaid] = useState('')
  if (seen !== chosen) {
    setSeen(chosen)
    setSaid(words(seen, chosen) || said)
  }
  return said
}
