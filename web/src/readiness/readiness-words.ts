import type { CategoryReadiness, ChanceOfDay, ReportedOutcome } from '@medicready/domain/contract/readiness'
import { type Chance, percentOfChance, rangeOfChance } from '../app/chance-words.ts'
import { countOf } from '../ui/words.ts'

const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** A day of a calendar: "Oct 5". */
export const dayInShort = (day: string): string => monthAndDay.format(new Date(day))

/** "58–82%" */
export function rangeWords(chance: Chance): string {
  const range = rangeOfChance(chance)
  return range === null ? percentOfChance(chance.chance) : `${range}%`
}

/** Signs as words: ">99%" is "more than 99%". */
const inSentence = (percent: string): string => percent.replace('>', 'more than ').replace('<', 'less than ')

/** The whole estimate as a sentence, for those who do not see it. */
export const chanceSentence = (chance: Chance): string =>
  `If you sat it today: a chance of ${inSentence(percentOfChance(chance.chance))} to pass; we are 80% sure that it ${whereItIs(chance)}.`

/** "lies between 58% and 82%" */
function whereItIs({ chance, low, high }: Chance): string {
  if (rangeOfChance({ low, high }) === null) return `is ${inSentence(percentOfChance(chance))}`
  return `lies between ${inSentence(percentOfChance(low))} and ${inSentence(percentOfChance(high))}`
}

/** Of the range, as shares: as narrow as this it says much, and as wide as that, little. */
const NARROW = 0.15
const WIDE = 0.35

/** What the range means, and how much it says; where parts of the exam are guessed, that instead. */
export function certaintyWords(chance: Chance, guessed: string | null = null): string {
  return `By what your answers tell, we are 80% sure that your chance ${whereItIs(chance)}. ${guessed ?? howSure(chance.high - chance.low)}`
}

/** With fewer answers of its own, a category is hardly more than what the others make likely. */
const ENOUGH_OF_ITS_OWN = 5
const listed = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Which categories are guessed from the others; null where each has answers of its own. */
export function guessedWords(byCategory: readonly CategoryReadiness[]): string | null {
  const guessed = byCategory.filter(({ answers }) => answers < ENOUGH_OF_ITS_OWN).map(({ category }) => category)
  if (guessed.length === 0) return null
  return `Hardly answered yet: ${listed.format(guessed)}. What you can do there is guessed from the rest, so answer some of each.`
}

function howSure(width: number): string {
  if (width <= NARROW) return 'That is as sure as such an estimate gets, and still no promise.'
  if (width <= WIDE) return 'That is a fair idea. More answers make the range narrower.'
  return 'That is a rough idea so far. More answers, in every part of the exam, make the range narrower.'
}

/** "6 points": of percent. */
export const pointsOf = (share: number): string => countOf(Math.round(100 * share), 'point')

const hasAPoint = (share: number): boolean => Math.round(100 * share) >= 1

const MOST_SHOWN = 3

/** The categories that would move the chance most, by at least a point. */
export const whatWouldMoveIt = (byCategory: readonly CategoryReadiness[]): CategoryReadiness[] =>
  byCategory
    .filter(({ gain }) => hasAPoint(gain))
    .sort((one, other) => other.gain - one.gain)
    .slice(0, MOST_SHOWN)

/** The categories of which so much was forgotten that the chance is at least a point lower. */
export const whatHasFaded = (byCategory: readonly CategoryReadiness[]): CategoryReadiness[] =>
  byCategory.filter(({ faded }) => hasAPoint(faded)).sort((one, other) => other.faded - one.faded)

/** What is known of a category: "Score 64 now, from 143 answers. 22% of the exam." */
export const categoryWords = ({ score, answers, share }: CategoryReadiness): string =>
  `${answers === 0 ? 'No answers yet' : `Score ${score} now, from ${countOf(answers, 'answer')}`}. ${Math.round(100 * share)}% of the exam.`

/** "Oct 5: 71%, likely 58–82%" */
export const dayOfTrendWords = (day: ChanceOfDay): string =>
  `${dayInShort(day.day)}: ${percentOfChance(day.chance)}, range ${rangeWords(day)}`

/** The trend in a sentence. */
export function trendSummary(trend: readonly ChanceOfDay[]): string {
  const [first, last] = [trend[0], trend.at(-1)]
  if (!first || !last) return ''
  return `Your chance to pass went from ${inSentence(percentOfChance(first.chance))} on ${dayInShort(first.day)} to ${inSentence(percentOfChance(last.chance))} on ${dayInShort(last.day)}, range ${rangeWords(last)}`
}

interface OutcomeWords {
  /** On the button that says so. */
  readonly button: string
  /** What was said, in the middle of a sentence. */
  readonly said: string
  readonly thanks: string
  readonly text: string
}

/** How the real exam went: what is pressed, and what is said to it. */
export const outcomeWords: Readonly<Record<ReportedOutcome, OutcomeWords>> = {
  passed: {
    button: 'I passed',
    said: 'you passed',
    thanks: 'You passed. Congratulations!',
    text: 'That is your work, question by question. Thank you for telling us: your answer helps to make these estimates truer for those who come after you.',
  },
  failed: {
    button: 'I did not pass',
    said: 'you did not pass',
    thanks: 'Thank you for telling us',
    text: 'That is hard news, and it took something to share it. What you have learned stays with you, and many paramedics did not pass the first time. When you are ready, we begin with what would move you most.',
  },
  not_taken: {
    button: 'I did not sit it',
    said: 'you did not sit it',
    thanks: 'Thank you for telling us',
    text: 'That is fine. Whenever you have a new date, give it to us in the settings, and your plan leads up to it.',
  },
}
