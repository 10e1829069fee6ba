import { accountAggregate, isRegistered, type RegisteredAccount } from '@medicready/domain/accounts/account'
import type { CalendarDay } from '@medicready/domain/calendar'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { PRODUCT_NAME } from '@medicready/domain/product'
import { readinessAggregate, sittingIn } from '@medicready/domain/readiness/readiness-facts'
import type { ReportedOutcome } from '@medicready/domain/readiness/rules'
import { letter, type Words } from '@medicready/platform/mail/letter'
import { whyMailStopped } from '../accounts/mail-delivery/why-mail-stopped.ts'
import { tellAccount } from '../accounts/tell-account.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { isStaying } from './predict-pass.ts'

/** Asks how the exam went, once, unless that is known or the exam was moved meanwhile. */
export async function sendOutcomeMail(
  fact: Recorded<FactOf<'ExamOutcomeAsked'>>,
  parts: Pick<WorkerParts, 'commands' | 'hashEmail' | 'tokens' | 'mailer' | 'clock' | 'logger' | 'publicUrl'>,
): Promise<void> {
  const { commands, tokens, clock, publicUrl } = parts
  const { userId, sittingId, expiresAt } = fact.data
  if (expiresAt <= clock()) return
  const sitting = sittingIn((await commands.load(readinessAggregate, userId)).state, sittingId)
  if (!sitting || sitting.outcome !== null || sitting.examDate === null) return
  const { examDate } = sitting
  const { state } = await commands.load(accountAggregate, userId)
  if (!isRegistered(state) || state.email === null || (await whyMailStopped(parts, { userId, email: state.email }))) return
  const token = await tokens.issue('exam outcome', { subjectId: sittingId, userId, expiresAt })
  const linkTo = (outcome: ReportedOutcome) => new URL(`/exam-outcome?token=${token}&outcome=${outcome}`, publicUrl).href
  const words = (account: RegisteredAccount) =>
    isStaying(account) && account.settings.examDate === examDate ? outcomeMail(examDate, linkTo) : null
  await tellAccount(fact, { userId, kind: 'examOutcome', words }, parts)
}

const spelled = (day: CalendarDay): string => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

const outcomeMail = (examDate: CalendarDay, linkTo: (outcome: ReportedOutcome) => string): Words =>
  letter({
    subject: 'How did your exam go?',
    greeting: 'How did it go?',
    text:
      `Your exam was on ${spelled(examDate)}. Please tell us how it went, with one click. ` +
      `We compare it with what ${PRODUCT_NAME} predicted, to show how often its predictions are right and to improve them. Nobody sees whose answer it is.`,
    button: 'I passed',
    link: linkTo('passed'),
    others: [
      { button: 'I did not pass', link: linkTo('failed') },
      { button: 'I did not take it', link: linkTo('not_taken') },
    ],
    because: { why: 'You have told us the date of your exam.' },
    footer: 'We ask once about each date. If you would rather not say, there is nothing you need to do.',
  })
