import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { workerData } from 'piscina'
import { setGlobalDispatcher } from 'undici'
import { APP_TEMPLATE, type Coding, type OwnPage, ownPageOf, ROOT } from './edge-pages.ts'
import { serviceOf } from './service-of.ts'
import { spreadingAgent } from './spreading-agent.ts'

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
const { pagesOf, renderPage } = (await import(pathToFileURL(join(dist, '.pages/entry.server.js')).href)) as Server
// Loads all of the app's code now, so that the first page does not wait for it.
await pagesOf()

const [head, beforeRoot, beforeTemplate, rest] = cut(readFileSync(join(dist, 'index.html'), 'utf8'), ['<title>', ROOT, APP_TEMPLATE])

/** Splits a text at these marks. A mark begins the part after it, except for ROOT, which is replaced. */
function cut(text: string, [first = '', second = '', third = '']: readonly string[]): [string, string, string, string] {
  const [one, two, three] = [text.indexOf(first), text.indexOf(second), text.indexOf(third)]
  if (one < 0 || two < one || three < two) throw new Error('index.html is not as expected.')
  return [text.slice(0, one), text.slice(one, two), text.slice(two + second.length, three), text.slice(three + third.length)]
}

/** Null if the page is to be sent empty. Runs on its own thread, so that no request waits for it. */
export default async function render({ address, files, coding, headers, deadline }: PageToRender): Promise<OwnPage | null> {
  const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()))
  const ask = (path: string) => (serviceOf('GET', path) === 'read-api' ? answerTo(path, headers, signal) : null)
  const page = await renderPage({ address, ask, signal })
  if (!page) return null
  const preloads = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('')
  return ownPageOf(`${head}${page.head}${beforeRoot}${page.body}${beforeTemplate}${APP_TEMPLATE}${preloads}${rest}`, coding)
}

/** An answer older than this browser's last write counts as none: the browser asks again. */
async function answerTo(path: string, headers: PageToRender['headers'], signal: AbortSignal): Promise<Response> {
  const answer = await fetch(new URL(path, readApiUrl), { headers, signal })
  return answer.headers.get('stale') === 'true' ? new Promise<never>(() => undefined) : answer
}
