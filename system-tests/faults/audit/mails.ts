import type { AccountMailKind } from '@medicready/domain/accounts/account'
import type { Recorded } from '@medicready/domain/core/event'
import type { Fact } from '@medicready/domain/events'
import type { InboxMail } from '@medicready/platform/testing/inbox'
import { at, type Log, ofType } from './log.ts'
import { tutoringMails } from './tutoring-mails.ts'

export interface Post {
  /** One for each Message-ID. */
  readonly mails: readonly InboxMail[]
  /** Message-IDs that came again, one for each time. */
  readonly repeats: readonly string[]
  /** Each kill may cause one repeat: a mail that was handed over and not yet recorded. */
  readonly kills: number
}

/**
 * Every due mail came under one Message-ID, and no other. Mails are sent before that is recorded, so kills may repeat
 * them.
 */
export function wrongMails(log: Log, { mails, repeats, kills }: Post): string[] {
  const { facts, users } = log
  const faults: string[] = []
  const held = Map.groupBy(mails, ({ messageId }) => messageId.replace(/@.*$/, ''))
  const due = new Map<string, string>()
  for (const fact of ofType(facts, 'VerificationRequested')) due.set(`verification.${fact.data.verificationId}`, at(fact))
  for (const fact of ofType(facts, 'RegistrationRepeated')) due.set(`registration-repeated.${fact.id}`, at(fact))
  const tutoring = tutoringMails(facts)
  const ofAccounts = [...mailsOfPlans(facts), ...tutoring.due]
  for (const { id, fact } of ofAccounts) due.set(id, at(fact))
  const { gone, perhapsGone } = dailyEmails(log, faults)
  for (const { id, why } of gone) due.set(id, why)
  for (const [id, why] of due) {
    const copies = held.get(id)?.length ?? 0
    if (copies !== 1) faults.push(`the mail ${id} for ${why} came under ${copies} Message-IDs instead of one`)
  }
  for (const [id, [mail]] of held)
    if (!due.has(id) && !perhapsGone.has(id) && !tutoring.perhaps.has(id))
      faults.push(`the mail ${id} to ${mail?.to[0]?.address} was sent for nothing`)
  // A followed link was delivered, perhaps before that was recorded.
  const sent = new Set<string | null>(
    [...ofType(facts, 'VerificationEmailSent'), ...ofType(facts, 'EmailVerified')].map(({ data }) => data.verificationId),
  )
  for (const fact of ofType(facts, 'VerificationRequested'))
    if (!sent.has(fact.data.verificationId)) faults.push(`that the mail for ${at(fact)} was sent was never recorded`)
  const noticed = new Set(ofType(facts, 'RegistrationNoticeSent').map(({ data }) => `${data.userId} ${data.date}`))
  for (const fact of ofType(facts, 'RegistrationRepeated'))
    if (!noticed.has(`${fact.data.userId} ${fact.data.date}`)) faults.push(`that the mail for ${at(fact)} was sent was never recorded`)
  const recorded = new Set(ofType(facts, 'AccountMailSent').map(({ data }) => `${data.kind}.${data.cause}`))
  for (const { id, fact } of ofAccounts) if (!recorded.has(id)) faults.push(`that the mail for ${at(fact)} was sent was never recorded`)
  if (repeats.length > kills)
    faults.push(`${repeats.length} mails came again, and only ${kills} processes were killed: ${repeats.join(', ')}`)
  const addressed = new Set(mails.flatMap(({ to }) => to.map(({ address }) => address)))
  for (const email of users.keys()) if (!addressed.has(email)) faults.push(`${email} never got a mail`)
  return faults
}

interface DailyEmails {
  readonly gone: readonly { readonly id: string; readonly why: string }[]
  /** A kill between sending and recording leaves this undecided. */
  readonly perhapsGone: ReadonlySet<string>
}

/** Each is due once a day, and then sent or dropped once. */
function dailyEmails({ streams }: Log, faults: string[]): DailyEmails {
  const perhapsGone = new Set<string>()
  const gone = [...streams].flatMap(([name, day]) => {
    const due = ofType(day, 'DailyEmailDue')
    const [sent, dropped] = [ofType(day, 'DailyEmailSent'), ofType(day, 'DailyEmailDropped')]
    if (sent.length + dropped.length !== due.length)
      faults.push(`${name} has ${due.length} daily emails due, ${sent.length} sent and ${dropped.length} dropped`)
    if (due.length - dropped.filter(({ data }) => data.reason === 'moved').length > 1) faults.push(`${name} has a daily email due twice`)
    if (dropped.length > 0) for (const { id } of due) perhapsGone.add(`dailyEmail.${id}`)
    const [first] = due
    return first && dropped.length === 0 ? [{ id: `dailyEmail.${first.id}`, why: at(first) }] : []
  })
  return { gone, perhapsGone }
}

/** There is no mail for the end of what was never paid. */
function mailsOfPlans(facts: readonly Recorded<Fact>[]): { id: string; fact: Recorded<Fact> }[] {
  return facts.flatMap((fact) => {
    const kind = mailOfPlan(fact)
    return kind === null ? [] : [{ id: `${kind}.${fact.id}`, fact }]
  })
}

function mailOfPlan(fact: Recorded<Fact>): AccountMailKind | null {
  switch (fact.type) {
    case 'InvoicePaid':
      return 'receipt'
    case 'PaymentReminded':
      return 'paymentFailed'
    case 'CancellationScheduled':
      return 'cancellation'
    case 'SubscriptionEnded':
      return fact.data.tier === null ? null : 'planEnded'
    case 'RefundIssued':
      return 'refund'
    case 'PriceChangeTold':
      return 'priceChange'
    default:
      return null
  }
}
