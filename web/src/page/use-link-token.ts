import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

/**
 * The token of the link that led here. It leaves the address bar at once: nobody sees it over a shoulder, and it stands
 * in no history and no bookmark.
 */
export function useLinkToken(): string {
  const [search] = useSearchParams()
  const [token] = useState(() => search.get('token') ?? '')
  useEffect(() => {
    if (window.location.search !== '') window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  return token
}
