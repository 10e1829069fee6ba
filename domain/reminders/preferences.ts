import { z } from 'zod'
import { dailyEmailTimePattern } from '../accounts/shown/rules.ts'
import type { Aggregate, Decide } from '../core/decider.ts'
import { defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { DEFAULT_REMINDERS, type MailReminder, type PushReminder, type QuietHours, type Reminders } from './shown/rules.ts'

/** `reminders-<userId>`: reminder preferences. The daily email is a setting of the account instead. */

const timeOfDay = z.string().regex(dailyEmailTimePattern)

export const reminderPreferenceEvents = defineEvents({
  RemindersChanged: eventWith({
    userId: z.uuid(),
    mail: z.object({ streak: z.boolean(), reviews: z.boolean(), sessions: z.boolean() }),
    push: z.object({ dailyQuestions: z.boolean(), streak: z.boolean(), reviews: z.boolean(), sessions: z.boolean() }),
    quietHours: z.object({ from: timeOfDay, until: timeOfDay }).nullable(),
  }),
})
export type ReminderPreferenceEvent = EventOf<(typeof reminderPreferenceEvents)[number]>

export const reminderPreferencesAggregate: Aggregate<Reminders, ReminderPreferenceEvent> = {
  category: 'reminders',
  initial: DEFAULT_REMINDERS,
  evolve: (_before, { data: { mail, push, quietHours } }) => ({ mail, push, quietHours }),
}

type Some<Of extends string> = { readonly [Name in Of]?: boolean | undefined }

/** A missing field stays as it is. */
export interface RemindersChange {
  readonly mail?: Some<MailReminder> | undefined
  readonly push?: Some<PushReminder> | undefined
  readonly quietHours?: QuietHours | null | undefined
}

export const changeReminders =
  (userId: string, change: RemindersChange): Decide<Reminders, ReminderPreferenceEvent> =>
  (before) => {
    const { quietHours = before.quietHours } = change
    const mail = merged(before.mail, change.mail)
    const push = merged(before.push, change.push)
    const isSame =
      isAlike(before.mail, mail) &&
      isAlike(before.push, push) &&
      before.quietHours?.from === quietHours?.from &&
      before.quietHours?.until === quietHours?.until
    return isSame ? [] : [{ type: 'RemindersChanged', data: { userId, mail, push, quietHours } }]
  }

type Flags = Readonly<Record<string, boolean>>

const namesOf = <Of extends Flags>(flags: Of) => Object.keys(flags) as (keyof Of & string)[]

const merged = <Of extends Flags>(before: Of, change: Some<keyof Of & string> | undefined): Of =>
  Object.fromEntries(namesOf(before).map((name) => [name, change?.[name] ?? before[name]])) as unknown as Of

const isAlike = <Of extends Flags>(one: Of, other: Of): boolean => namesOf(one).every((name) => one[name] === other[name])
