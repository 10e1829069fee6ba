import type { CategoryReadiness, ChanceOfDay, ReadinessFigures, ReportedOutcome } from '@medicready/domain/contract/readiness/readiness'
import { LEAST_OUTCOMES_FOR_EXTREMES, LEAST_SAID, MOST_SAID } from '@medicready/domain/readiness/shown/rules'
import { countOf, shortDayInWords } from '../ui/words.ts'
import { type ChanceOfPassing, percentOfChance, rangeOfChance } from './chance-words.ts'

export function rangeWords(chance: ChanceOfPassing): string {
  const range = rangeOfChance(chance)
  return range === null ? percentOfChance(chance.chance) : `${range}%`
}

/** ">99%" is "more than 99%". */
const inSentence = (percent: string): string => percent.replace('>', 'more than ').replace('<', 'less than ')

/** For people who cannot see the gauge. */
export const chanceSentence = (figures: Figures): string =>
  `If you took the exam today, your chance to pass would be ${inSentence(percentOfChance(figures.chance))}. ${rangeSentence(figures)}`

/** The wording depends on how many students have reported their exam. */
type Figures = ChanceOfPassing & Pick<ReadinessFigures, 'realOutcomes'>

const isLimited = ({ realOutcomes }: Figures): boolean => realOutcomes < LEAST_OUTCOMES_FOR_EXTREMES

/** "We are 80% sure that your chance is between 58% and 82%." An end at a limit may lie beyond it. */
function rangeSentence(figures: Figures): string {
  const { chance, low, high } = figures
  if (rangeOfChance(figures) === null) return `Your answers put you well ${chance > 0.5 ? 'above' : 'below'} the passing line.`
  const [from, to] = [low, high].map((end) => inSentence(percentOfChance(end)))
  const [isOpenBelow, isOpenAbove] = [isLimited(figures) && low <= LEAST_SAID, isLimited(figures) && high >= MOST_SAID]
  if (isOpenAbove && !isOpenBelow) return `We are 80% sure that your chance is ${from} or more.`
  if (isOpenBelow && !isOpenAbove) return `We are 80% sure that your chance is ${to} or less.`
  return `We are 80% sure that your chance is between ${from} and ${to}.`
}

/** Widths of the range: up to this it says much, and from the next on little. */
const NARROW = 0.15
const WIDE = 0.35

export const certaintyWords = (figures: Figures, guessed: string | null = null): string =>
  `${rangeSentence(figures)} ${guessed ?? limitWords(figures) ?? howSure(figures.high - figures.low)}`

function limitWords(figures: Figures): string | null {
  const { chance, realOutcomes } = figures
  if (!isLimited(figures) || (LEAST_SAID < chance && chance < MOST_SAID)) return null
  const limit = chance >= MOST_SAID ? `${percentOfChance(MOST_SAID)} is the most` : `${percentOfChance(LEAST_SAID)} is the least`
  return `${limit} we say until ${LEAST_OUTCOMES_FOR_EXTREMES} students have told us how their real exam went. So far, ${realOutcomes === 0 ? 'none' : realOutcomes} ${realOutcomes === 1 ? 'has' : 'have'}.`
}

/** With fewer answers, a part is estimated mostly from the others. */
const ENOUGH_OF_ITS_OWN = 5
const listed = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Null if each part has enough answers. */
export function guessedWords(byCategory: readonly CategoryReadiness[]): string | null {
  const guessed = byCategory.filter(({ answers }) => answers < ENOUGH_OF_ITS_OWN).map(({ category }) => category)
  if (guessed.length === 0) return null
  return `You have few answers in ${listed.format(guessed)}. Answer some questions there: for now we estimate it from the other parts.`
}

function howSure(width: number): string {
  if (width <= NARROW) return 'This is a precise estimate, but not a promise.'
  if (width <= WIDE) return 'This is a fair estimate. More answers make the range narrower.'
  return 'This is a rough estimate. More answers in every part of the exam make the range narrower.'
}

/** Percentage points: "6 points". */
export const pointsOf = (share: number): string => countOf(Math.round(100 * share), 'point')

const hasAPoint = (share: number): boolean => Math.round(100 * share) >= 1

const MOST_SHOWN = 3

/** Only categories that would add at least one point. */
export const whatWouldMoveIt = (byCategory: readonly CategoryReadiness[]): CategoryReadiness[] =>
  byCategory
    .filter(({ gain }) => hasAPoint(gain))
    .sort((one, other) => other.gain - one.gain)
    .slice(0, MOST_SHOWN)

/** Only categories whose forgetting costs at least one point. */
export const whatHasFaded = (byCategory: readonly CategoryReadiness[]): CategoryReadiness[] =>
  byCategory.filter(({ faded }) => hasAPoint(faded)).sort((one, other) => other.faded - one.faded)

/** "Score 64 now, from 143 answers. 22% of the exam." */
export const categoryWords = ({ score, answers, share }: CategoryReadiness): string =>
  `${answers === 0 ? 'No answers yet' : `Score ${score} now, from ${countOf(answers, 'answer')}`}. ${Math.round(100 * share)}% of the exam.`

/** "Oct 5: 71%, likely 58–82%". */
export const dayOfTrendWords = (day: ChanceOfDay): string =>
  `${shortDayInWords(day.day)}: ${percentOfChance(day.chance)}, range ${rangeWords(day)}`

export function trendSummary(trend: readonly ChanceOfDay[]): string {
  const [first, last] = [trend[0], trend.at(-1)]
  if (!first || !last) return ''
  return `Your chance to pass went from ${inSentence(percentOfChance(first.chance))} on ${shortDayInWords(first.day)} to ${inSentence(percentOfChance(last.chance))} on ${shortDayInWords(last.day)}, range ${rangeWords(last)}`
}

interface OutcomeWords {
  readonly button: string
  readonly said: string
  readonly thanks: string
  readonly text: string
}

export const outcomeWords: Readonly<Record<ReportedOutcome, OutcomeWords>> = {
  passed: {
    button: 'I passed',
    said: 'you passed',
    thanks: 'You passed. Congratulations!',
    text: 'That is your work, question by question. Thank you for telling us. Your answer makes these estimates better for the students after you.',
  },
  failed: {
    button: 'I did not pass',
    said: 'you did not pass',
    thanks: 'Thank you for telling us',
    text: 'That is hard news, and it took something to share it. What you have learned stays with you, and many paramedics did not pass the first time. When you are ready, start with what would help you most.',
  },
  not_taken: {
    button: 'I did not take it',
    said: 'you did not take it',
    thanks: 'Thank you for telling us',
    text: 'That is fine. When you have a new date, enter it in the settings. Your plan then leads up to it.',
  },
}
