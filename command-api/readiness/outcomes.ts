import { accountAggregate, isRegistered, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { addDays, type CalendarDay, daysBetween, hoursAfter } from '@medicready/domain/core/shown/calendar'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { RecordedFact } from '@medicready/domain/events'
import type { MockBlueprint } from '@medicready/domain/exams/shown/blueprints'
import {
  askForOutcome,
  blueprintIn,
  reportOutcome as decide,
  chooseProfile as decideProfile,
  isToBeAsked,
  readinessAggregate,
  sittingIn,
} from '@medicready/domain/readiness/readiness-facts'
import {
  LAST_OUTCOME_MAIL_DAYS,
  OUTCOME_LINK_DAYS,
  OUTCOME_MAIL_DAYS,
  type ReportedOutcome,
} from '@medicready/domain/readiness/shown/rules'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { outcomesToAsk } from '@medicready/projector/read-models/readiness/readiness-queries'
import { type AccountLetter, tellAccount, whyMailStopped } from '../accounts/tell-account.ts'
import { type CommandContext, jobContext, uuidOfName } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import type { MailDeps, WorkerDeps } from '../worker/definitions.ts'
import { doneWith } from '../worker/shown.ts'
import { isActiveAccount } from './predict-pass.ts'

const JOB_NAMESPACE = 'b7a1f0d4-8f0b-4c4e-9b1d-0e0d4a5c2f93'

type AskingDeps = Pick<WorkerDeps, 'commands' | 'accountDays' | 'sql' | 'clock' | 'signal'>
interface Sat {
  readonly userId: string
  readonly sittingId: string
}

export async function askForOutcomes(deps: AskingDeps): Promise<{ asked: number }> {
  const { sql, clock, signal } = deps
  const now = clock()
  const todayInUtc = now.slice(0, 'YYYY-MM-DD'.length)
  // A day more on either side, because accounts have their own time zones.
  const people = await outcomesToAsk(sql, {
    from: addDays(todayInUtc, -LAST_OUTCOME_MAIL_DAYS - 1),
    to: addDays(todayInUtc, 1 - OUTCOME_MAIL_DAYS),
  })
  const asked = await doneWith(people, signal, (sat) =>
    ask(deps, sat, jobContext('outcomes', uuidOfName(`${sat.sittingId}/${now}`, JOB_NAMESPACE), now)),
  )
  return { asked }
}

async function ask({ commands, accountDays }: AskingDeps, { userId, sittingId }: Sat, context: CommandContext): Promise<boolean> {
  const account = (await commands.load(accountAggregate, userId)).state
  const sitting = sittingIn((await commands.load(readinessAggregate, userId)).state, sittingId)
  if (!isActiveAccount(account) || !sitting || !isToBeAsked(sitting)) return false
  const { examDate } = sitting
  if (examDate === null || account.settings.examDate !== examDate) return false
  const days = daysBetween(examDate, await accountDays.today(userId, context.now))
  if (days < OUTCOME_MAIL_DAYS || days > LAST_OUTCOME_MAIL_DAYS) return false
  const expiresAt = hoursAfter(context.now, 24 * OUTCOME_LINK_DAYS)
  const { events } = await commands.execute(readinessAggregate, userId, askForOutcome({ userId, sittingId, expiresAt }), context)
  return events.length > 0
}

/** Once, unless the outcome is known or the exam was moved. */
export async function sendOutcomeMail(
  fact: RecordedFact<'ExamOutcomeAsked'>,
  deps: MailDeps & Pick<WorkerDeps, 'hashEmail' | 'tokens'>,
): Promise<void> {
  const { commands, tokens, clock, publicUrl } = deps
  const { userId, sittingId, expiresAt } = fact.data
  if (expiresAt <= clock()) return
  const sitting = sittingIn((await commands.load(readinessAggregate, userId)).state, sittingId)
  if (!sitting || sitting.outcome !== null || sitting.examDate === null) return
  const { examDate } = sitting
  const { state } = await commands.load(accountAggregate, userId)
  if (!isRegistered(state) || state.email === null || (await whyMailStopped(deps, { userId, email: state.email }))) return
  const token = await tokens.issue('exam outcome', { subjectId: sittingId, userId, expiresAt })
  const linkTo = (outcome: ReportedOutcome) => new URL(`/exam-outcome?token=${token}&outcome=${outcome}`, publicUrl).href
  const words = (account: RegisteredAccount) =>
    isActiveAccount(account) && account.settings.examDate === examDate ? outcomeMail(examDate, linkTo) : null
  await tellAccount(fact, { userId, kind: 'examOutcome', words }, deps)
}

const spelled = (day: CalendarDay): string => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

const outcomeMail = (examDate: CalendarDay, linkTo: (outcome: ReportedOutcome) => string): AccountLetter => ({
  subject: 'How did your exam go?',
  greeting: 'How did it go?',
  text:
    `Your exam was on ${spelled(examDate)}. Tell us how it went with one click. ` +
    `We compare your answer with the prediction of ${PRODUCT_NAME}, to show how often predictions are right and to improve them. No one sees that the answer is yours.`,
  button: 'I passed',
  link: linkTo('passed'),
  others: [
    { button: 'I did not pass', link: linkTo('failed') },
    { button: 'I did not take it', link: linkTo('not_taken') },
  ],
  because: { why: 'You have told us the date of your exam.' },
  footer: 'We ask once for each date. If you would rather not say, you can ignore this email.',
})

interface Report {
  readonly userId: string
  readonly sittingId: string
  readonly outcome: ReportedOutcome
  readonly through: 'app' | 'mail'
}

/** The latest report counts. Throws `sittingNotFound`. */
export async function reportOutcome({ commands }: Pick<Dependencies, 'commands'>, report: Report, context: CommandContext) {
  await commands.execute(readinessAggregate, report.userId, decide(report), context)
  return { outcome: report.outcome }
}

/** The link allows only this report, with or without a session. Throws `mailLinkInvalid`. */
export async function reportOutcomeByLink(
  deps: Pick<Dependencies, 'commands' | 'tokens'>,
  { token, outcome }: { readonly token: string; readonly outcome: ReportedOutcome },
  context: CommandContext,
): Promise<{ readonly outcome: ReportedOutcome }> {
  const { commands, tokens } = deps
  const found = await tokens.find('exam outcome', token)
  if (!found) throw new Rejection('mailLinkInvalid')
  const { userId, subjectId: sittingId } = found
  const account = (await commands.load(accountAggregate, userId)).state
  const { linksUntil } = sittingIn((await commands.load(readinessAggregate, userId)).state, sittingId) ?? { linksUntil: null }
  if (!isRegistered(account) || linksUntil === null || linksUntil <= context.now) throw new Rejection('mailLinkInvalid')
  return reportOutcome(deps, { userId, sittingId, outcome, through: 'mail' }, context)
}

export async function chooseProfile(
  { commands }: Pick<Dependencies, 'commands'>,
  choice: { readonly userId: string; readonly blueprint: MockBlueprint },
  context: CommandContext,
): Promise<{ readonly blueprint: MockBlueprint }> {
  const { state } = await commands.execute(readinessAggregate, choice.userId, decideProfile(choice), context)
  return { blueprint: blueprintIn(state) }
}
