import { lazy } from 'react'

const isServer = typeof document === 'undefined'

/**
 * React's `lazy`, for the browser alone: the server sends the fallback. React ignores presses of what the server has
 * rendered while its code is loading, so nothing of such a part may be there before it works.
 */
export const lazyPart: typeof lazy = (load) => lazy(isServer ? () => Promise.reject(new Error('left to the browser')) : load)
