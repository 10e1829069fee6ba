import { type AccountState, accountAggregate, isRegistered, type RegisteredAccount } from '@medicready/domain/accounts/account'
import type { CalendarDay } from '@medicready/domain/calendar'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { isMock } from '@medicready/domain/exams/blueprints'
import { exam, hasEnded as isOver } from '@medicready/domain/exams/exam'
import { METHOD, readinessOf } from '@medicready/domain/readiness/readiness'
import { isPredicted, type Prediction, predictPass, readinessAggregate } from '@medicready/domain/readiness/readiness-facts'
import { type CommandContext, reactionContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { NotNow } from '../worker/definitions.ts'
import { areShown } from '../worker/shown.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'

type PredictingParts = Pick<Parts, 'commands' | 'learnersEvidence'>

/** What evidence is read from. */
const SOURCES = ['study/user-responses', 'exams/practice-exams', 'questions/questions', 'exams/item-calibrations']
const WAIT = { looks: 50, milliseconds: 100 }

/** Nothing is predicted of who was erased, nor of who is about to go. */
export const isStaying = (account: AccountState): account is RegisteredAccount => isRegistered(account) && account.eraseAt === null

/**
 * Predicts how a mock exam will go, from the answers before its start. It is met some moments later; what was held up
 * until the exam had ended is not predicted any more.
 */
export async function predictMockExam(
  fact: Recorded<FactOf<'ExamStarted'>>,
  parts: PredictingParts & Pick<WorkerParts, 'sql' | 'clock' | 'signal'>,
): Promise<void> {
  const { commands, clock } = parts
  const { userId, examId, date, blueprint, startedAt } = fact.data
  if (!isMock(blueprint)) return
  const of = { kind: 'practice_exam', examId } as const
  if (isPredicted((await commands.load(readinessAggregate, userId)).state, { of, on: date })) return
  if (!isStaying((await commands.load(accountAggregate, userId)).state) || (await hasEnded(parts, examId))) return
  if (!(await areShown(parts, fact.position.commit, WAIT, SOURCES)))
    throw new NotNow('The read models do not show yet what was answered before the exam.')
  await predict(parts, { userId, of, on: date, blueprint, before: startedAt }, reactionContext(fact, clock), () => hasEnded(parts, examId))
}

const hasEnded = async ({ commands }: PredictingParts, examId: string): Promise<boolean> =>
  isOver((await commands.load(exam, examId)).state)

type Asked = Pick<Prediction, 'userId' | 'of' | 'blueprint'> & {
  readonly on: CalendarDay
  /** What was answered before this. */
  readonly before: string
}

/**
 * Writes down how likely somebody is to pass, where they have answered enough to say so, and it has not become
 * `tooLate` meanwhile. Answers whether anything was predicted now.
 */
export async function predict(
  { commands, learnersEvidence }: PredictingParts,
  { before, ...asked }: Asked,
  context: CommandContext,
  tooLate: () => Promise<boolean> = async () => false,
): Promise<boolean> {
  const { userId, blueprint, on } = asked
  const { evidence, enoughSince, scoredAnswers } = await learnersEvidence.of(userId, { blueprint, before })
  const shift = asked.of.kind === 'national_exam' ? await learnersEvidence.shift() : null
  if (enoughSince === null || (await tooLate())) return false
  const { chance, low, high, ability, standardError } = readinessOf(evidence, { blueprint, shift }, on)
  const prediction = {
    ...asked,
    method: METHOD,
    chance: rounded(chance),
    low: rounded(low),
    high: rounded(high),
    ability: rounded(ability),
    standardError: rounded(standardError),
    scoredAnswers,
  }
  const { events } = await commands.execute(readinessAggregate, userId, predictPass(prediction), context)
  return events.length > 0
}

/** No longer than it is exact; never −0, which JSON does not keep. */
const rounded = (figure: number): number => Math.round(figure * 10_000) / 10_000 + 0
