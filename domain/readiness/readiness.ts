import type { CalendarDay } from '../calendar.ts'
import { blueprints, type MockBlueprint } from '../exams/blueprints.ts'
import { at } from '../exams/numbers.ts'
import { abilityOfScore, CUT, scoreOf } from '../exams/score.ts'
import { AbilityFilter } from './ability-filter.ts'
import { chances, type RoughAbility } from './chance.ts'
import { type CommonShift, onTheRealScale, sayable } from './common-shift.ts'

/**
 * How likely a learner would pass the exam today, in plain words:
 *
 * 1. Of each question the first answer is looked at, and how hard the question is.
 * 2. From these it is worked out how able they are in each part of the exam, and how sure that is. An answer of one
 *    part tells a little of the others too; one of last week tells more than one of last year.
 * 3. What was not practised for a week fades from then on. That practice makes better is not assumed: answers tell.
 * 4. The parts count by their shares of the exam. A learner of an ability passes it with some luck, good or bad: how
 *    much of it there is was found by simulating the exam.
 * 5. All our difficulties together, and with them the passing line, may be off the real exam's. By how much is learned
 *    from all learners' answers and from real outcomes; what is not known yet makes the range wider (`CommonShift`).
 * 6. So each ability that they may have has a chance. The mean of all is told, and in which range their own lies with
 *    a probability of 80 %. Before enough real outcomes are known, nothing extreme is said.
 *
 * A right answer never lowers it, and a wrong one never raises it. Time alone raises no chance above a half; a
 * small one it may raise by some points, since it has not been measured for long.
 */

/** A learner's first meeting with a question, scored. What is answered later is answered from memory of the item. */
export interface Evidence {
  readonly day: CalendarDay
  /** One of the blueprint's. */
  readonly category: string
  readonly isCorrect: boolean
  /** Rasch difficulty, in logits. */
  readonly difficulty: number
  /** Of the difficulty. */
  readonly standardError: number
}

export interface Readiness {
  readonly chance: number
  /** Of the 80 % interval. */
  readonly low: number
  readonly high: number
  /** Of the whole exam, by the shares of its categories; in logits on our own scale, as the standard error. */
  readonly ability: number
  readonly standardError: number
  /** In the order of the blueprint. */
  readonly byCategory: readonly CategoryReadiness[]
}

export interface CategoryReadiness {
  readonly category: string
  /** Of the exam, 0 to 1. */
  readonly share: number
  readonly ability: number
  readonly standardError: number
  /** As exams call this ability: 70 is the cut. */
  readonly score: number
  readonly answers: number
  readonly lastAnswered: CalendarDay | null
  /** By how much the chance is lower for what was forgotten since. */
  readonly faded: number
  /** By how much the chance would be higher if the category were at a score of 80; 0 where it is. */
  readonly gain: number
}

export interface ReadinessOfDay {
  readonly day: CalendarDay
  readonly chance: number
  readonly low: number
  readonly high: number
}

/** The number of the method: another one gets another, and each prediction says by which it was made. */
export const METHOD = 2
/** With fewer scored answers nothing is said at all. */
export const LEAST_SCORED_ANSWERS = 100

/** What a category is thought to be brought to where it is asked what would move the chance. */
const GOOD_SCORE = 80

/** The exam that it is about. */
export interface ReadinessFor {
  readonly blueprint: MockBlueprint
  /** Of the real exam; null for our own mock exam, which is scored on our own scale. */
  readonly shift: CommonShift | null
}

/** If the exam was sat on `today`. The evidence stands in the order of its days. */
export function readinessOf(evidence: readonly Evidence[], exam: ReadinessFor, today: CalendarDay): Readiness {
  const { blueprint } = exam
  const categories = categoriesOf(blueprint)
  const filter = new AbilityFilter(categories.length)
  for (const _ of daysOf(evidence, categories, filter));
  filter.goOnTo(today)
  const whole = compositeOf(filter, categories)
  const { chance, low, high } = saidOf(whole, exam)
  const wanted = abilityOfScore(GOOD_SCORE, CUT)
  const byCategory = categories.map(({ category, share }, place): CategoryReadiness => {
    const ability = at(filter.mean, place)
    const raisedBy = (logits: number) =>
      logits === 0 ? 0 : saidOf({ ...whole, ability: whole.ability + share * logits }, exam).chance - chance
    return {
      category,
      share,
      ability,
      standardError: Math.sqrt(at(filter.covariance, place * categories.length + place)),
      score: scoreOf(ability, CUT),
      answers: at(filter.answers, place),
      lastAnswered: filter.lastAnswered[place] ?? null,
      faded: raisedBy(at(filter.faded, place)),
      gain: raisedBy(Math.max(0, wanted - ability)),
    }
  })
  return { chance, low, high, ...whole, byCategory }
}

/** The same for the end of each day with evidence, from a day on, oldest first. */
export function readinessByDay(evidence: readonly Evidence[], exam: ReadinessFor, from: CalendarDay): ReadinessOfDay[] {
  const categories = categoriesOf(exam.blueprint)
  const filter = new AbilityFilter(categories.length)
  const days: ReadinessOfDay[] = []
  for (const day of daysOf(evidence, categories, filter))
    if (day >= from) days.push({ day, ...saidOf(compositeOf(filter, categories), exam) })
  return days
}

function saidOf(whole: RoughAbility, { blueprint, shift }: ReadinessFor): Omit<ReadinessOfDay, 'day'> {
  if (!shift) return chances(whole, blueprint)
  const { chance, low, high } = chances(onTheRealScale(whole, shift), blueprint)
  return { chance: sayable(chance, shift), low: sayable(low, shift), high: sayable(high, shift) }
}

interface CategoryShare {
  readonly category: string
  readonly share: number
}

function categoriesOf(blueprint: MockBlueprint): CategoryShare[] {
  const shares = Object.entries(blueprints[blueprint].shares ?? {})
  const whole = shares.reduce((sum, [, percent]) => sum + percent, 0)
  return shares.map(([category, percent]) => ({ category, share: percent / whole }))
}

/** Takes the evidence into the filter, day by day, and says of each day when it is at its end. */
function* daysOf(evidence: readonly Evidence[], categories: readonly CategoryShare[], filter: AbilityFilter): Generator<CalendarDay> {
  const placeOf = new Map(categories.map(({ category }, place) => [category, place]))
  let begin = 0
  while (begin < evidence.length) {
    const day = evidence[begin]?.day ?? ''
    let end = begin
    while (evidence[end]?.day === day) end++
    filter.goOnTo(day)
    filter.take(
      evidence.slice(begin, end).map(({ category, isCorrect, difficulty, standardError }) => {
        const place = placeOf.get(category)
        if (place === undefined) throw new Error(`The exam has no category ${category}.`)
        return { category: place, isCorrect, difficulty, standardError }
      }),
    )
    yield day
    begin = end
  }
}

function compositeOf({ mean, covariance }: AbilityFilter, categories: readonly CategoryShare[]): RoughAbility {
  let [ability, variance] = [0, 0]
  for (const [row, { share }] of categories.entries()) {
    ability += share * at(mean, row)
    for (const [column, other] of categories.entries()) variance += share * other.share * at(covariance, row * categories.length + column)
  }
  return { ability, standardError: Math.sqrt(variance) }
}
