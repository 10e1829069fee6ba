import { once } from 'node:events'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import type { Logger } from '@medicready/platform/logger'
import { LanguageModel } from '@medicready/platform/openai/language-model'
import type { Sql } from '@medicready/platform/postgres/connection'
import { schedule } from 'node-cron'
import type { Registry } from 'prom-client'
import type { Clock } from '../../command-context.ts'
import type { Commands } from '../../commands.ts'
import { react } from '../../reactions.ts'
import { GenerationMetrics } from './metrics.ts'
import { QuestionGenerator } from './question-generator.ts'
import { reportGeneration } from './status.ts'
import { TopUp } from './top-up.ts'

export interface GenerationSettings {
  /** Nothing is generated without it. */
  readonly OPENAI_API_KEY?: string | undefined
  readonly OPENAI_BASE_URL?: string | undefined
  readonly OPENAI_MODEL: string
  /** US dollars per million tokens. */
  readonly OPENAI_INPUT_PRICE: number
  readonly OPENAI_OUTPUT_PRICE: number
  readonly OPENAI_DAILY_CALLS: number
  readonly OPENAI_DAILY_DOLLARS: number
  readonly OPENAI_TIMEOUT_SECONDS: number
}

interface Dependencies {
  readonly settings: GenerationSettings
  readonly sql: Sql
  readonly commands: Commands
  readonly eventStore: EventStore
  readonly metrics: Registry
  readonly clock: Clock
  readonly logger: Logger
}

export interface GenerationService {
  /** For the worker's `/health/ready`. A model that cannot be reached does not make the worker unready: mails go out all the same. */
  describe(): string | { readonly model: string; readonly breaker: string }
  /** Generates until the signal is aborted; for the active worker alone. */
  work(signal: AbortSignal): Promise<void>
}

/** Questions by AI as the worker runs them; without a key it says that it is off, and does nothing. */
export function generationService({ settings, sql, commands, eventStore, metrics, clock, logger }: Dependencies): GenerationService {
  const { OPENAI_API_KEY: apiKey } = settings
  const report = (model: string | null) =>
    reportGeneration(sql, { model, now: clock() }).catch((error: unknown) =>
      logger.warn({ err: error }, 'cannot tell whether questions are generated; the next minute tries again'),
    )
  /** Reports every minute while something goes on. */
  const reporting = async (model: string | null, work: Promise<unknown>) => {
    await report(model)
    const heartbeat = schedule('* * * * *', () => report(model))
    await work.finally(() => heartbeat.destroy())
  }
  if (apiKey === undefined) return { describe: () => 'off: there is no OPENAI_API_KEY', work: (signal) => reporting(null, abortOf(signal)) }

  const model = new LanguageModel({
    apiKey,
    baseUrl: settings.OPENAI_BASE_URL,
    model: settings.OPENAI_MODEL,
    prices: { input: settings.OPENAI_INPUT_PRICE, output: settings.OPENAI_OUTPUT_PRICE },
    timeoutMilliseconds: settings.OPENAI_TIMEOUT_SECONDS * 1000,
  })
  const budget = { calls: settings.OPENAI_DAILY_CALLS, cost: Math.floor(settings.OPENAI_DAILY_DOLLARS * 1_000_000) }
  const generator = new QuestionGenerator({ commands, model, budget, metrics: new GenerationMetrics(metrics, model), clock, logger })
  const topUp = new TopUp({ sql, generator, model, clock, logger })
  return {
    describe: () => ({ model: model.model, breaker: model.breaker }),
    work: (signal) => {
      const rounds = schedule('*/15 * * * *', () => topUp.lookAfterEverybody())
      const following = react({ name: 'generation', reactions: topUp.reactions, eventStore, sql, logger, signal })
      return reporting(
        model.model,
        Promise.all([topUp.run(signal), following]).finally(() => rounds.destroy()),
      )
    },
  }
}

const abortOf = (signal: AbortSignal): Promise<unknown> => (signal.aborted ? Promise.resolve() : once(signal, 'abort'))
