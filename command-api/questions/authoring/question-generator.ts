import {
  generationDayAggregate,
  type RejectionReason,
  reserveGeneration,
  settleGeneration,
} from '@medicready/domain/questions/authoring/generation-day'
import { MAX_SCENARIO_PARTS, type QuestionContent } from '@medicready/domain/questions/content/content'
import { chanceOf, type Item, isAnswerTo, isRight } from '@medicready/domain/questions/content/item'
import { addGenerated, discardGenerated, questionAggregate } from '@medicready/domain/questions/question'
import type { Clock } from '@medicready/platform/clock'
import type { Logger } from '@medicready/platform/logger'
import type { LanguageModel, Reply, Spent } from '@medicready/platform/openai/language-model'
import { v4 as uuidV4 } from 'uuid'
import type { Commands } from '../../commands.ts'
import { commandIdOfAttempt, questionIdOfAttempt } from './attempt.ts'
import type { KnownQuestions } from './bank.ts'
import { type Fault, faultIn } from './checks.ts'
import type { GenerationMetrics } from './metrics.ts'
import type { Wanted } from './plan.ts'
import { askedOf, guessWithoutStem, PROMPT_VERSION, readBlind } from './prompts.ts'
import { answerFrom, type ModelsAnswer, type ShownItem, shownItem } from './read-item.ts'
import { sum, type Writing, writingOf } from './writing.ts'

export interface Budget {
  readonly calls: number
  readonly cost: number
}

export interface GeneratorDependencies {
  readonly commands: Commands
  readonly model: LanguageModel
  readonly budget: Budget
  readonly metrics: GenerationMetrics
  readonly clock: Clock
  readonly logger: Logger
}

interface Written {
  readonly contents: readonly QuestionContent[]
  readonly fault: Fault | null
  readonly spent: Spent
}

export type AttemptResult = 'accepted' | 'budget_exhausted' | RejectionReason

/**
 * Each attempt reserves its maximal cost before anything is asked and settles it afterwards, so that the day's budget
 * holds whatever happens. Output is checked, answered blind, must not be guessable from the options alone, and only
 * then added as a pilot. A set is kept or discarded as a whole.
 */
export class QuestionGenerator {
  readonly #parts: GeneratorDependencies

  constructor(deps: GeneratorDependencies) {
    this.#parts = deps
  }

  async attempt(wanted: Wanted, known: KnownQuestions, signal: AbortSignal): Promise<AttemptResult> {
    const { commands, model, budget, metrics, clock, logger } = this.#parts
    const attemptId = uuidV4()
    const date = clock().slice(0, 10)
    const writing = writingOf(wanted, attemptId, known, model)
    const { calls, cost } = writing.most
    if (calls > budget.calls || cost > budget.cost)
      logger.warn(
        { kind: wanted.kind, attempt: { calls, cost }, budget },
        'the budget of a day is smaller than what one attempt can come to',
      )
    const reservation = { date, attemptId, ...wanted, model: model.model, promptVersion: PROMPT_VERSION, calls, cost, budget }
    const decide = reserveGeneration(reservation)
    const reserved = await commands.execute(generationDayAggregate, date, decide, this.#context(attemptId, 'reserve'))
    if (reserved.events.length === 0) return 'budget_exhausted'

    const { contents, fault, spent } = await this.#write(writing, attemptId, known, signal)
    metrics.spent(spent)
    if (fault) {
      const { reason, why } = fault
      logger.info({ attemptId, ...wanted, reason, why }, 'a generated question was discarded')
      await this.#settle(attemptId, { type: 'GenerationRejected', data: { date, attemptId, reason, ...spent } })
      metrics.rejected(reason)
      return reason
    }

    const isAdded = await this.#add(contents, date, attemptId)
    const questionId = questionIdOfAttempt(attemptId)
    const accepted = { type: 'GenerationAccepted', data: { date, attemptId, questionId, ...spent } } as const
    if (!isAdded || (await this.#settle(attemptId, accepted)) !== 'accepted') {
      await this.#discard(attemptId)
      return 'call_failed'
    }
    for (const content of contents) known.add(content)
    metrics.accepted(contents.length)
    logger.info({ attemptId, questionId, ...wanted }, 'a generated question was added as a pilot')
    return 'accepted'
  }

  /**
   * For attempts that an earlier run reserved and never settled: their whole reservation counts as spent. The question
   * counts if it was added; a set counts if its first part was, which is added last. Other parts of a set are
   * discarded.
   */
  async settleAbandoned(dates: Iterable<string>): Promise<number> {
    const { commands, logger } = this.#parts
    let settled = 0
    for (const date of dates) {
      const { state } = await commands.load(generationDayAggregate, date)
      for (const [attemptId, { outcome, calls, cost }] of state.attempts) {
        if (outcome !== null) continue
        const questionId = questionIdOfAttempt(attemptId)
        const question = await commands.load(questionAggregate, questionId)
        const isLost = question.state.situation === 'unknown'
        // Before settling: a process that finds the attempt settled never looks at its parts again.
        if (isLost) await this.#discard(attemptId)
        const became = await this.#settle(
          attemptId,
          isLost
            ? { type: 'GenerationRejected', data: { date, attemptId, reason: 'call_failed', calls, cost } }
            : { type: 'GenerationAccepted', data: { date, attemptId, questionId, calls, cost } },
        )
        // A process that was presumed dead finished it meanwhile, and some of its parts are gone.
        if (isLost && became === 'accepted') await this.#discard(attemptId)
        logger.warn({ attemptId, date }, 'settled an attempt that was interrupted')
        settled += 1
      }
    }
    return settled
  }

  async #write(writing: Writing, attemptId: string, known: KnownQuestions, signal: AbortSignal): Promise<Written> {
    const { model } = this.#parts
    const written = await writing.ask(signal)
    if (written.kind !== 'answered') return { contents: [], fault: unanswered(written), spent: written.spent }
    const { answer: contents } = written
    let { spent } = written
    let fault = faultIn(contents, known)
    for (const [place, content] of contents.entries()) {
      if (fault) break
      const examined = await examine(content, { model, before: contents.slice(0, place), attemptId, signal })
      spent = sum(spent, examined.spent)
      fault = examined.fault
    }
    return { contents, fault, spent }
  }

  /**
   * Parts are added last to first, because a set without its first part is never given to anyone. False if another
   * process has given the attempt up.
   */
  async #add(contents: readonly QuestionContent[], date: string, attemptId: string): Promise<boolean> {
    const { commands, model } = this.#parts
    const generation = { model: model.model, promptVersion: PROMPT_VERSION }
    for (const [place, content] of [...contents.entries()].toReversed()) {
      const day = await commands.load(generationDayAggregate, date)
      if (day.state.attempts.get(attemptId)?.outcome !== null) return false
      const part = place + 1
      const questionId = questionIdOfAttempt(attemptId, part)
      const add = addGenerated({ questionId, content, generation })
      await commands.execute(questionAggregate, questionId, add, this.#context(attemptId, `add part ${part}`))
    }
    return true
  }

  async #discard(attemptId: string): Promise<void> {
    for (let part = 1; part <= MAX_SCENARIO_PARTS; part += 1)
      await this.#parts.commands.execute(
        questionAggregate,
        questionIdOfAttempt(attemptId, part),
        discardGenerated({ reason: 'The attempt that wrote it was interrupted.' }),
        this.#context(attemptId, `discard part ${part}`),
      )
  }

  async #settle(attemptId: string, settled: Parameters<typeof settleGeneration>[0]): Promise<'accepted' | 'rejected' | null> {
    const { commands } = this.#parts
    const { date } = settled.data
    const { state } = await commands.execute(generationDayAggregate, date, settleGeneration(settled), this.#context(attemptId, 'settle'))
    return state.attempts.get(attemptId)?.outcome ?? null
  }

  #context(attemptId: string, step: string) {
    return {
      commandId: commandIdOfAttempt(attemptId, step),
      actorId: 'worker',
      correlationId: `generation-${attemptId}`,
      now: this.#parts.clock(),
    }
  }
}

export interface Examined {
  readonly fault: Fault | null
  readonly spent: Spent
}

interface Examination {
  readonly model: LanguageModel
  readonly before: readonly QuestionContent[]
  readonly attemptId: string
  readonly signal: AbortSignal
}

/** A reader who does not know the key must find it; a reader who does not see the stem must not. */
async function examine(content: QuestionContent, { model, before, attemptId, signal }: Examination): Promise<Examined> {
  const { item } = content
  const shown = shownItem(item, attemptId)
  const read = await model.ask(readBlind(askedOf(content, before), shown), signal)
  if (read.kind !== 'answered') return { fault: unanswered(read), spent: read.spent }
  const { answer, alsoDefensible, flaw } = read.answer
  const rejected = (reason: Fault['reason'], why: string): Examined => ({ fault: { reason, why }, spent: read.spent })
  if (!isKey(item, shown, answer)) return rejected('blind_reader_disagrees', 'another answer')
  if (flaw !== null) return rejected('blind_reader_disagrees', flaw)
  if (alsoDefensible !== null) return rejected('blind_reader_defends_another', alsoDefensible)

  // A number alone gives nothing to guess by.
  if (item.kind === 'fill_in_blank') return { fault: null, spent: read.spent }
  // In another order, so that positions tell nothing to a reader who remembers.
  const alone = shownItem(item, `${attemptId} alone`)
  const guess = await model.ask(guessWithoutStem(alone), signal)
  const spent = sum(read.spent, guess.spent)
  if (guess.kind !== 'answered') return { fault: unanswered(guess), spent }
  const isFound = isKey(item, alone, guess.answer.answer) && isTelling(item, guess.answer.likely)
  return { fault: isFound ? { reason: 'guessable_without_stem', why: `${guess.answer.likely} % sure` } : null, spent }
}

const isKey = (item: Item, shown: ShownItem, given: ModelsAnswer): boolean => {
  const answer = answerFrom(shown, given)
  return isAnswerTo(item, answer) && isRight(item, answer)
}

/** Below this, a whole key is not found by chance: one in ten for guesses of two of five. */
const CHANCE_TO_DOUBT = 0.1
/** Twice as sure as four options allow, in percent. */
const SURE = 50

/** One guess in four is right by chance, so it counts only if the guesser is also sure. */
const isTelling = (item: Item, likely: number): boolean => chanceOf(item) <= CHANCE_TO_DOUBT || likely >= SURE

export const unanswered = (reply: Exclude<Reply<unknown>, { kind: 'answered' }>): Fault =>
  reply.kind === 'failed' ? { reason: 'call_failed', why: String(reply.error) } : { reason: reply.kind, why: reply.why }
