import { createContext, useContext, useState, useSyncExternalStore } from 'react'

/** When the page was rendered, by this device's clock; null where no server rendered it. */
export const RenderedAt = createContext<number | null>(null)

const never = () => () => undefined

/** Only after hydration may a component read what only this device knows. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** When this component first appeared; during hydration, the server's moment. */
export function useMoment(): number {
  const renderedAt = useContext(RenderedAt)
  const isHydrated = useIsHydrated()
  const [first] = useState(() => Date.now())
  return isHydrated ? first : (renderedAt ?? first)
}
