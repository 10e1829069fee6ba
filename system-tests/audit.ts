import { isDeepStrictEqual } from 'node:util'
import type { AccountMailKind } from '@medicready/domain/accounts/account-events'
import { type Tier, tiers, UNLIMITED } from '@medicready/domain/billing/tiers'
import type { Recorded } from '@medicready/domain/event'
import type { Fact, FactOf, FactType } from '@medicready/domain/events'
import type { InboxMail } from '@medicready/platform/testing/inbox'
import type { Ledger, Told } from './ledger.ts'
import { tutoringMails, tutoringOccasion } from './tutoring-mails.ts'

/** The log as it stands at the end, by its streams, and what each account's owner did. */
interface Log {
  readonly facts: readonly Recorded<Fact>[]
  readonly streams: ReadonlyMap<string, readonly Recorded<Fact>[]>
  /** User ids by email address; an address that registered twice has two. */
  readonly users: ReadonlyMap<string, readonly string[]>
}

const at = (fact: Recorded<Fact>): string => `${fact.type} in ${fact.streamName} at ${fact.position.commit}`

function isOf<Type extends FactType>(fact: Recorded<Fact>, type: Type): fact is Recorded<FactOf<Type>> {
  return fact.type === type
}

const ofType = <Type extends FactType>(facts: readonly Recorded<Fact>[], type: Type): Recorded<FactOf<Type>>[] =>
  facts.filter((fact) => isOf(fact, type))

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Everything that the mail server was given. */
export interface Post {
  /** One for each Message-ID. */
  readonly mails: readonly InboxMail[]
  /** The Message-IDs that came again, one for each time. */
  readonly repeats: readonly string[]
  /**
   * How many processes were killed. Each may make one mail come again: the one that was handed over and not yet
   * recorded.
   */
  readonly kills: number
}

/**
 * Compares the log and the post with what the clients were told. Answers everything that is wrong, each in words that
 * say what and where.
 */
export function audit(facts: readonly Recorded<Fact>[], post: Post, { told }: Ledger): string[] {
  const registered = groupBy(ofType(facts, 'AccountRegistered'), ({ data }) => data.email ?? '')
  const log: Log = {
    facts,
    streams: groupBy(facts, ({ streamName }) => streamName),
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

/** A run that has met none of something says nothing of it, and must not pass for one that does. */
export const neverMet = (met: Readonly<Record<string, number>>): string[] =>
  Object.entries(met).flatMap(([what, count]) => (count > 0 ? [] : [`The run has met no ${what}: it says nothing of them`]))

/** Every stream counts from 0 without a gap, and every position is its own. */
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

/** What may happen once only, under a name for the one that it may happen to. Types that may recur have none. */
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
    // A code that was deleted unused, and made again, is another one.
    case 'CodeRedeemed':
      return `${fact.data.codeId} ${fact.data.userId}`
    default:
      return tutoringOccasion(fact)
  }
}

/**
 * No event twice, no occasion twice, and what one command appended to a stream stands together: it was appended once.
 */
function twice({ facts, streams, users }: Log): string[] {
  const faults: string[] = []
  for (const [id, same] of groupBy(facts, ({ id }) => id))
    if (same.length > 1) faults.push(`event ${id} stands twice: ${same.map(at).join(', ')}`)
  for (const [email, ids] of users) if (ids.length > 1) faults.push(`${email} has ${ids.length} accounts: ${ids.join(', ')}`)
  const occasions = groupBy(
    facts.filter((fact) => occasion(fact) !== null),
    (fact) => `${fact.type} ${occasion(fact)}`,
  )
  for (const [name, same] of occasions)
    if (same.length > 1) faults.push(`${name} happened ${same.length} times: ${same.map(at).join(', ')}`)
  for (const events of streams.values())
    for (const [commandId, same] of groupBy(events, ({ metadata }) => metadata.commandId)) {
      const [first, last] = [same[0], same.at(-1)]
      if (first && last && last.revision - first.revision !== BigInt(same.length - 1))
        faults.push(`command ${commandId} was appended in parts: ${same.map(at).join(', ')}`)
    }
  for (const [day, assigned] of groupBy(ofType(facts, 'DailyQuestionsAssigned'), ({ streamName }) => streamName)) {
    const ids = assigned.flatMap(({ data }) => data.questions.map(({ questionId }) => questionId))
    if (new Set(ids).size !== ids.length) faults.push(`${day} was assigned a question twice`)
  }
  return faults
}

/** What a student was told and the log does not hold, or not as they were told. */
function lost({ streams, users, facts }: Log, told: Told): string[] {
  const { email, consistencyToken } = told
  const userId = users.get(email)?.[0]
  if (userId === undefined) return [`${email} was told "${told.kind}" and has no account in the log`]
  const missing = (what: string) => [`${email} (${userId}) was told "${told.kind}", and ${what}`]
  const account = streams.get(`account-${userId}`) ?? []
  const day = facts.filter((fact) => fact.streamName.startsWith(`studyDay-${userId}_`))

  const effects = ((): readonly Recorded<Fact>[] => {
    switch (told.kind) {
      case 'registered':
        return ofType(account, 'VerificationRequested')
      case 'verified':
        return ofType(account, 'EmailVerified')
      case 'registeredAgain':
        return ofType(account, 'RegistrationRepeated')
      case 'moduleSelected': {
        const last = (streams.get(`modules-${userId}`) ?? []).filter(
          (fact) =>
            (isOf(fact, 'ModuleSelected') || isOf(fact, 'ModuleDeactivated') || isOf(fact, 'ModuleReactivated')) &&
            fact.data.userModuleId === told.userModuleId &&
            fact.data.module === told.module,
        )
        return last.filter((fact) => (fact.type === 'ModuleDeactivated') === !told.isActive)
      }
      case 'assigned': {
        const assigned = ofType(day, 'DailyQuestionsAssigned')
        const ids = new Set(assigned.flatMap(({ data }) => data.questions.map(({ questionId }) => questionId)))
        return told.questionIds.every((id) => ids.has(id)) ? assigned : []
      }
      case 'answered':
        return ofType(day, 'AnswerSubmitted').filter(
          ({ data }) =>
            data.questionId === told.questionId && isDeepStrictEqual(data.answer, told.answer) && data.isCorrect === told.isCorrect,
        )
      case 'examStarted':
        return ofType(streams.get(`exam-${told.examId}`) ?? [], 'ExamStarted').filter(({ data }) => data.userId === userId)
      case 'examAnswered': {
        const taken = streams.get(`exam-${told.examId}`) ?? []
        if (told.isLast && ofType(taken, 'ExamCompleted').length === 0) return []
        return ofType(taken, 'ExamAnswered').filter(({ data }) => data.userId === userId && data.questionId === told.questionId)
      }
      case 'reviewRequested':
        return ofType(streams.get(`question-${told.questionId}`) ?? [], 'QuestionReviewRequested').filter(
          ({ data }) => data.userId === userId,
        )
      case 'subscribed':
        return ofType(streams.get(`push-${userId}`) ?? [], 'PushSubscribed').filter(
          ({ data }) => data.deviceId === told.deviceId && data.endpoint === told.endpoint,
        )
      case 'tutoring':
        return (streams.get(told.stream) ?? []).filter(
          ({ type, data }) =>
            type === told.type && Object.entries(told.says).every(([name, value]) => (data as Record<string, unknown>)[name] === value),
        )
      case 'withdrawn':
        return ofType(streams.get(`question-${told.questionId}`) ?? [], 'QuestionWithdrawn')
      case 'planChanged':
        return (streams.get(`subscription-${userId}`) ?? []).filter(({ type }) => told.anyOf.includes(type))
      case 'limited':
        return []
    }
  })()

  if (told.kind === 'limited') {
    const delivered = day.some(
      (fact) =>
        (isOf(fact, 'AnswerSubmitted') && fact.data.questionId === told.questionId) ||
        (isOf(fact, 'QuestionsDrawn') && fact.data.questions.some(({ questionId }) => questionId === told.questionId)),
    )
    return delivered ? missing(`question ${told.questionId} was delivered all the same`) : []
  }
  if (effects.length === 0)
    return missing(`the log does not hold it: ${JSON.stringify(told, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`)
  if (consistencyToken === null) return []
  const [first] = effects
  if (first && first.position.commit > consistencyToken) return missing(`its token ${consistencyToken} is before ${at(first)}`)
  return facts.some(({ position, streamName }) => position.commit === consistencyToken && streamName === first?.streamName)
    ? []
    : missing(`its token ${consistencyToken} is no position of ${first?.streamName}`)
}

/** Deliveries beyond what the account's tier allowed at that moment. */
function beyondLimits({ facts }: Log): string[] {
  const faults: string[] = []
  const tierOf = new Map<string, Tier>()
  const delivered = new Map<string, Set<string>>()
  for (const fact of facts) {
    if (isOf(fact, 'TierChanged')) tierOf.set(fact.data.userId, fact.data.to)
    if (!isOf(fact, 'DailyQuestionsAssigned') && !isOf(fact, 'QuestionsDrawn')) continue
    const today = delivered.get(fact.streamName) ?? new Set()
    delivered.set(fact.streamName, today)
    for (const { questionId } of fact.data.questions) today.add(questionId)
    const tier = tierOf.get(fact.data.userId) ?? 'free'
    const { dailyLimit } = tiers[tier]
    if (dailyLimit !== UNLIMITED && today.size > dailyLimit) faults.push(`${at(fact)} brings a ${tier} account to ${today.size} questions`)
  }
  return faults
}

/** Tiers that change from another one than there was. */
function brokenTiers({ facts }: Log): string[] {
  const tierOf = new Map<string, Tier>()
  return ofType(facts, 'TierChanged').flatMap((fact) => {
    const { userId, from, to } = fact.data
    const before = tierOf.get(userId) ?? 'free'
    tierOf.set(userId, to)
    return before === from && from !== to ? [] : [`${at(fact)} goes from ${from} to ${to} where the tier was ${before}`]
  })
}

/** Sets of which a day gave a part alone, and parts that were answered before those that come before them. */
function outOfTurn({ streams }: Log): string[] {
  const faults: string[] = []
  for (const [name, day] of streams) {
    const delivered = day.flatMap((fact) =>
      isOf(fact, 'DailyQuestionsAssigned') || isOf(fact, 'QuestionsDrawn') ? fact.data.questions : [],
    )
    const answered = ofType(day, 'AnswerSubmitted').map(({ data }) => data.questionId)
    const sets = groupBy(
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

/**
 * Every mail that was due came, under one Message-ID, and nothing else came. A mail may come again under the same
 * Message-ID after a kill, as it is sent before that is recorded; more repeats than kills are a fault.
 */
function wrongMails(log: Log, { mails, repeats, kills }: Post): string[] {
  const { facts, users } = log
  const faults: string[] = []
  const held = groupBy(mails, ({ messageId }) => messageId.replace(/@.*$/, ''))
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
  // A link that was followed went out: who followed it may have been faster than the note.
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
  /** Who is killed between sending and noting finds it switched off when it is met again: nobody can tell then. */
  readonly perhapsGone: ReadonlySet<string>
}

/** Daily emails that were due. Each was due once a day, and became sent or dropped, once. */
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

/** What is told of payments and plans. Of what was never paid for nobody hears that it ended. */
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
