import { createContext, useContext, useState, useSyncExternalStore } from 'react'

/** When the page was rendered, by this device's clock; null where it was not rendered by a server. */
export const RenderedAt = createContext<number | null>(null)

const never = () => () => undefined

/** Whether this component is past its hydration, and may read what only this device knows. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** The moment at which this component first appeared. While it is hydrated, that is the server's moment. */
export function useMoment(): number {
  const renderedAt = useContext(RenderedAt)
  const isHydrated = useIsHydrated()
  const [first] = useState(() => Date.now())
  return isHydrated ? first : (renderedAt ?? first)
}
