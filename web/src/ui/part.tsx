import { lazy, type ReactNode, Suspense, type SuspenseProps, useLayoutEffect, useRef } from 'react'

interface State {
  isShown: boolean
}

const hydrating = new Set<State>()
let resolvers: (() => void)[] = []

function leave(part: State) {
  hydrating.delete(part)
  if (hydrating.size > 0) return
  for (const resolve of resolvers) resolve()
  resolvers = []
}

/**
 * Resolves when React has hydrated every part of the page. Until then its data must not change: React would find
 * something else than the server rendered, and render the part again.
 */
export const partsHydrated = (): Promise<void> =>
  new Promise((resolve) => {
    if (hydrating.size === 0) resolve()
    else resolvers.push(resolve)
  })

/** React's `Suspense`, for every part that loads by itself: `partsHydrated` waits for it. */
export function Part({ fallback, children }: SuspenseProps) {
  const { current: part } = useRef<State>({ isShown: false })
  useLayoutEffect(() => {
    if (!part.isShown) hydrating.add(part)
    return () => leave(part)
  }, [part])
  return (
    <Suspense fallback={<Shown part={part}>{fallback}</Shown>}>
      <Shown part={part}>{children}</Shown>
    </Suspense>
  )
}

/** Its effect runs when React has hydrated or rendered the part, or its fallback. */
function Shown({ part, children }: { part: State; children: ReactNode }) {
  useLayoutEffect(() => {
    part.isShown = true
    leave(part)
  }, [part])
  return children
}

const isServer = typeof document === 'undefined'

/**
 * React's `lazy`, for the browser alone: the server sends the fallback. React ignores presses on server-rendered
 * content whose code is still loading, so such a part must not be visible before it works.
 */
export const lazyPart: typeof lazy = (load) => lazy(isServer ? () => Promise.reject(new Error('left to the browser')) : load)
