import type { Recorded } from '@medicready/domain/core/event'
import type { Fact, FactOf, FactType } from '@medicready/domain/events'
import { dayReminders, dueTypes, sentTypes } from '@medicready/domain/reminders/reminder-day'
import type { TakenPush } from '@medicready/local/push/start'
import { ofType } from './log.ts'
import { isOvertaken } from './mails.ts'

type Sent = FactOf<(typeof sentTypes)[keyof typeof sentTypes] | 'SessionReminderSent'>

/**
 * Compares the log with the push service: each due reminder was sent or dropped, and reached every recorded device,
 * none after that. A kill may repeat a push under its topic. Returns every fault as a sentence.
 */
export function auditPushes(facts: readonly Recorded<Fact>[], taken: readonly TakenPush[], kills: number): string[] {
  const of = <Type extends FactType>(type: Type) => ofType(facts, type)
  const devices = new Map(of('PushSubscribed').map((fact) => [fact.data.deviceId, fact]))
  const gone = new Set(of('PushUnsubscribed').map(({ data }) => data.deviceId))
  const metAt = Map.groupBy(taken, (push) => meeting(push))
  const faults: string[] = []
  const topics = new Map<string, readonly string[]>()
  const reached = new Set<string>()
  const note = (name: string, topic: string, sent: readonly Recorded<Sent>[]) => {
    const recorded = sent.flatMap(({ data, metadata }) => data.devices.map((deviceId) => ({ deviceId, at: metadata.occurredAt })))
    for (const { deviceId, at } of recorded) {
      reached.add(deviceId)
      if (recorded.filter((other) => other.deviceId === deviceId).length > 1) faults.push(`${name} was recorded twice for ${deviceId}`)
      const met = metAt.get(meeting({ deviceId: addressOf(devices.get(deviceId)), topic })) ?? []
      if (met.length === 0) faults.push(`${name} was recorded for ${deviceId}, which it has not met`)
      const late = met.filter((push) => push.at > at)
      if (late.length > 0) faults.push(`${name} met ${deviceId} again at ${late[0]?.at}, after that was recorded at ${at}`)
    }
  }
  for (const kind of dayReminders)
    for (const due of of(dueTypes[kind])) {
      const { userId, date } = due.data
      const name = `${due.type} of ${userId} on ${date}`
      const topic = due.id.replaceAll('-', '')
      topics.set(topic, [userId])
      const isOfDue = ({ data }: { readonly data: { readonly userId: string; readonly date: string } }) =>
        data.userId === userId && data.date === date
      const sent = of(sentTypes[kind]).filter(isOfDue)
      const dropped = of('ReminderDropped').filter((fact) => isOfDue(fact) && fact.data.kind === kind)
      if (of(dueTypes[kind]).filter(isOfDue).length > 1) faults.push(`${name} stands more than once`)
      if (dropped.length > 1 || sent.length > 0 === dropped.length > 0)
        faults.push(`${name} was sent in ${sent.length} facts and dropped in ${dropped.length}`)
      note(name, topic, sent)
    }
  for (const due of of('TutoringReminderDue')) {
    const { userId, tutorId, sessionId, hours } = due.data
    const name = `the reminder ${hours} hours before ${sessionId}`
    const topic = due.id.replaceAll('-', '')
    topics.set(topic, [userId, tutorId])
    const sent = of('SessionReminderSent').filter(({ data }) => data.cause === due.id)
    note(name, topic, sent)
    if (isOvertaken(due, facts)) continue
    for (const [deviceId, { data, position }] of devices)
      if ([userId, tutorId].includes(data.userId) && position.commit < due.position.commit && !gone.has(deviceId))
        if (!sent.some((fact) => fact.data.devices.includes(deviceId))) faults.push(`${name} left out ${deviceId}`)
  }
  // People in tutoring get session reminders only.
  const inTutoring = new Set([...of('TutoringRequested'), ...of('TutorApplied')].map(({ data }) => data.userId))
  const allDue = dayReminders.flatMap((kind): readonly Recorded<Fact>[] => of(dueTypes[kind]))
  for (const [deviceId, { data, position }] of devices) {
    const due = allDue.filter((fact) => 'userId' in fact.data && fact.data.userId === data.userId)
    // A device added after the day's reminder was due may get nothing that day.
    const isLate = due.length > 0 && due.every((fact) => fact.position.commit < position.commit)
    if (!gone.has(deviceId) && !reached.has(deviceId) && !isLate && !inTutoring.has(data.userId))
      faults.push(`${deviceId} of ${data.userId} takes notifications but got none`)
  }
  const owners = new Map([...devices.values()].map((fact) => [addressOf(fact), fact.data.userId]))
  for (const { deviceId, topic } of taken)
    if (topic === null || !topics.get(topic)?.includes(owners.get(deviceId) ?? ''))
      faults.push(`${deviceId} got ${topic}, which was not due for its owner`)
  const repeats = pushRepeats(taken)
  const most = kills * MOST_UNDER_WAY
  if (repeats > most) faults.push(`${repeats} notifications came again, and ${kills} kills explain ${most}`)
  return faults
}

export const pushRepeats = (taken: readonly TakenPush[]): number => taken.length - new Set(taken.map(meeting)).size

/** Reminders under way at once, each for up to three devices. */
const MOST_UNDER_WAY = 10 * 3

const meeting = ({ deviceId, topic }: Pick<TakenPush, 'deviceId' | 'topic'>): string => `${deviceId} ${topic}`

const addressOf = (subscribed: Recorded<FactOf<'PushSubscribed'>> | undefined): string => subscribed?.data.endpoint?.split('/').at(-1) ?? ''
