import { isDeepStrictEqual } from 'node:util'
import { type Tier, tiers, UNLIMITED } from '@medicready/domain/billing/shown/tiers'
import type { Recorded } from '@medicready/domain/core/event'
import type { Fact, FactOf, FactType } from '@medicready/domain/events'
import type { Ledger, LedgerEntry } from '../ledger.ts'
import { type AuditedLog, at, ofType } from './log.ts'
import { type Post, wrongMails } from './mails.ts'

/** Compares the log and the mails with what clients were told. Returns every fault as a sentence. */
export function audit(facts: readonly Recorded<Fact>[], post: Post, { told }: Ledger): string[] {
  const log = audited(facts)
  return [...wrongLog(log, told), ...wrongMails(log, post)]
}

/** Without the mails: of a log that was set back, they tell more than it holds. */
export const auditLog = (facts: readonly Recorded<Fact>[], told: readonly LedgerEntry[]): string[] => wrongLog(audited(facts), told)

function audited(facts: readonly Recorded<Fact>[]): AuditedLog {
  // The log no longer tells the addresses of those who were erased.
  const known = ofType(facts, 'AccountRegistered').filter(({ data }) => data.email !== null)
  const registered = Map.groupBy(known, ({ data }) => data.email ?? '')
  return {
    facts,
    streams: Map.groupBy(facts, ({ streamName }) => streamName),
    users: new Map([...registered].map(([email, accounts]) => [email, accounts.map(({ data }) => data.userId)])),
  }
}

function wrongLog(log: AuditedLog, told: readonly LedgerEntry[]): string[] {
  return [
    ...wholeness(log),
    ...twice(log),
    ...told.flatMap((one) => lost(log, one)),
    ...beyondLimits(log),
    ...outOfTurn(log),
    ...brokenTiers(log),
  ]
}

export const neverMet = (met: Readonly<Record<string, number>>): string[] =>
  Object.entries(met).flatMap(([what, count]) => (count > 0 ? [] : [`The run has met no ${what}: it says nothing of them`]))

function wholeness({ facts, streams }: AuditedLog): string[] {
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

/** Fields whose values only one event of the type may have. Hours of tutoring may be held again. */
const once: { readonly [Type in FactType]?: readonly (keyof FactOf<Type>['data'])[] } = {
  AccountRegistered: ['userId'],
  AnswerSubmitted: ['userId', 'date', 'questionId', 'studySessionId'],
  CheckoutEnded: ['checkoutId'],
  CheckoutOpened: ['checkoutId'],
  CheckoutStarted: ['checkoutId'],
  // A code that was deleted and made again is another one.
  CodeRedeemed: ['codeId', 'userId'],
  CustomerMade: ['userId'],
  EmailClaimed: ['emailHash'],
  EmailVerified: ['userId'],
  ExamAnswered: ['examId', 'questionId'],
  ExamBooked: ['examId'],
  ExamCompleted: ['examId'],
  ExamGivenUp: ['examId'],
  ExamOutcomeAsked: ['sittingId'],
  ExamStarted: ['examId'],
  InvoicePaid: ['invoiceId'],
  ModuleSelected: ['userId', 'module'],
  MoneyBackClaimed: ['userId'],
  PassPredicted: ['of'],
  PaymentFailed: ['invoiceId', 'attempt'],
  PaymentReminded: ['invoiceId', 'day'],
  QuestionAdded: ['questionId'],
  QuestionReviewRequested: ['userId', 'questionId'],
  RefundIssued: ['refundId'],
  RegistrationNoticeSent: ['userId', 'date'],
  RegistrationRepeated: ['userId', 'date'],
  ReviewRequestCounted: ['userId', 'date', 'questionId'],
  StripeEventReceived: ['eventId'],
  SubscriptionActivated: ['subscriptionId'],
  SubscriptionEnded: ['subscriptionId'],
  TierChanged: ['userId'],
  TuteeRequestCounted: ['requestId'],
  TutorApproved: ['userId'],
  TutorEarned: ['sessionId'],
  TutoringCheckoutStarted: ['checkoutId'],
  TutoringPaid: ['requestId'],
  TutoringRefunded: ['cause'],
  TutoringReminderDue: ['sessionId', 'startsAt', 'hours'],
  TutoringRequestAccepted: ['requestId'],
  TutoringRequestCancelled: ['requestId'],
  TutoringRequestClosed: ['requestId'],
  TutoringRequested: ['requestId'],
  TutoringSessionCancelled: ['sessionId'],
  TutoringSessionRescheduled: ['sessionId', 'sequence'],
  TutoringSessionScheduled: ['sessionId'],
  VerificationEmailSent: ['verificationId'],
  VerificationRequested: ['verificationId'],
}

/** Equal for events of which only one may exist; null for those that may happen again. */
function occasion(fact: Recorded<Fact>): string | null {
  if (fact.type === 'TierChanged' && fact.data.cause !== 'granted') return null
  const data = fact.data as unknown as Readonly<Record<string, unknown>>
  const values = once[fact.type]?.map((field) => data[field])
  return values ? `${fact.type} ${JSON.stringify(values)}` : null
}

/** No event or occasion twice; events of one command are contiguous, since they are appended once. */
function twice({ facts, streams, users }: AuditedLog): string[] {
  const faults: string[] = []
  for (const [id, same] of Map.groupBy(facts, ({ id }) => id))
    if (same.length > 1) faults.push(`event ${id} stands twice: ${same.map(at).join(', ')}`)
  for (const [email, ids] of users) if (ids.length > 1) faults.push(`${email} has ${ids.length} accounts: ${ids.join(', ')}`)
  for (const [name, same] of Map.groupBy(facts, occasion))
    if (name !== null && same.length > 1) faults.push(`${name} happened ${same.length} times: ${same.map(at).join(', ')}`)
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

function brokenTiers({ facts }: AuditedLog): string[] {
  const tierOf = new Map<string, Tier>()
  return ofType(facts, 'TierChanged').flatMap((fact) => {
    const { userId, from, to } = fact.data
    const before = tierOf.get(userId) ?? 'free'
    tierOf.set(userId, to)
    return before === from && from !== to ? [] : [`${at(fact)} goes from ${from} to ${to} where the tier was ${before}`]
  })
}

/** What a student was told that the log does not hold. */
function lost(log: AuditedLog, told: LedgerEntry): string[] {
  const { email, consistencyToken } = told
  const userId = log.users.get(email)?.[0]
  if (userId === undefined) return [`${email} was told "${told.kind}" and has no account in the log`]
  const missing = (what: string) => [`${email} (${userId}) was told "${told.kind}", and ${what}`]
  const day = log.facts.filter(({ streamName }) => streamName.startsWith(`studyDay-${userId}_`))
  if (told.kind === 'limited') {
    const delivered = day.some(
      (fact) =>
        (fact.type === 'AnswerSubmitted' && fact.data.questionId === told.questionId) ||
        (fact.type === 'QuestionsDrawn' && fact.data.questions.some(({ questionId }) => questionId === told.questionId)),
    )
    return delivered ? missing(`question ${told.questionId} was delivered anyway`) : []
  }
  const effects = told.kind === 'assigned' ? assignments(day, told.questionIds) : happened(log, userId, told)
  if (effects.length === 0)
    return missing(`the log does not hold it: ${JSON.stringify(told, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`)
  if (consistencyToken === null) return []
  const [first] = effects
  if (first && first.position.commit > consistencyToken) return missing(`its token ${consistencyToken} is before ${at(first)}`)
  // Planning a session also holds and releases hours of its tutor and student, and readers wait for those as well.
  const isOwn = (streamName: string) => streamName === first?.streamName || (told.kind === 'tutoring' && /^(tutor|tutee)-/.test(streamName))
  return log.facts.some(({ position, streamName }) => position.commit === consistencyToken && isOwn(streamName))
    ? []
    : missing(`its token ${consistencyToken} is no position of ${first?.streamName}`)
}

function assignments(day: readonly Recorded<Fact>[], questionIds: readonly string[]): readonly Recorded<Fact>[] {
  const assigned = ofType(day, 'DailyQuestionsAssigned')
  const ids = new Set(assigned.flatMap(({ data }) => data.questions.map(({ questionId }) => questionId)))
  return questionIds.every((id) => ids.has(id)) ? assigned : []
}

function happened(
  { streams, facts }: AuditedLog,
  userId: string,
  { stream, types, says = {} }: Extract<LedgerEntry, { readonly stream: string }>,
) {
  const name = stream.replace('{userId}', userId)
  const own = streams.get(name) ?? (name.endsWith('_') ? facts.filter(({ streamName }) => streamName.startsWith(name)) : [])
  // What has a user is theirs.
  const expected = Object.entries({ userId, ...says })
  return own.filter(({ type, data }) => {
    const values = { userId, ...data } as Readonly<Record<string, unknown>>
    return types.includes(type) && expected.every(([field, value]) => isDeepStrictEqual(values[field], value))
  })
}

function beyondLimits({ facts }: AuditedLog): string[] {
  const faults: string[] = []
  const tierOf = new Map<string, Tier>()
  const delivered = new Map<string, Set<string>>()
  for (const fact of facts) {
    if (fact.type === 'TierChanged') tierOf.set(fact.data.userId, fact.data.to)
    if (fact.type !== 'DailyQuestionsAssigned' && fact.type !== 'QuestionsDrawn') continue
    const today = delivered.get(fact.streamName) ?? new Set()
    delivered.set(fact.streamName, today)
    for (const { questionId } of fact.data.questions) today.add(questionId)
    const tier = tierOf.get(fact.data.userId) ?? 'free'
    const { dailyLimit } = tiers[tier]
    if (dailyLimit !== UNLIMITED && today.size > dailyLimit) faults.push(`${at(fact)} brings a ${tier} account to ${today.size} questions`)
  }
  return faults
}

function outOfTurn({ streams }: AuditedLog): string[] {
  const faults: string[] = []
  for (const [name, day] of streams) {
    const delivered = day.flatMap((fact) =>
      fact.type === 'DailyQuestionsAssigned' || fact.type === 'QuestionsDrawn' ? fact.data.questions : [],
    )
    const answered = ofType(day, 'AnswerSubmitted').map(({ data }) => data.questionId)
    const sets = Map.groupBy(
      delivered.filter(({ set }) => set !== null),
      ({ set }) => set?.id ?? '',
    )
    for (const [set, parts] of sets) {
      if (parts.some((part, index) => part.set?.part !== index + 1 || part.set.of !== parts.length))
        faults.push(`${name} was given ${set} in parts`)
      const places = parts.map(({ questionId }) => answered.indexOf(questionId))
      if (places.some((place, index) => place >= 0 && places.slice(0, index).some((before) => before < 0 || before > place)))
        faults.push(`${name} has answers to ${set} out of turn`)
    }
  }
  return faults
}
