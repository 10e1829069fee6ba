import { lazy } from 'react'

const isServer = typeof document === 'undefined'

/**
 * React's `lazy`, for the browser alone: the server sends the fallback. React ignores presses on server-rendered
 * content whose code is still loading, so such a part must not be visible before it works.
 */
export const lazyPart: typeof lazy = (load) => lazy(isServer ? () => Promise.reject(new Error('left to the browser')) : load)
