import { calendarDay } from '@medicready/domain/core/shown/calendar'
import { dueReminder, noteReminder, reminderDayAggregate, reminderDayId } from '@medicready/domain/reminders/reminder-day'
import type { Chance } from '@medicready/platform/testing/chance'
import { instant, Past } from './past.ts'
import type { LearnerStanding } from './school.ts'

const MORNING = 12
const HOURS = 9

/** With a past and a chance of their own, so that what else happens in the year does not depend on them. */
export function openReminders(chance: Chance, momentOf: (day: number, hour: number) => number) {
  const past = new Past(chance)
  const wishes = new Map<string, { kind: 'dailyQuestions' | 'reviews'; hour: number } | null>()

  function send({ learner: { userId, timeZone }, joinedAt, awayUntil }: LearnerStanding, day: number): void {
    if (!wishes.has(userId))
      wishes.set(
        userId,
        chance.happens(0.25) ? { kind: chance.pick(['dailyQuestions', 'reviews']), hour: MORNING + chance.below(HOURS) } : null,
      )
    const wish = wishes.get(userId)
    const at = momentOf(day, wish?.hour ?? 0)
    if (!wish || at < joinedAt || awayUntil > day) return
    const date = calendarDay(instant(at), timeZone)
    const id = reminderDayId(userId, date)
    const deed = { actorId: 'worker', at }
    past.decide(reminderDayAggregate, id, dueReminder(wish.kind, { userId, date, at: instant(at) }), deed)
    past.decide(reminderDayAggregate, id, noteReminder(wish.kind, { userId, date, devices: [], byMail: true }), deed)
    past.close(reminderDayAggregate, id)
  }

  return { send, events: () => past.events() }
}
