import { tiers } from '@medicready/domain/billing/tiers'
import { blueprints } from '@medicready/domain/exams/blueprints'
import { PRODUCT_NAME } from '@medicready/domain/product'
import { moduleLabel } from '@medicready/domain/study/modules'
import { letter, type Why, type Words } from '@medicready/platform/mail/letter'
import { hello } from '../accounts/letters.ts'
import type { DailyContents } from './daily-contents.ts'

/** The words of the daily email. */

interface DailyLetter {
  readonly contents: DailyContents
  readonly firstName: string | null
  /** Who wants it calm hears nothing of streaks. */
  readonly isCalm: boolean
  readonly publicUrl: string
  readonly because: Why
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
/** Why it comes, of a time such as '13:00'. */
export const askedForAt = (time: string): string =>
  `You asked for a daily email at ${clock.format(new Date(`2000-01-01T${time}:00Z`))}. Change or stop it under Settings, or stop it here with one click.`

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`

function situationOf({ questions, tier, hasModules }: DailyContents, waiting: number): { readonly subject: string; readonly text: string } {
  if (waiting > 0) {
    const words = `${count(waiting, 'question')} ${waiting === 1 ? 'waits' : 'wait'} for you`
    return { subject: `${words} today`, text: `${words} today. A few minutes are enough.` }
  }
  if (questions.length > 0)
    return { subject: 'Your questions of today are answered', text: 'You have answered all your questions of today. Well done!' }
  if (!hasModules)
    return {
      subject: `Choose what you study at ${PRODUCT_NAME}`,
      text: 'Select the modules that you want to study, and your questions of the day come from them.',
    }
  const { dailyQuestions } = tiers[tier]
  return {
    subject: 'Your questions for today',
    text: `Your ${dailyQuestions === 1 ? 'question' : `${dailyQuestions} questions`} of today can be chosen now. A few minutes are enough.`,
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
  const words = hasToday ? 'Today is one of them already.' : 'Answer one question today to keep it.'
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
