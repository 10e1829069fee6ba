import { setTimeout as sleep } from 'node:timers/promises'
import { addDays } from '@medicready/domain/core/shown/calendar'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import type { Clock } from '@medicready/platform/clock'
import type { Logger } from '@medicready/platform/logger'
import type { LanguageModel } from '@medicready/platform/openai/language-model'
import type { Sql } from '@medicready/platform/postgres/connection'
import { modulesRunningLow, openGenerationDays, stockOf } from '@medicready/projector/read-models/questions/generation-queries'
import { KnownQuestions } from './bank.ts'
import { type Demand, planQuestions, type Wanted } from './plan.ts'
import type { QuestionGenerator } from './question-generator.ts'

/** The next round looks at the needs again. */
const ATTEMPTS_A_ROUND = 10
/** After so many failures in a row, another attempt will not help. */
const FAILURES_TO_END_ROUND = 4
/** Gathers learners and lets the read models catch up. */
const GATHER_MILLISECONDS = 5_000
/** Older activity is left to the next round for everyone. */
const STALE_MILLISECONDS = 3_600_000
const REMEMBERED = 200

interface Dependencies {
  readonly sql: Sql
  readonly generator: QuestionGenerator
  readonly model: LanguageModel
  readonly clock: Clock
  readonly logger: Logger
  readonly gatherMilliseconds?: number
}

/** In the background, one question at a time; activity only says when and for whom to look. */
export class TopUp {
  readonly #parts: Dependencies
  #waiting = { everyone: false, learners: new Set<string>() }
  #rounds: Promise<number> | null = null
  readonly #added: QuestionContent[] = []
  #spentDay: string | null = null

  constructor(deps: Dependencies) {
    this.#parts = deps
  }

  lookAfterEveryone(signal: AbortSignal): Promise<number> {
    this.#waiting.everyone = true
    return this.#begin(signal)
  }

  lookAfter(userId: string, since: string, signal: AbortSignal): void {
    if (Date.parse(this.#parts.clock()) - Date.parse(since) >= STALE_MILLISECONDS) return
    this.#waiting.learners.add(userId)
    this.#begin(signal).catch((error: unknown) =>
      this.#parts.logger.warn({ err: error }, 'topping up the bank failed; the next round tries again'),
    )
  }

  async idle(): Promise<void> {
    await this.#rounds?.catch(() => undefined)
  }

  #begin(signal: AbortSignal): Promise<number> {
    this.#rounds ??= this.#runRounds(signal).finally(() => {
      this.#rounds = null
    })
    return this.#rounds
  }

  async #runRounds(signal: AbortSignal): Promise<number> {
    let added = 0
    while (!signal.aborted && (this.#waiting.everyone || this.#waiting.learners.size > 0)) {
      await sleep(this.#parts.gatherMilliseconds ?? GATHER_MILLISECONDS, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) break
      const { everyone, learners } = this.#waiting
      this.#waiting = { everyone: false, learners: new Set() }
      added += await this.round(signal, everyone ? undefined : [...learners])
    }
    return added
  }

  async round(signal: AbortSignal, userIds?: readonly string[]): Promise<number> {
    const { sql, generator, model, clock } = this.#parts
    if (!userIds) await generator.settleAbandoned(await this.#openDates())
    const today = clock().slice(0, 10)
    if (!model.isAvailable || this.#spentDay === today) return 0
    const needs = await findNeeds(sql, { today, count: ATTEMPTS_A_ROUND, ...(userIds ? { userIds } : {}) })
    if (needs.length === 0) return 0

    const known = await KnownQuestions.load(sql, this.#added)
    try {
      await this.#write(needs, known, today, signal)
    } finally {
      this.#added.push(...known.added)
      this.#added.splice(0, this.#added.length - REMEMBERED)
    }
    return known.added.length
  }

  async #write(needs: readonly Wanted[], known: KnownQuestions, today: string, signal: AbortSignal): Promise<void> {
    const { generator, model, logger } = this.#parts
    let failedInARow = 0
    for (const wanted of needs) {
      if (signal.aborted || !model.isAvailable || failedInARow >= FAILURES_TO_END_ROUND) return
      const result = await generator.attempt(wanted, known, signal)
      if (result === 'budget_exhausted' && wanted.kind === 'scenario_set') continue
      if (result === 'budget_exhausted') {
        logger.info("the day's budget for generated questions is spent")
        this.#spentDay = today
        return
      }
      failedInARow = result === 'accepted' ? 0 : failedInARow + 1
    }
  }

  async #openDates(): Promise<Set<string>> {
    const today = this.#parts.clock().slice(0, 10)
    const rows = await openGenerationDays(this.#parts.sql, today)
    return new Set([today, addDays(today, -1), ...rows.map(({ date }) => date)])
  }
}

const ACTIVE_DAYS = 14
const FEW_LEFT = 15
const SAMPLE = 200

interface Look {
  readonly today: string
  readonly count: number
  readonly userIds?: readonly string[]
}

/** Parts of sets do not help learners with few questions a day, so they only tell whether sets are wanted too. */
export async function findNeeds(sql: Sql, { today, count, userIds }: Look): Promise<Wanted[]> {
  const learners = await modulesRunningLow(sql, { since: addDays(today, -ACTIVE_DAYS), fewLeft: FEW_LEFT, userIds })
  if (learners.length === 0) return []

  const demands = new Map<Demand['module'], Demand>()
  for (const { module, unseen } of learners) {
    const known = demands.get(module) ?? { module, exhausted: 0, running: 0, shortage: 0 }
    demands.set(module, {
      module,
      exhausted: known.exhausted + (unseen <= 0 ? 1 : 0),
      running: known.running + 1,
      shortage: Math.max(known.shortage, FEW_LEFT - unseen),
    })
  }

  const sample = [...new Set(learners.map((learner) => learner.user_id))].slice(0, SAMPLE)
  const stock = await stockOf(sql, { modules: [...demands.keys()], userIds: sample })
  return planQuestions([...demands.values()], stock, count)
}
