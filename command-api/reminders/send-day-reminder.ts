import { accountAggregate } from '@medicready/domain/accounts/account'
import { accountDay } from '@medicready/domain/accounts/shown/account-day'
import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { RecordedFact } from '@medicready/domain/events'
import { reminderPreferencesAggregate } from '@medicready/domain/reminders/preferences'
import {
  type DayReminder,
  type DueType,
  dayReminders,
  dropReminder,
  dueTypes,
  noteReminder,
  type ReminderDrop,
  reminded,
  reminderDayAggregate,
  reminderDayId,
} from '@medicready/domain/reminders/reminder-day'
import { isQuiet } from '@medicready/domain/reminders/shown/rules'
import { streakToday } from '@medicready/domain/study/streak'
import { studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import { letter } from '@medicready/platform/mail/letter'
import { dueCardCount } from '@medicready/projector/read-models/study/card-queries'
import { streakOf } from '@medicready/projector/read-models/study/streak-queries'
import { noteNoMailbox, sendAccountMail, whyMailStopped } from '../accounts/tell-account.ts'
import { isActiveAccount } from '../readiness/predict-pass.ts'
import { type MailDeps, RetryLater, type WorkerDeps } from '../worker/definitions.ts'
import { endOfDay, timeShown } from './due-reminders.ts'
import { contextOf, devicesLeft, sendToDevices } from './push.ts'
import { noticeOf, reminderWords } from './reminder-words.ts'

export type ReminderDeps = MailDeps &
  Pick<WorkerDeps, 'sql' | 'hashEmail' | 'postalAddress' | 'reminderPace' | 'unsubscribeLinks' | 'signal' | 'pushes'>

const kindOf = (type: DueType): DayReminder => dayReminders.find((kind) => dueTypes[kind] === type) ?? 'dailyQuestions'

/** To each device not reached yet, and by mail if wanted; dropped if done or no longer wanted. */
export async function sendDayReminder(fact: RecordedFact<DueType>, deps: ReminderDeps): Promise<void> {
  const { commands, clock } = deps
  const { userId, date } = fact.data
  const kind = kindOf(fact.type)
  const id = reminderDayId(userId, date)
  const before = reminded((await commands.load(reminderDayAggregate, id)).state, kind)
  if (!before) return
  const drop = async (reason: ReminderDrop): Promise<void> => {
    const decide = dropReminder(kind, { userId, date, reason })
    await commands.execute(reminderDayAggregate, id, decide, contextOf(fact, `dropped ${reason}`, clock))
  }

  const account = (await commands.load(accountAggregate, userId)).state
  if (!isActiveAccount(account) || account.situation !== 'verified' || account.email === null) return drop('noAccount')
  if (accountDay(clock(), account) !== date) return drop('dayOver')
  const { push, mail, quietHours } = (await commands.load(reminderPreferencesAggregate, userId)).state
  const devices = push[kind] ? await devicesLeft(deps, userId, before.devices) : []
  const isMailWanted = kind !== 'dailyQuestions' && mail[kind] && !before.byMail
  if (devices.length === 0 && !isMailWanted) return drop('switchedOff')
  const isMailed = isMailWanted && !(await whyMailStopped(deps, { userId, email: account.email }))
  if (devices.length === 0 && !isMailed) return drop('stopped')
  const reminding = await whatFor(deps, kind, userId, date)
  if (!reminding) return drop('done')

  const words = reminderWords(reminding)
  const isHeld = devices.length > 0 && isQuiet(timeShown(clock(), account.timeZone), quietHours)
  const until = endOfDay(date, account)
  const { reached, isDeferred } = isHeld
    ? { reached: [], isDeferred: false }
    : await sendToDevices(deps, fact, { userId, devices, notice: noticeOf(words), until })
  if (reached.length > 0) {
    const note = noteReminder(kind, { userId, date, devices: reached, byMail: false })
    await commands.execute(reminderDayAggregate, id, note, contextOf(fact, reached.join(), clock))
  }
  if (isMailed) await sendByMail(fact, { kind, to: account.email, words }, deps)
  if (isDeferred) throw new RetryLater('A push service does not accept this reminder now.')
  if (isHeld && !isMailed) throw new RetryLater('The reminder waits for the end of the quiet hours.')
  if (reached.length === 0 && !isMailed) await drop('refused')
}

async function sendByMail(
  fact: RecordedFact<DueType>,
  { kind, to, words }: { kind: 'streak' | 'reviews'; to: string; words: ReturnType<typeof reminderWords> },
  deps: ReminderDeps,
): Promise<void> {
  const { commands, clock, publicUrl, postalAddress, reminderPace, unsubscribeLinks, signal } = deps
  const { userId, date } = fact.data
  await reminderPace.turn(signal)
  const token = await unsubscribeLinks.tokenFor({ userId, mail: kind })
  const { title, text, path, why } = words
  const changes = [
    { button: 'Change it', link: new URL('/reminders', publicUrl).href },
    { button: 'Stop it', link: new URL(`/unsubscribe?token=${token}`, publicUrl).href },
  ]
  const link = new URL(path, publicUrl).href
  const content = letter({ subject: title, greeting: title, text, button: 'Go on', link, because: { why, changes }, postalAddress })
  const unsubscribe = new URL(`/api/unsubscribe?token=${token}`, publicUrl).href
  const mail = { to, id: `${kind}.${fact.id}`, ...content, unsubscribe }
  if (!(await sendAccountMail(deps, mail, () => noteNoMailbox(fact, mail, deps)))) return
  const decide = noteReminder(kind, { userId, date, devices: [], byMail: true })
  await commands.execute(reminderDayAggregate, reminderDayId(userId, date), decide, contextOf(fact, 'mail', clock))
}

async function whatFor({ commands, sql }: Pick<ReminderDeps, 'commands' | 'sql'>, kind: DayReminder, userId: string, date: CalendarDay) {
  if (kind === 'reviews') {
    const [row] = await dueCardCount(sql, { userId, day: date })
    return row && row.cards > 0 ? { kind, cards: row.cards } : null
  }
  if ((await commands.load(studyDayAggregate, studyDayId(userId, date))).state.answers.size > 0) return null
  if (kind === 'dailyQuestions') return { kind }
  const [row] = await streakOf(sql, userId)
  if (!row) return null
  const { currentStreak: days, freezes } = streakToday(row, date)
  return days > 0 ? { kind, days, freezes } : null
}
