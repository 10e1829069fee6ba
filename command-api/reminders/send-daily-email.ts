import { accountAggregate, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { accountDay } from '@medicready/domain/accounts/account-day'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { dueNow } from '@medicready/domain/reminders/own-time'
import { type DropReason, isDailyEmailDue, noteDailyEmail, reminderDay, reminderDayId } from '@medicready/domain/reminders/reminder-day'
import { noteNoMailbox } from '../accounts/mail-delivery/note-no-mailbox.ts'
import { whyMailStopped } from '../accounts/mail-delivery/why-mail-stopped.ts'
import { sendAccountMail } from '../accounts/send-account-mail.ts'
import { reactionContext } from '../command-context.ts'
import { isStaying } from '../readiness/predict-pass.ts'
import { becauseAsked } from './because-asked.ts'
import { dailyContents } from './daily-contents.ts'
import { askedForAt, dailyLetter } from './daily-letter.ts'
import type { ReminderParts } from './send-day-reminder.ts'

/**
 * Sends the daily email that is due, with what holds at this moment, and notes it then. What waited until the day was
 * over, or is not wanted any more, does not go out.
 */
export async function sendDailyEmail(fact: Recorded<FactOf<'DailyEmailDue'>>, parts: Omit<ReminderParts, 'pushes'>): Promise<void> {
  const { commands, sql, clock, publicUrl, postalAddress, reminderPace, signal } = parts
  const { userId, date, at } = fact.data
  const id = reminderDayId(userId, date)
  if (!isDailyEmailDue((await commands.load(reminderDay, id)).state, at)) return
  await reminderPace.turn(signal)

  const drop = (reason: DropReason) =>
    commands.execute(
      reminderDay,
      id,
      noteDailyEmail(at, { type: 'DailyEmailDropped', data: { userId, date, reason } }),
      reactionContext(fact, clock),
    )
  const account = (await commands.load(accountAggregate, userId)).state
  if (!isStaying(account) || account.situation !== 'verified' || account.email === null) return void (await drop('noAccount'))
  const reason = whyNot(fact, account, clock())
  if (reason) return void (await drop(reason))
  if (await whyMailStopped(parts, { userId, email: account.email })) return void (await drop('stopped'))

  const contents = await dailyContents(sql, userId, date)
  const why = askedForAt(account.settings.dailyEmailTime)
  const because = await becauseAsked({ userId, mail: 'dailyEmail', why }, parts)
  const words = dailyLetter({
    contents,
    firstName: account.firstName,
    isCalm: account.settings.calmMode,
    publicUrl,
    because,
    postalAddress,
  })
  const mail = { to: account.email, id: `dailyEmail.${fact.id}`, ...words }
  if (!(await sendAccountMail(parts, mail, () => noteNoMailbox(fact, mail, parts)))) return void (await drop('refused'))
  const questionIds = contents.questions.map(({ questionId }) => questionId)
  const sent = { type: 'DailyEmailSent', data: { userId, date, questionIds } } as const
  await commands.execute(reminderDay, id, noteDailyEmail(at, sent), reactionContext(fact, clock))
}

function whyNot({ data: { date, cause } }: Recorded<FactOf<'DailyEmailDue'>>, account: RegisteredAccount, now: string): DropReason | null {
  const { dailyEmailEnabled, dailyEmailTime: time } = account.settings
  if (accountDay(now, account) !== date) return 'dayOver'
  if (!dailyEmailEnabled) return 'switchedOff'
  // The read model was behind what they had just set.
  const isTime = cause === 'trigger' || dueNow(now, { ...account, time, dueAt: now, cameOn: null }) !== null
  return isTime ? null : 'moved'
}
