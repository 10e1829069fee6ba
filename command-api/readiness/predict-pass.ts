import { type AccountState, accountAggregate, isRegistered, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { RecordedFact } from '@medicready/domain/events'
import { examAggregate, hasEnded as isOver } from '@medicready/domain/exams/exam'
import { isMock } from '@medicready/domain/exams/shown/blueprints'
import { METHOD, readinessOf } from '@medicready/domain/readiness/readiness'
import { blueprintIn, isPredicted, type Prediction, predictPass, readinessAggregate } from '@medicready/domain/readiness/readiness-facts'
import { usersWithExamBetween } from '@medicready/projector/read-models/readiness/readiness-queries'
import { type CommandContext, idFrom, jobContext, reactionContext, uuidOfName } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { RetryLater, type WorkerDeps } from '../worker/definitions.ts'
import { areShown, doneWith } from '../worker/shown.ts'

type PredictingDeps = Pick<Dependencies, 'commands' | 'learnersEvidence'>

export const isActiveAccount = (account: AccountState): account is RegisteredAccount => isRegistered(account) && account.eraseAt === null

/** From the answers before its start. Skipped if the exam has ended by the time this runs. */
export async function predictMockExam(
  fact: RecordedFact<'ExamStarted'>,
  deps: PredictingDeps & Pick<WorkerDeps, 'sql' | 'clock' | 'signal'>,
): Promise<void> {
  const { commands, clock, learnersEvidence } = deps
  const { userId, examId, date, blueprint, startedAt } = fact.data
  if (!isMock(blueprint)) return
  const of = { kind: 'practice_exam', examId } as const
  if (isPredicted((await commands.load(readinessAggregate, userId)).state, { of, on: date })) return
  if (!isActiveAccount((await commands.load(accountAggregate, userId)).state) || (await hasEnded(deps, examId))) return
  if (!(await areShown(deps, fact.position.commit, [learnersEvidence])))
    throw new RetryLater('The read models do not yet show all answers before the exam.')
  await predict(deps, { userId, of, on: date, blueprint, before: startedAt }, reactionContext(fact, clock), () => hasEnded(deps, examId))
}

const hasEnded = async ({ commands }: PredictingDeps, examId: string): Promise<boolean> =>
  isOver((await commands.load(examAggregate, examId)).state)

type Asked = Pick<Prediction, 'userId' | 'of' | 'blueprint'> & {
  readonly on: CalendarDay
  readonly before: string
}

/** False if there are too few answers, or it is `tooLate` by now. */
export async function predict(
  { commands, learnersEvidence }: PredictingDeps,
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

/** No more digits than are exact; never −0, which JSON does not keep. */
const rounded = (figure: number): number => Math.round(figure * 10_000) / 10_000 + 0

const JOB_NAMESPACE = '2c9c6f57-53a5-4e0c-8a63-6a0c1d9b7e18'

type ExamDayDeps = Pick<WorkerDeps, 'commands' | 'accountDays' | 'learnersEvidence' | 'sql' | 'clock' | 'signal'>

/** Predicted before anyone can know the result. The read models say where to look; the log decides. */
export async function predictExamDay(deps: ExamDayDeps): Promise<{ predicted: number }> {
  const { sql, clock, signal } = deps
  const now = clock()
  const todayInUtc = now.slice(0, 'YYYY-MM-DD'.length)
  const people = await usersWithExamBetween(sql, { from: addDays(todayInUtc, -1), to: addDays(todayInUtc, 1) })
  const predicted = await doneWith(people, signal, ({ id }) =>
    predictFor(deps, id, jobContext('exam-day', uuidOfName(`${id}/${now}`, JOB_NAMESPACE), now)),
  )
  return { predicted }
}

async function predictFor(deps: ExamDayDeps, userId: string, context: CommandContext): Promise<boolean> {
  const { commands, accountDays } = deps
  const account = (await commands.load(accountAggregate, userId)).state
  const today: CalendarDay = await accountDays.today(userId, context.now)
  if (!isActiveAccount(account) || account.settings.examDate !== today) return false
  const { state } = await commands.load(readinessAggregate, userId)
  const of = { kind: 'national_exam', sittingId: idFrom(context, 'sitting') } as const
  if (isPredicted(state, { of, on: today })) return false
  return predict(deps, { userId, of, on: today, blueprint: blueprintIn(state), before: context.now }, context)
}
