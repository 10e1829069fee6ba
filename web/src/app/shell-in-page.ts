import { PRODUCT_NAME } from '@medicready/domain/product'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DataRouter } from 'react-router-dom'

type Router = Pick<DataRouter, 'state' | 'subscribe'>

/** So long what is shown with its data waits for the same data to be here. */
const FILLED_MILLISECONDS = 3_000

interface Waited {
  root: HTMLElement
  router: Router
  queries: QueryClient
}

/**
 * What the edge has sent of the page (page-shells.tsx) stands until the page itself can take its place: its parts and
 * its styles are there, whether somebody is signed in, and the data that it shows. Without the styles it stands all the
 * same.
 */
export async function whenShellMayGo({ root, router, queries }: Waited): Promise<void> {
  const styles = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')
  if (styles && !styles.sheet)
    await new Promise((resolve) => {
      styles.onload = resolve
      styles.onerror = resolve
    })
  while (!router.state.initialized)
    await new Promise<void>((resolve) => {
      const stop = router.subscribe(() => {
        stop()
        resolve()
      })
    })
  if (root.dataset.filled === undefined || queries.isFetching() === 0) return
  await new Promise<void>((resolve) => {
    const stop = queries.getQueryCache().subscribe(() => queries.isFetching() > 0 || go())
    const go = () => {
      stop()
      resolve()
    }
    setTimeout(go, FILLED_MILLISECONDS)
  })
}

/**
 * Says in the page that the app stands in it and listens (early-input.ts). On another page nothing is left of the
 * shell: neither its title, nor that what waits is shown at once.
 */
export function InPlaceOfShell({ root, router }: { root: HTMLElement; router: Router }) {
  useEffect(() => void dispatchEvent(new Event('applistens')), [])
  useEffect(() => {
    if (root.dataset.shell === undefined) return
    root.dataset.shell = 'replaced'
    const { location } = router.state
    return router.subscribe((state) => {
      if (state.location === location) return
      delete root.dataset.shell
      const title = document.querySelector('title[data-shell]')
      if (title) title.textContent = PRODUCT_NAME
    })
  }, [root, router])
  return null
}
