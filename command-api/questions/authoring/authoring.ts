import type { Clock } from '@medicready/platform/clock'
import type { Logger } from '@medicready/platform/logger'
import { LanguageModel } from '@medicready/platform/openai/language-model'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Registry } from 'prom-client'
import type { Commands } from '../../commands.ts'
import { GenerationMetrics } from './metrics.ts'
import { QuestionGenerator } from './question-generator.ts'
import { RevisionProposer } from './revision-proposer.ts'
import { TopUp } from './top-up.ts'

export interface AuthoringSettings {
  readonly OPENAI_API_KEY?: string | undefined
  readonly OPENAI_BASE_URL?: string | undefined
  readonly OPENAI_MODEL: string
  readonly OPENAI_INPUT_PRICE: number
  readonly OPENAI_OUTPUT_PRICE: number
  readonly OPENAI_DAILY_CALLS: number
  readonly OPENAI_DAILY_DOLLARS: number
  readonly OPENAI_TIMEOUT_SECONDS: number
}

interface Dependencies {
  readonly settings: AuthoringSettings
  readonly sql: Sql
  readonly commands: Commands
  readonly metrics: Registry
  readonly clock: Clock
  readonly logger: Logger
}

export interface Authoring {
  readonly topUp: TopUp
  readonly revisions: RevisionProposer
  /** An unreachable model does not make the worker unready: mails still go out. */
  describe(): { readonly model: string; readonly breaker: string }
}

export function authoringWith({ settings, sql, commands, metrics, clock, logger }: Dependencies): Authoring | null {
  if (settings.OPENAI_API_KEY === undefined) return null
  const model = new LanguageModel({
    apiKey: settings.OPENAI_API_KEY,
    baseUrl: settings.OPENAI_BASE_URL,
    model: settings.OPENAI_MODEL,
    prices: { input: settings.OPENAI_INPUT_PRICE, output: settings.OPENAI_OUTPUT_PRICE },
    timeoutMilliseconds: settings.OPENAI_TIMEOUT_SECONDS * 1000,
  })
  const budget = { calls: settings.OPENAI_DAILY_CALLS, cost: Math.floor(settings.OPENAI_DAILY_DOLLARS * 1_000_000) }
  const parts = { commands, model, budget, metrics: new GenerationMetrics(metrics, model), clock, logger }
  const generator = new QuestionGenerator(parts)
  return {
    topUp: new TopUp({ sql, generator, model, clock, logger }),
    revisions: new RevisionProposer(parts),
    describe: () => ({ model: model.model, breaker: model.breaker }),
  }
}
