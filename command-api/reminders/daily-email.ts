import { accountAggregate, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { accountDay } from '@medicready/domain/accounts/shown/account-day'
import { type Tier, tiers } from '@medicready/domain/billing/shown/tiers'
import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { RecordedFact } from '@medicready/domain/events'
import { blueprints } from '@medicready/domain/exams/shown/blueprints'
import { type ModuleName, moduleLabel } from '@medicready/domain/questions/shown/modules'
import { dueNow } from '@medicready/domain/reminders/own-time'
import {
  type DropReason,
  isDailyEmailDue,
  noteDailyEmail,
  reminderDayAggregate,
  reminderDayId,
} from '@medicready/domain/reminders/reminder-day'
import type { PlannedDay } from '@medicready/domain/study/plan/study-plan'
import { streakToday } from '@medicready/domain/study/streak'
import { letter, type MailReason, type Words } from '@medicready/platform/mail/letter'
import type { Sql } from '@medicready/platform/postgres/connection'
import { dailyEmailContents } from '@medicready/projector/read-models/reminders/reminder-queries'
import { hello, noteNoMailbox, sendAccountMail, whyMailStopped } from '../accounts/tell-account.ts'
import { reactionContext } from '../command-context.ts'
import { isActiveAccount } from '../readiness/predict-pass.ts'
import { RetryLater } from '../worker/definitions.ts'
import type { ReminderDeps } from './send-day-reminder.ts'
import { becauseAsked } from './unsubscribe.ts'

export interface DailyContents {
  readonly questions: readonly { readonly questionId: string; readonly module: ModuleName; readonly isCompleted: boolean }[]
  readonly tier: Tier
  readonly hasModules: boolean
  readonly streak: { readonly days: number; readonly hasToday: boolean }
  readonly planned: PlannedDay | null
}

export async function dailyContents(sql: Sql, userId: string, today: CalendarDay): Promise<DailyContents> {
  const [row] = await dailyEmailContents(sql, { userId, today })
  if (!row) throw new RetryLater('The read models do not yet show this account.')
  const { tier, hasModules, questions, days } = row
  return {
    tier,
    hasModules,
    questions: questions ?? [],
    streak: { days: row.currentStreak === null ? 0 : streakToday(row, today).currentStreak, hasToday: row.lastStudyDate === today },
    planned: days?.find(({ date }) => date === today) ?? null,
  }
}

interface DailyLetter {
  readonly contents: DailyContents
  readonly firstName: string | null
  readonly isCalm: boolean
  readonly publicUrl: string
  readonly because: MailReason
  readonly postalAddress: string | null
}

export function dailyLetter({ contents, firstName, isCalm, publicUrl, because, postalAddress }: DailyLetter): Words {
  const at = (path: string): string => new URL(path, publicUrl).href
  const { questions } = contents
  const waiting = questions.filter(({ isCompleted }) => !isCompleted)
  const start = { button: 'Start studying', link: at('/study-session?mode=daily') }
  const situation = situationOf(contents, waiting.length)
  return letter({
    subject: situation.subject,
    greeting: hello(firstName),
    text: situation.text,
    sections: [questionsSection(waiting), ...(isCalm ? [] : [streakSection(contents)]), planSection(contents)].filter(
      (section) => section !== null,
    ),
    ...(waiting.length > 0 ? start : { button: 'Open your dashboard', link: at('/dashboard') }),
    because,
    postalAddress,
  })
}

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
export const askedForAt = (time: string): string =>
  `You asked for a daily email at ${clock.format(new Date(`2000-01-01T${time}:00Z`))}. Change or stop it in Settings, or stop it here with one click.`

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`

function situationOf({ questions, tier, hasModules }: DailyContents, waiting: number): { readonly subject: string; readonly text: string } {
  if (waiting > 0) {
    const words = `${count(waiting, 'question')} ${waiting === 1 ? 'waits' : 'wait'} for you`
    return { subject: `${words} today`, text: `${words} today. A few minutes are enough.` }
  }
  if (questions.length > 0)
    return { subject: "You have answered today's questions", text: "You have answered all of today's questions. Well done!" }
  if (!hasModules)
    return {
      subject: `Choose what you study at ${PRODUCT_NAME}`,
      text: 'Select the modules that you want to study. Your daily questions come from them.',
    }
  const { dailyQuestions } = tiers[tier]
  return {
    subject: 'Your questions for today',
    text: `Your ${dailyQuestions === 1 ? 'question' : `${dailyQuestions} questions`} for today can be generated now. A few minutes are enough.`,
  }
}

interface Section {
  readonly heading: string
  readonly lines: readonly { readonly text: string }[]
}

function questionsSection(waiting: DailyContents['questions']): Section | null {
  if (waiting.length === 0) return null
  const byModule = [...Map.groupBy(waiting, ({ module }) => module)]
  return {
    heading: "Today's questions",
    lines: byModule.map(([module, own]) => ({ text: `${moduleLabel(module)}: ${count(own.length, 'question')}` })),
  }
}

function streakSection({ streak: { days, hasToday } }: DailyContents): Section | null {
  if (days === 0) return null
  const words = hasToday ? 'Today already counts.' : 'Answer one question today to keep it.'
  return { heading: 'Your streak', lines: [{ text: `${count(days, 'day')} in a row. ${words}` }] }
}

function planSection({ planned }: DailyContents): Section | null {
  if (!planned) return null
  const { newQuestions, reviews, module, exam } = planned
  const lines = [
    newQuestions > 0 && `${count(newQuestions, 'new question')}${module === null ? '' : ` of ${moduleLabel(module)}`}`,
    reviews > 0 && count(reviews, 'review'),
    exam !== null && `A mock exam: ${blueprints[exam].minItems} questions or more`,
  ].filter((line) => line !== false)
  return lines.length === 0 ? null : { heading: 'Your plan for today', lines: lines.map((text) => ({ text })) }
}

/** With what holds at this moment; dropped if the day is over or the email is no longer wanted. */
export async function sendDailyEmail(fact: RecordedFact<'DailyEmailDue'>, deps: Omit<ReminderDeps, 'pushes'>): Promise<void> {
  const { commands, sql, clock, publicUrl, postalAddress, reminderPace, signal } = deps
  const { userId, date, at } = fact.data
  const id = reminderDayId(userId, date)
  if (!isDailyEmailDue((await commands.load(reminderDayAggregate, id)).state, at)) return
  await reminderPace.turn(signal)

  const note = async (outcome: Parameters<typeof noteDailyEmail>[1]) => {
    await commands.execute(reminderDayAggregate, id, noteDailyEmail(at, outcome), reactionContext(fact, clock))
  }
  const drop = (reason: DropReason) => note({ type: 'DailyEmailDropped', data: { userId, date, reason } })
  const account = (await commands.load(accountAggregate, userId)).state
  if (!isActiveAccount(account) || account.situation !== 'verified' || account.email === null) return drop('noAccount')
  const reason = whyNot(fact, account, clock())
  if (reason) return drop(reason)
  if (await whyMailStopped(deps, { userId, email: account.email })) return drop('stopped')

  const contents = await dailyContents(sql, userId, date)
  const why = askedForAt(account.settings.dailyEmailTime)
  const because = await becauseAsked({ userId, mail: 'dailyEmail', why }, deps)
  const words = dailyLetter({
    contents,
    firstName: account.firstName,
    isCalm: account.settings.calmMode,
    publicUrl,
    because,
    postalAddress,
  })
  const mail = { to: account.email, id: `dailyEmail.${fact.id}`, ...words }
  if (!(await sendAccountMail(deps, mail, () => noteNoMailbox(fact, mail, deps)))) return drop('refused')
  const questionIds = contents.questions.map(({ questionId }) => questionId)
  await note({ type: 'DailyEmailSent', data: { userId, date, questionIds } })
}

function whyNot({ data: { date, cause } }: RecordedFact<'DailyEmailDue'>, account: RegisteredAccount, now: string): DropReason | null {
  const { dailyEmailEnabled, dailyEmailTime: time } = account.settings
  if (accountDay(now, account) !== date) return 'dayOver'
  if (!dailyEmailEnabled) return 'switchedOff'
  // The read model was behind a change of the settings.
  const isTime = cause === 'trigger' || dueNow(now, { ...account, time, dueAt: now, cameOn: null }) !== null
  return isTime ? null : 'moved'
}
