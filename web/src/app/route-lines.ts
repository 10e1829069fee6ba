import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router-dom'

/** An address of the table of routes, and the routes that lead to it, from the outside in. */
interface Line {
  readonly path: string
  readonly chain: readonly RouteObject[]
}

export const linesOf = (routes: readonly RouteObject[], above: readonly RouteObject[] = []): Line[] =>
  routes.flatMap((route) => {
    const chain = [...above, route]
    return [...(route.path === undefined ? [] : [{ path: route.path, chain }]), ...linesOf(route.children ?? [], chain)]
  })

interface LazyPart {
  readonly Component?: ComponentType
  readonly loader?: LoaderFunction
}

/** What a route loads when it is needed. */
export const lazyPartOf = async ({ lazy }: RouteObject): Promise<LazyPart | null> =>
  typeof lazy === 'function' ? ((await lazy()) as LazyPart) : null
