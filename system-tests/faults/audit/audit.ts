import type { Tier } from '@medicready/domain/billing/tiers'
import type { Recorded } from '@medicready/domain/core/event'
import type { Fact } from '@medicready/domain/events'
import type { Ledger } from '../ledger.ts'
import { at, type Log, ofType } from './log.ts'
import { type Post, wrongMails } from './mails.ts'
import { beyondLimits, outOfTurn } from './study.ts'
import { lost } from './told.ts'
import { tutoringOccasion } from './tutoring-mails.ts'

/** Compares the log and the mails with what clients were told. Returns every fault as a sentence. */
export function audit(facts: readonly Recorded<Fact>[], post: Post, { told }: Ledger): string[] {
  const registered = Map.groupBy(ofType(facts, 'AccountRegistered'), ({ data }) => data.email ?? '')
  const log: Log = {
    facts,
    streams: Map.groupBy(facts, ({ streamName }) => streamName),
    users: new Map([...registered].map(([email, accounts]) => [email, accounts.map(({ data }) => data.userId)])),
  }
  return [
    ...wholeness(log),
    ...twice(log),
    ...told.flatMap((one) => lost(log, one)),
    ...beyondLimits(log),
    ...outOfTurn(log),
    ...brokenTiers(log),
    ...wrongMails(log, post),
  ]
}

/** A run that met none of something proves nothing about it. */
export const neverMet = (met: Readonly<Record<string, number>>): string[] =>
  Object.entries(met).flatMap(([what, count]) => (count > 0 ? [] : [`The run has met no ${what}: it says nothing of them`]))

function wholeness({ facts, streams }: Log): string[] {
  const faults: string[] = []
  let before = -1n
  for (const fact of facts) {
    if (fact.position.commit <= before) faults.push(`${at(fact)} stands after ${before}`)
    before = fact.position.commit
  }
  for (const [name, events] of streams)
    for (const [index, { revision }] of events.entries())
      if (revision !== BigInt(index)) faults.push(`${name} has revision ${revision} where ${index} should be`)
  return faults
}

/** The key of an event that may happen only once; null for others. */
function occasion(fact: Recorded<Fact>): string | null {
  switch (fact.type) {
    case 'AnswerSubmitted':
      return `${fact.data.userId} ${fact.data.date} ${fact.data.questionId} ${fact.data.studySessionId}`
    case 'ExamAnswered':
      return `${fact.data.examId} ${fact.data.questionId}`
    case 'ExamBooked':
    case 'ExamStarted':
    case 'ExamCompleted':
    case 'ExamGivenUp':
      return fact.data.examId
    case 'PassPredicted':
      return fact.data.of.kind === 'practice_exam' ? fact.data.of.examId : fact.data.of.sittingId
    case 'ExamOutcomeAsked':
      return fact.data.sittingId
    case 'ModuleSelected':
      return `${fact.data.userId} ${fact.data.module}`
    case 'VerificationRequested':
    case 'VerificationEmailSent':
      return fact.data.verificationId
    case 'RegistrationRepeated':
    case 'RegistrationNoticeSent':
      return `${fact.data.userId} ${fact.data.date}`
    case 'QuestionReviewRequested':
      return `${fact.data.userId} ${fact.data.questionId}`
    case 'ReviewRequestCounted':
      return `${fact.data.userId} ${fact.data.date} ${fact.data.questionId}`
    case 'EmailClaimed':
      return fact.data.emailHash
    case 'AccountRegistered':
    case 'EmailVerified':
    case 'CustomerMade':
    case 'MoneyBackClaimed':
      return fact.data.userId
    case 'TierChanged':
      return fact.data.cause === 'granted' ? fact.data.userId : null
    case 'CheckoutStarted':
    case 'CheckoutOpened':
    case 'CheckoutEnded':
      return fact.data.checkoutId
    case 'SubscriptionActivated':
    case 'SubscriptionEnded':
      return fact.data.subscriptionId
    case 'InvoicePaid':
      return fact.data.invoiceId
    case 'PaymentFailed':
      return `${fact.data.invoiceId} ${fact.data.attempt}`
    case 'PaymentReminded':
      return `${fact.data.invoiceId} ${fact.data.day}`
    case 'RefundIssued':
      return fact.data.refundId
    case 'StripeEventReceived':
      return fact.data.eventId
    case 'QuestionAdded':
      return fact.data.questionId
    // A code that was deleted and made again is another one.
    case 'CodeRedeemed':
      return `${fact.data.codeId} ${fact.data.userId}`
    default:
      return tutoringOccasion(fact)
  }
}

/** No event or occasion twice; events of one command are contiguous, since they are appended once. */
function twice({ facts, streams, users }: Log): string[] {
  const faults: string[] = []
  for (const [id, same] of Map.groupBy(facts, ({ id }) => id))
    if (same.length > 1) faults.push(`event ${id} stands twice: ${same.map(at).join(', ')}`)
  for (const [email, ids] of users) if (ids.length > 1) faults.push(`${email} has ${ids.length} accounts: ${ids.join(', ')}`)
  const occasions = Map.groupBy(
    facts.filter((fact) => occasion(fact) !== null),
    (fact) => `${fact.type} ${occasion(fact)}`,
  )
  for (const [name, same] of occasions)
    if (same.length > 1) faults.push(`${name} happened ${same.length} times: ${same.map(at).join(', ')}`)
  for (const events of streams.values())
    for (const [commandId, same] of Map.groupBy(events, ({ metadata }) => metadata.commandId)) {
      const [first, last] = [same[0], same.at(-1)]
      if (first && last && last.revision - first.revision !== BigInt(same.length - 1))
        faults.push(`command ${commandId} was appended in parts: ${same.map(at).join(', ')}`)
    }
  for (const [day, assigned] of Map.groupBy(ofType(facts, 'DailyQuestionsAssigned'), ({ streamName }) => streamName)) {
    const ids = assigned.flatMap(({ data }) => data.questions.map(({ questionId }) => questionId))
    if (new Set(ids).size !== ids.length) faults.push(`${day} was assigned a question twice`)
  }
  return faults
}

function brokenTiers({ facts }: Log): string[] {
  const tierOf = new Map<string, Tier>()
  return ofType(facts, 'TierChanged').flatMap((fact) => {
    const { userId, from, to } = fact.data
    const before = tierOf.get(userId) ?? 'free'
    tierOf.set(userId, to)
    return before === from && from !== to ? [] : [`${at(fact)} goes from ${from} to ${to} where the tier was ${before}`]
  })
}
