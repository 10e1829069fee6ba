import { setTimeout as sleep } from 'node:timers/promises'
import { addDays } from '@medicready/domain/calendar'
import type { QuestionContent } from '@medicready/domain/questions/content'
import type { Logger } from '@medicready/platform/logger'
import type { LanguageModel } from '@medicready/platform/openai/language-model'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Clock } from '../../command-context.ts'
import type { Reactions } from '../../reactions.ts'
import { KnownQuestions } from './bank.ts'
import { findNeeds } from './needs.ts'
import type { Wanted } from './plan.ts'
import type { QuestionGenerator } from './question-generator.ts'

/** One round writes so many questions at most; the next round looks anew. */
const ATTEMPTS_A_ROUND = 10
/** So many in a row come to nothing: something is wrong that another try will not mend. */
const FAILURES_TO_END_ROUND = 4
/** What learners do is looked at together after this while, when the read models know of it too. */
const GATHER_MILLISECONDS = 5_000
/** Who studied longer ago than this is looked after by the next round for all. */
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

/**
 * Tops the bank up behind everybody's back: in rounds, one question at a time. Learners are served from the bank and never wait for it; what they do only says
 * when and for whom to look.
 */
export class TopUp {
  readonly #parts: Dependencies
  /** Whom the next round looks after. */
  #waiting = { everybody: false, learners: new Set<string>() }
  #wake: () => void = () => undefined
  /** What was added lately: the read model may not have it yet. */
  readonly #added: QuestionContent[] = []
  /** The last day whose budget was found to be spent: until it is over there is nothing to look for. */
  #spentDay: string | null = null

  constructor(parts: Dependencies) {
    this.#parts = parts
  }

  /** Whether somebody has asked for a round that has not begun. */
  get isWaitedFor(): boolean {
    return this.#waiting.everybody || this.#waiting.learners.size > 0
  }

  /** Asks for a round that looks after all active learners. */
  lookAfterEverybody(): void {
    this.#waiting.everybody = true
    this.#wake()
  }

  lookAfter(userId: string): void {
    this.#waiting.learners.add(userId)
    this.#wake()
  }

  /** Who was given questions may be running out of them. */
  get reactions(): Reactions {
    const react = async ({ data, metadata }: { data: { userId: string }; metadata: { occurredAt: string } }) => {
      if (Date.parse(this.#parts.clock()) - Date.parse(metadata.occurredAt) < STALE_MILLISECONDS) this.lookAfter(data.userId)
    }
    return { DailyQuestionsAssigned: react, QuestionsDrawn: react }
  }

  /** Rounds, until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { logger, gatherMilliseconds = GATHER_MILLISECONDS } = this.#parts
    signal.addEventListener('abort', () => this.#wake(), { once: true })
    this.#waiting.everybody = true
    while (!signal.aborted) {
      if (!this.isWaitedFor) await new Promise<void>((resolve) => (this.#wake = resolve))
      await sleep(gatherMilliseconds, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      const { everybody, learners } = this.#waiting
      this.#waiting = { everybody: false, learners: new Set() }
      await this.round(signal, everybody ? undefined : [...learners]).catch((error: unknown) =>
        logger.warn({ err: error }, 'topping up the bank failed; the next round tries again'),
      )
    }
  }

  /** Answers how many questions it added. */
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
      const outcome = await generator.attempt(wanted, known, signal)
      if (outcome === 'budget_exhausted') {
        logger.info("the day's budget for generated questions is spent")
        this.#spentDay = today
        return
      }
      failedInARow = outcome === 'accepted' ? 0 : failedInARow + 1
    }
  }

  /** Days with attempts that may not be settled: the last two, which the read model may not know yet, and those that it knows. */
  async #openDates(): Promise<Set<string>> {
    const today = this.#parts.clock().slice(0, 10)
    const rows = await this.#parts.sql<{ date: string }[]>`
      SELECT date::text FROM read.generation_days WHERE is_open AND date < ${today} ORDER BY date`
    return new Set([today, addDays(today, -1), ...rows.map(({ date }) => date)])
  }
}
