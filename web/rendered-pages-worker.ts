import { pathToFileURL } from 'node:url'
import { workerData } from 'piscina'
import { setGlobalDispatcher } from 'undici'
import { builtData, builtFile, type Coding, type OwnPage, ownPageOf } from './edge-pages.ts'
import { serviceOf } from './service-of.ts'
import { spreadingAgent } from './spreading-agent.ts'
import type { AppAssets } from './src/app/document.tsx'

export interface WorkerData {
  readonly dist: string
  readonly readApiUrl: string
}

export interface PageToRender {
  readonly address: string
  readonly files: readonly string[]
  readonly coding: Coding | null
  readonly headers: Readonly<Record<string, string>>
  /** By `Date.now()`: what has not arrived by then is left to the browser. */
  readonly deadline: number
}

type Server = typeof import('./src/app/entry.server.tsx')

setGlobalDispatcher(spreadingAgent())
const { dist, readApiUrl } = workerData as WorkerData
const { pagesOf, renderPage } = (await import(pathToFileURL(builtFile(dist, '.pages/entry.server.js')).href)) as Server
const assets = builtData<AppAssets>(dist, '.vite/app.json')
// Loads all of the app's code now, so that the first page does not wait for it.
await pagesOf()

/** Null if the page is to be sent empty. Runs on its own thread, so that no request waits for it. */
export default async function render({ address, files, coding, headers, deadline }: PageToRender): Promise<OwnPage | null> {
  const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()))
  const ask = (path: string) => (serviceOf('GET', path) === 'read-api' ? answerTo(path, headers, signal) : null)
  const html = await renderPage({ address, ask, signal, assets, files })
  return html === null ? null : ownPageOf(html, coding)
}

/** An answer older than this browser's last write counts as none: the browser asks again. */
async function answerTo(path: string, headers: PageToRender['headers'], signal: AbortSignal): Promise<Response> {
  const answer = await fetch(new URL(path, readApiUrl), { headers, signal })
  return answer.headers.get('stale') === 'true' ? new Promise<never>(() => undefined) : answer
}
