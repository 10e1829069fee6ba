import type { AccountMailKind } from '@medicready/domain/accounts/account'
import type { Recorded } from '@medicready/domain/core/event'
import type { Fact, FactType } from '@medicready/domain/events'
import type { InboxMail } from '@medicready/platform/testing/inbox'
import { type AuditedLog, at, ofType } from './log.ts'

export interface Post {
  readonly mails: readonly InboxMail[]
  readonly repeats: readonly string[]
  /** Each kill may cause one repeat: a mail that was handed over and not yet recorded. */
  readonly kills: number
}

/**
 * Every due mail came under one Message-ID, and no other. Mails are sent before that is recorded, so kills may repeat
 * them.
 */
export function wrongMails(log: AuditedLog, { mails, repeats, kills }: Post): string[] {
  const { facts, users } = log
  const faults: string[] = []
  const ofAccounts = accountMails(facts)
  const dueMails = [
    ...ofType(facts, 'VerificationRequested').map((fact) => ({ id: `verification.${fact.data.verificationId}`, fact, isSure: true })),
    ...ofType(facts, 'RegistrationRepeated').map((fact) => ({ id: `registration-repeated.${fact.id}`, fact, isSure: true })),
    ...ofAccounts,
    ...dailyEmails(log, faults),
  ]
  const held = Map.groupBy(mails, ({ messageId }) => messageId.replace(/@.*$/, ''))
  for (const { id, fact, isSure } of dueMails) {
    const copies = held.get(id)?.length ?? 0
    if (isSure && copies !== 1) faults.push(`the mail ${id} for ${at(fact)} came under ${copies} Message-IDs instead of one`)
  }
  const known = new Set(dueMails.map(({ id }) => id))
  for (const [id, [mail]] of held) if (!known.has(id)) faults.push(`the mail ${id} to ${mail?.to[0]?.address} was sent for nothing`)

  const unrecorded = (fact: Recorded<Fact>) => faults.push(`that the mail for ${at(fact)} was sent was never recorded`)
  // A followed link was delivered, perhaps before that was recorded.
  const sent = new Set<string | null>(
    [...ofType(facts, 'VerificationEmailSent'), ...ofType(facts, 'EmailVerified')].map(({ data }) => data.verificationId),
  )
  for (const fact of ofType(facts, 'VerificationRequested')) if (!sent.has(fact.data.verificationId)) unrecorded(fact)
  const noticed = new Set(ofType(facts, 'RegistrationNoticeSent').map(({ data }) => `${data.userId} ${data.date}`))
  for (const fact of ofType(facts, 'RegistrationRepeated')) if (!noticed.has(`${fact.data.userId} ${fact.data.date}`)) unrecorded(fact)
  const recorded = new Set(ofType(facts, 'AccountMailSent').map(({ data }) => `${data.kind}.${data.cause}`))
  for (const { id, fact, isSure } of ofAccounts) if (isSure && !recorded.has(id)) unrecorded(fact)
  if (repeats.length > kills)
    faults.push(`${repeats.length} mails came again, and only ${kills} processes were killed: ${repeats.join(', ')}`)
  const addressed = new Set(mails.flatMap(({ to }) => to.map(({ address }) => address)))
  for (const email of users.keys()) if (!addressed.has(email)) faults.push(`${email} never got a mail`)
  return faults
}

interface DueMail {
  readonly id: string
  readonly fact: Recorded<Fact>
  /** False where a kill or a later change leaves it open whether the mail is sent. */
  readonly isSure: boolean
}

/** Each is due once a day, and then sent or dropped once. */
function dailyEmails({ streams }: AuditedLog, faults: string[]): DueMail[] {
  return [...streams].flatMap(([name, day]) => {
    const due = ofType(day, 'DailyEmailDue')
    const [sent, dropped] = [ofType(day, 'DailyEmailSent'), ofType(day, 'DailyEmailDropped')]
    if (sent.length + dropped.length !== due.length)
      faults.push(`${name} has ${due.length} daily emails due, ${sent.length} sent and ${dropped.length} dropped`)
    if (due.length - dropped.filter(({ data }) => data.reason === 'moved').length > 1) faults.push(`${name} has a daily email due twice`)
    const isSure = dropped.length === 0
    return (isSure ? due.slice(0, 1) : due).map((fact) => ({ id: `dailyEmail.${fact.id}`, fact, isSure }))
  })
}

const both = ['tutoring', 'tutor'] as const
const kindsOf: { readonly [Type in FactType]?: readonly AccountMailKind[] } = {
  CancellationScheduled: ['cancellation'],
  InvoicePaid: ['receipt'],
  PaymentReminded: ['paymentFailed'],
  PriceChangeTold: ['priceChange'],
  RefundIssued: ['refund'],
  RoleGranted: ['roleChanged'],
  SubscriptionEnded: ['planEnded'],
  TutorApproved: ['tutor'],
  TutorPayoutReported: ['tutor'],
  TutoringPaid: ['tutoring'],
  TutoringRefunded: ['tutoring'],
  TutoringReminderDue: both,
  TutoringRequestAccepted: both,
  TutoringRequestCancelled: both,
  TutoringRequested: ['tutoring'],
  TutoringSessionCancelled: both,
  TutoringSessionRescheduled: both,
  TutoringSessionScheduled: both,
  // To everyone who reviews questions at that moment.
  WithdrawalsStopped: ['withdrawalsStopped'],
}

export function accountMails(facts: readonly Recorded<Fact>[]): DueMail[] {
  return facts.flatMap((fact) => {
    // There is no mail for the end of what was never paid.
    if (fact.type === 'SubscriptionEnded' && fact.data.tier === null) return []
    const isSure = fact.type !== 'WithdrawalsStopped' && !isOvertaken(fact, facts)
    return (kindsOf[fact.type] ?? []).map((kind) => ({ id: `${kind}.${fact.id}`, fact, isSure }))
  })
}

/** Whether a plan or its reminder was superseded. */
export function isOvertaken(fact: Recorded<Fact>, facts: readonly Recorded<Fact>[]): boolean {
  if (fact.type !== 'TutoringSessionScheduled' && fact.type !== 'TutoringSessionRescheduled' && fact.type !== 'TutoringReminderDue')
    return false
  const { sessionId } = fact.data
  return facts.some(
    (later) =>
      (later.type === 'TutoringSessionRescheduled' || later.type === 'TutoringSessionCancelled') &&
      later.data.sessionId === sessionId &&
      later.position.commit > fact.position.commit,
  )
}
