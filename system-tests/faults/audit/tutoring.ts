import { streamName } from '@medicready/domain/core/decider'
import type { Recorded } from '@medicready/domain/core/event'
import type { Fact, FactOf } from '@medicready/domain/events'
import { meets } from '@medicready/domain/tutoring/availability'
import { promisedRefund } from '@medicready/domain/tutoring/decide-request'
import { reminderDue } from '@medicready/domain/tutoring/decide-session'
import { type Slot, type TuteeEvent, type TutorEvent, tuteeAggregate, tutorAggregate } from '@medicready/domain/tutoring/tutor'
import type { TutoringRequestEvent } from '@medicready/domain/tutoring/tutoring-events'
import { type PlannedSession, type RequestState, sharesLeft, tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import type { TutoringMoney } from '../../provider.ts'
import type { LedgerEntry } from '../ledger.ts'
import { ofType } from './log.ts'
import { onceEach } from './payments.ts'

type Log = readonly Recorded<Fact>[]

interface Run {
  readonly told: readonly LedgerEntry[]
  readonly money: TutoringMoney
  readonly remindedUntil: string
}

/**
 * Compares the log with what tutoring clients were told and what the provider has: no unknown or double bookings, no
 * missing reminders, every cent accounted for. Returns every fault as a sentence.
 */
export function auditTutoring(facts: Log, { told, money, remindedUntil }: Run): string[] {
  const streams = Map.groupBy(facts, ({ streamName }) => streamName)
  const requests = [...streams].flatMap(([name, own]) => (name.startsWith(`${tutoringRequestAggregate.category}-`) ? [requestOf(own)] : []))
  return [
    ...bookedUntold(facts, told),
    ...[...new Set([...streams.keys(), ...requests.flatMap((request) => diariesOf(request))])].flatMap((name) =>
      wrongHours(name, streams.get(name) ?? [], requests),
    ),
    ...requests.flatMap(({ state }) => withoutReminder(state, remindedUntil)),
    ...onceEach('payment for tutoring', money.payments.map(forRequest), ofType(facts, 'TutoringPaid').map(asPayment)),
    ...onceEach('refund of tutoring', money.refunds.map(forRequest), ofType(facts, 'TutoringRefunded').map(asRefund)),
    ...requests.flatMap((request) => wrongShares(request)),
    ...wrongEarnings(facts),
  ]
}

/** An id of the provider's counts together with its request. */
const forRequest = ({ id, requestId, amount }: TutoringMoney['payments'][number]) => ({ id: `${id} for ${requestId}`, amount })
const asPayment = ({ data }: FactOf<'TutoringPaid'>) => forRequest({ ...data, id: data.paymentId })
const asRefund = ({ data }: FactOf<'TutoringRefunded'>) => forRequest({ ...data, id: data.refundId })

interface Request {
  readonly own: readonly Recorded<TutoringRequestEvent>[]
  readonly state: RequestState
}

function requestOf(facts: Log): Request {
  const own = facts as unknown as readonly Recorded<TutoringRequestEvent>[]
  return { own, state: own.reduce((state, fact) => tutoringRequestAggregate.evolve(state, fact), tutoringRequestAggregate.initial) }
}

/** Requests and sessions that no client was told of: a command that was carried out twice. */
function bookedUntold(facts: Log, told: readonly LedgerEntry[]): string[] {
  const said = told.flatMap((one) => ('stream' in one ? [one] : []))
  const sessions = new Set(said.map(({ says }) => says?.sessionId))
  const streams = new Set(said.map(({ stream }) => stream))
  return [
    ...ofType(facts, 'TutoringRequested')
      .filter(({ streamName }) => !streams.has(streamName))
      .map(({ data }) => `the request ${data.requestId} of ${data.userId} was made, but no client was told of it`),
    ...ofType(facts, 'TutoringSessionScheduled')
      .filter(({ data }) => !sessions.has(data.sessionId))
      .map(({ data }) => `the session ${data.sessionId} of ${data.userId} was planned, but no client was told of it`),
  ]
}

const diariesOf = ({ state }: Request): string[] =>
  state.sessions.flatMap(({ tutorId }) => [streamName(tutorAggregate, tutorId), streamName(tuteeAggregate, state.userId)])

function wrongHours(name: string, own: Log, requests: readonly Request[]): string[] {
  const isTutors = name.startsWith(`${tutorAggregate.category}-`)
  if (!isTutors && !name.startsWith(`${tuteeAggregate.category}-`)) return []
  const faults: string[] = []
  let [tutor, tutee] = [tutorAggregate.initial, tuteeAggregate.initial]
  const slots = (): readonly Slot[] => (isTutors ? tutor : tutee).slots
  for (const fact of own) {
    if (isTutors) tutor = tutorAggregate.evolve(tutor, fact as unknown as TutorEvent)
    else tutee = tuteeAggregate.evolve(tutee, fact as unknown as TuteeEvent)
    const held = slots().at(-1)
    if ((fact.type !== 'TutorSlotHeld' && fact.type !== 'TuteeSlotHeld') || !held) continue
    for (const other of slots())
      if (other.sessionId !== held.sessionId && meets(other, held))
        faults.push(`${name} is at ${other.sessionId} and ${held.sessionId} at ${held.startsAt}`)
  }
  const planned = requests.flatMap((request) => (diariesOf(request).includes(name) ? request.state.sessions : []))
  const needed = planned.filter(
    ({ state, tutorId }) => state !== 'cancelled' && (!isTutors || name === streamName(tutorAggregate, tutorId)),
  )
  const isFor = (session: PlannedSession, slot: Slot) =>
    slot.sessionId === session.sessionId && slot.sequence === session.sequence && slot.startsAt === session.startsAt
  for (const session of needed) {
    const held = slots().filter((slot) => isFor(session, slot)).length
    if (held !== 1) faults.push(`${name} holds ${held} hours for ${session.sessionId} instead of one`)
  }
  for (const slot of slots())
    if (!needed.some((session) => isFor(session, slot)))
      faults.push(`${name} holds ${slot.startsAt} for ${slot.sessionId}, which does not need it`)
  return faults
}

function withoutReminder({ sessions }: RequestState, until: string): string[] {
  return sessions.flatMap((session) => {
    const hours = reminderDue(session, until)
    return hours === null ? [] : [`no one was reminded ${hours} hours before ${session.sessionId} at ${session.startsAt}`]
  })
}

/** Promised refunds that were not paid once, and money that is not accounted for. */
function wrongShares({ own, state }: Request): string[] {
  const { requestId, paid, sessions } = state
  const faults: string[] = []
  const refunds = own.flatMap((fact) => (fact.type === 'TutoringRefunded' ? [fact.data] : []))
  const promised = own.flatMap((fact) => promisedRefund(fact.id, fact, state) ?? [])
  for (const { cause, amount } of promised) {
    const kept = refunds.filter((refund) => refund.cause === cause)
    if (kept.length !== 1 || kept[0]?.amount !== amount)
      faults.push(
        `${amount} of ${requestId} was promised back by ${cause}, and ${kept.map((refund) => refund.amount).join(' and ') || 0} went`,
      )
  }
  for (const { cause, amount } of refunds)
    if (!promised.some((promise) => promise.cause === cause))
      faults.push(`${amount} of ${requestId} went back for ${cause}, which promised nothing`)
  if (!paid) return faults
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const settled = own.flatMap(({ data }) => ('earned' in data ? [data] : []))
  for (const { sessionId, amount, refund, fee, earned } of settled)
    if (amount !== refund + fee + earned)
      faults.push(`the session ${sessionId} costs ${amount}, and ${refund} + ${fee} + ${earned} were parted`)
  const open = sumOf(sessions.filter((session) => session.state === 'scheduled').map(({ amount }) => amount)) + sumOf(sharesLeft(state))
  const kept = paid.amount - sumOf(refunds.map(({ amount }) => amount))
  const accounted = open + sumOf(settled.map(({ fee, earned }) => fee + earned))
  if (kept !== accounted) faults.push(`${kept} of ${requestId} is kept, and ${accounted} of it is open, earned, or the platform's`)
  return faults
}

function wrongEarnings(facts: Log): string[] {
  const earned = facts.flatMap(({ data }) =>
    'earned' in data && 'refund' in data && data.earned > 0 ? [{ id: data.sessionId, amount: data.earned }] : [],
  )
  const counted = ofType(facts, 'TutorEarned').map(({ data }) => ({ id: data.sessionId, amount: data.earned }))
  return onceEach('earning by', earned, counted)
}
