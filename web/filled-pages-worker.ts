import { workerData } from 'piscina'
import { setGlobalDispatcher } from 'undici'
import { type Coding, type OwnPage, ownPageOf } from './edge-pages.ts'
import { type AppShell, withShell } from './edge-routes.ts'
import { spreadingAgent } from './spreading-agent.ts'

/** What a call answered, as far as the app reads it. */
interface Answer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The function of the build that draws a page: src/app/filled-page.ts. Null for a page that redirects. */
export type FillPage = (asked: {
  /** Of the page, as a whole. */
  readonly address: string
  /** By the address of the call, as the app asks for it. */
  readonly answers: Readonly<Record<string, Answer>>
}) => Promise<AppShell | null>

export interface WorkerData {
  /** The module that makes pages. */
  readonly maker: string
}

/** A page to fill with the answers to these calls, made with these headers. */
export interface PageToFill {
  readonly address: string
  /** The page without its data. */
  readonly frame: string
  readonly coding: Coding | null
  readonly readApiUrl: string
  readonly reads: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  /** By `Date.now()`: after this, the page goes out without its data. */
  readonly deadline: number
}

setGlobalDispatcher(spreadingAgent())
/** While a page is made, the global `fetch` is its own. */
const { fetch } = globalThis
// Loaded at the start, so that the first page does not wait for it.
const { default: make } = (await import((workerData as WorkerData).maker)) as { readonly default: FillPage }
/** Pages are made one at a time. */
let made: Promise<unknown> = Promise.resolve()

/** Null if the data of the page do not arrive in time. Runs on its own thread, so that no call waits for it. */
export default async function fill(page: PageToFill): Promise<OwnPage | null> {
  const { address, frame, coding, readApiUrl, reads, headers, deadline } = page
  const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()))
  const ask = async (read: string): Promise<[string, Answer][]> => {
    try {
      const answer = await fetch(new URL(read, readApiUrl), { headers, signal })
      const body = await answer.text()
      return answer.ok ? [[read, { headers: Object.fromEntries(answer.headers), body }]] : []
    } catch {
      // The app asks again and shows what is wrong.
      return []
    }
  }
  const answers = Object.fromEntries((await Promise.all(reads.map(ask))).flat())
  if (reads.some((read) => !answers[read])) return null
  const making = made.then(() => (Date.now() > deadline ? null : make({ address, answers })))
  made = making.catch(() => undefined)
  const shell = await making
  return shell && ownPageOf(withShell(frame, shell, true), coding)
}
