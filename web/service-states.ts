import { ServiceStatus } from '@medicready/domain/contract/status'
import type { KnownStates, Seen } from './src/landing/status.tsx'

interface Sources {
  readonly commandApiUrl: string
  readonly readApiUrl: string
}

const PATIENCE_MILLISECONDS = 2_000
/** How long an answer is reused for everyone. */
const FRESH_MILLISECONDS = 15_000

export class ServiceStates {
  readonly #sources: Sources
  readonly #now: () => number
  #known: KnownStates | null = null
  #asking: Promise<KnownStates> | null = null

  constructor(sources: Sources, now: () => number = Date.now) {
    this.#sources = sources
    this.#now = now
  }

  async know(): Promise<KnownStates> {
    if (this.#known && this.#now() - Date.parse(this.#known.at) < FRESH_MILLISECONDS) return this.#known
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null
    })
    return this.#asking
  }

  async #ask(): Promise<KnownStates> {
    const { commandApiUrl, readApiUrl } = this.#sources
    const [answers, figures, told] = await Promise.all([
      isReady(commandApiUrl),
      isReady(readApiUrl),
      ask(new URL('/api/status', readApiUrl))
        .then(async (answer) => ServiceStatus.safeParse(await answer.json()).data ?? null)
        .catch(() => null),
    ])
    const at = new Date(this.#now()).toISOString()
    const before = this.#known
    const seen = (isUp: boolean, last: Seen | undefined): Seen => (last?.isUp === isUp ? last : { isUp, since: at })
    this.#known = {
      at,
      told: told ?? before?.told ?? null,
      toldAt: told ? at : (before?.toldAt ?? null),
      answers: seen(answers, before?.answers),
      figures: seen(figures, before?.figures),
    }
    return this.#known
  }
}

const ask = (url: URL): Promise<Response> => fetch(url, { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) })
const isReady = (url: string): Promise<boolean> =>
  ask(new URL('/health/ready', url)).then(
    ({ ok }) => ok,
    () => false,
  )
