import {
  generationDay,
  type RejectionReason,
  reserveGeneration,
  settleGeneration,
} from '@medicready/domain/questions/authoring/generation-day'
import type { QuestionContent } from '@medicready/domain/questions/content'
import { chanceOf, type Item, isAnswerTo, isRight } from '@medicready/domain/questions/item'
import { addGenerated, questionAggregate } from '@medicready/domain/questions/question'
import type { Logger } from '@medicready/platform/logger'
import type { Inquiry, LanguageModel, Reply, Spent } from '@medicready/platform/openai/language-model'
import { v4 as uuidV4, v5 as uuidV5 } from 'uuid'
import type { Clock } from '../../command-context.ts'
import type { Commands } from '../../commands.ts'
import type { KnownQuestions } from './bank.ts'
import { faultsOf } from './checks.ts'
import type { GenerationMetrics } from './metrics.ts'
import type { Wanted } from './plan.ts'
import {
  askedOf,
  guessWithoutStem,
  longestGuess,
  longestReading,
  PROMPT_VERSION,
  readBlind,
  toContent,
  type WrittenQuestion,
  writeQuestion,
} from './prompts.ts'
import { answerFrom, type GivenAnswer, type ShownItem, shownItem } from './read-item.ts'

const ATTEMPT_NAMESPACE = '7f0a6a55-3d2e-4d0c-9a51-1f8e4f2c6b93'

/** A question's id follows from the attempt that wrote it, so that an attempt never adds two. */
export const questionIdOfAttempt = (attemptId: string): string => uuidV5(attemptId, ATTEMPT_NAMESPACE)

/** A picture follows from the attempt as the question's id does: an attempt never draws two. */
const seedOf = (attemptId: string): number => Number.parseInt(attemptId.slice(0, 7), 16)

/** For one day: calls to the service, and millionths of a US dollar. */
export interface Budget {
  readonly calls: number
  readonly cost: number
}

interface Dependencies {
  readonly commands: Commands
  readonly model: LanguageModel
  readonly budget: Budget
  readonly metrics: GenerationMetrics
  readonly clock: Clock
  readonly logger: Logger
}

type Verdict =
  | { readonly isAccepted: true; readonly content: QuestionContent; readonly spent: Spent }
  | { readonly isAccepted: false; readonly reason: RejectionReason; readonly why: unknown; readonly spent: Spent }

/** What became of an attempt. */
export type AttemptResult = 'accepted' | 'budget_exhausted' | RejectionReason

const nothing: Spent = { calls: 0, cost: 0 }
const sum = (one: Spent, other: Spent): Spent => ({ calls: one.calls + other.calls, cost: one.cost + other.cost })

/**
 * Has a model write questions. Each attempt reserves the most that it can cost before anything is asked and settles it
 * with what was spent; whatever happens in between, the day's budget holds. Nothing that a model says is trusted: it is
 * checked, answered blind by a second inquiry, must not be found by a third that sees the parts alone, and only then
 * added, as a pilot.
 */
export class QuestionGenerator {
  readonly #parts: Dependencies

  constructor(parts: Dependencies) {
    this.#parts = parts
  }

  /** One attempt at one question. */
  async attempt(wanted: Wanted, known: KnownQuestions, signal: AbortSignal): Promise<AttemptResult> {
    const { commands, model, budget, metrics, clock, logger } = this.#parts
    const attemptId = uuidV4()
    const date = clock().slice(0, 10)
    const inquiry = writeQuestion(wanted, known.guidelinesOf(wanted.module), known.stemsLike(wanted))
    const reservation = {
      date,
      attemptId,
      ...wanted,
      model: model.model,
      promptVersion: PROMPT_VERSION,
      ...sum(sum(model.most(inquiry), model.most(longestReading)), model.most(longestGuess)),
      budget,
    }
    const { calls, cost } = reservation
    if (calls > budget.calls || cost > budget.cost)
      logger.warn({ attempt: { calls, cost }, budget }, 'the budget of a day is smaller than what one question can come to')
    const reserved = await commands.execute(generationDay, date, reserveGeneration(reservation), this.#context(attemptId, 'reserve'))
    if (reserved.events.length === 0) return 'budget_exhausted'

    const verdict = await this.#write(wanted, inquiry, attemptId, known, signal)
    metrics.spent(verdict.spent)
    if (!verdict.isAccepted) {
      logger.info({ attemptId, ...wanted, reason: verdict.reason, why: verdict.why }, 'a generated question was discarded')
      await this.#settle(attemptId, {
        type: 'GenerationRejected',
        data: { date, attemptId, reason: verdict.reason, ...verdict.spent },
      })
      metrics.rejected(verdict.reason)
      return verdict.reason
    }

    // Whoever took over from this process has given the attempt up, and counted it.
    const day = await commands.load(generationDay, date)
    if (day.state.attempts.get(attemptId)?.isSettled !== false) return 'call_failed'
    const questionId = questionIdOfAttempt(attemptId)
    const generation = { model: model.model, promptVersion: PROMPT_VERSION }
    const { content } = verdict
    await commands.execute(
      questionAggregate,
      questionId,
      addGenerated({ questionId, content, generation }),
      this.#context(attemptId, 'add'),
    )
    known.add(content)
    await this.#settle(attemptId, { type: 'GenerationAccepted', data: { date, attemptId, questionId, ...verdict.spent } })
    metrics.accepted()
    logger.info({ attemptId, questionId, ...wanted }, 'a generated question was added as a pilot')
    return 'accepted'
  }

  /**
   * Settles what an earlier run reserved and never settled. What it spent is unknown, so all that it reserved counts as
   * spent; its question counts if it was added. Answers how many there were.
   */
  async settleAbandoned(dates: Iterable<string>): Promise<number> {
    const { commands, logger } = this.#parts
    let settled = 0
    for (const date of dates) {
      const { state } = await commands.load(generationDay, date)
      for (const [attemptId, { isSettled, calls, cost }] of state.attempts) {
        if (isSettled) continue
        const questionId = questionIdOfAttempt(attemptId)
        const question = await commands.load(questionAggregate, questionId)
        await this.#settle(
          attemptId,
          question.state.situation === 'unknown'
            ? { type: 'GenerationRejected', data: { date, attemptId, reason: 'call_failed', calls, cost } }
            : { type: 'GenerationAccepted', data: { date, attemptId, questionId, calls, cost } },
        )
        logger.warn({ attemptId, date }, 'settled an attempt that was interrupted')
        settled += 1
      }
    }
    return settled
  }

  async #write(
    wanted: Wanted,
    inquiry: Inquiry<WrittenQuestion>,
    attemptId: string,
    known: KnownQuestions,
    signal: AbortSignal,
  ): Promise<Verdict> {
    const { model } = this.#parts
    const written = await model.ask(inquiry, signal)
    if (written.kind !== 'answered') return unanswered(written, nothing)
    const { spent } = written
    const content = toContent(wanted, written.answer, seedOf(attemptId))
    const rejected = (reason: RejectionReason, why: unknown, by = spent): Verdict => ({ isAccepted: false, reason, why, spent: by })

    const fault = faultsOf(content, known)
    if (fault) return rejected(fault.reason, fault.why)

    const { item } = content
    const shown = shownItem(item, attemptId)
    const read = await model.ask(readBlind(askedOf(content), shown), signal)
    if (read.kind !== 'answered') return unanswered(read, spent)
    const { answer, alsoDefensible, flaw } = read.answer
    const afterReading = sum(spent, read.spent)
    if (!isKey(item, shown, answer)) return rejected('blind_reader_disagrees', 'another answer', afterReading)
    if (flaw !== null) return rejected('blind_reader_disagrees', flaw, afterReading)
    if (alsoDefensible !== null) return rejected('blind_reader_defends_another', alsoDefensible, afterReading)

    // A number alone gives nothing to guess by.
    if (item.kind === 'fill_in_blank') return { isAccepted: true, content, spent: afterReading }
    // In another order, so that the place of a part tells nothing to whoever remembers.
    const alone = shownItem(item, `${attemptId} alone`)
    const guess = await model.ask(guessWithoutStem(alone), signal)
    if (guess.kind !== 'answered') return unanswered(guess, afterReading)
    const all = sum(afterReading, guess.spent)
    if (isKey(item, alone, guess.answer.answer) && isTelling(item, guess.answer.likely))
      return rejected('guessable_without_stem', `${guess.answer.likely} % sure`, all)
    return { isAccepted: true, content, spent: all }
  }

  async #settle(attemptId: string, settled: Parameters<typeof settleGeneration>[0]): Promise<void> {
    const { commands } = this.#parts
    await commands.execute(generationDay, settled.data.date, settleGeneration(settled), this.#context(attemptId, 'settle'))
  }

  #context(attemptId: string, step: string) {
    return {
      commandId: uuidV5(`${attemptId}/${step}`, ATTEMPT_NAMESPACE),
      actorId: 'worker',
      correlationId: `generation-${attemptId}`,
      now: this.#parts.clock(),
    }
  }
}

const isKey = (item: Item, shown: ShownItem, given: GivenAnswer): boolean => {
  const answer = answerFrom(shown, given)
  return isAnswerTo(item, answer) && isRight(item, answer)
}

/** Below this, nobody finds a whole key by chance: one in ten guesses of two of five. */
const CHANCE_TO_DOUBT = 0.1
/** Twice as sure as four options allow, in percent. */
const SURE = 50

/**
 * Whether having found the key means that the parts give it away. A guess among four is right once in four times and so
 * says nothing by itself: only if whoever guessed is also surer than chance allows. Of kinds with many answers a right
 * one is no accident.
 */
const isTelling = (item: Item, likely: number): boolean => chanceOf(item) <= CHANCE_TO_DOUBT || likely >= SURE

function unanswered(reply: Exclude<Reply<unknown>, { kind: 'answered' }>, before: Spent): Verdict {
  const spent = sum(before, reply.spent)
  if (reply.kind === 'failed') return { isAccepted: false, reason: 'call_failed', why: String(reply.error), spent }
  return { isAccepted: false, reason: reply.kind, why: reply.why, spent }
}
