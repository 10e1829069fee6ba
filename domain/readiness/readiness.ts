import { z } from 'zod'
import type { CalendarDay } from '../core/shown/calendar.ts'
import { at } from '../exams/numbers.ts'
import { blueprints, type MockBlueprint } from '../exams/shown/blueprints.ts'
import { abilityOfScore, CUT, type Estimate, scoreOf } from '../exams/shown/score.ts'
import { AbilityFilter, type CategoryAnswer } from './ability-filter.ts'
import { type Chances, chancesOf } from './chance.ts'
import { type CommonShift, onTheRealScale, sayable } from './common-shift.ts'

// The chance to pass today: first answers and item difficulties give abilities by category (`AbilityFilter`), which
// fade without practice and are weighted by exam share; `passCurves` and `CommonShift` turn them into a chance with an
// 80% interval. A right answer never lowers the chance and a wrong one never raises it; time alone raises no chance
// above a half.

/** A first scored answer; later ones come from memory. */
export interface Evidence extends Omit<CategoryAnswer, 'category'> {
  readonly day: CalendarDay
  readonly category: string
}

/** The ability is weighted by exam share, in logits on our own scale. */
export interface MeasuredReadiness extends Chances, Estimate {
  readonly byCategory: readonly CategoryReadiness[]
}

export const chances = {
  /** 0 to 1, with an 80% interval. */
  chance: z.number(),
  low: z.number(),
  high: z.number(),
}
export const measured = {
  /** In logits. */
  ability: z.number(),
  standardError: z.number(),
  /** 0 to 100 with a cut of 70; never called a National Registry score. */
  score: z.int(),
}

export const CategoryReadiness = z.object({
  category: z.string(),
  share: z.number(),
  ...measured,
  /** First answers, which the estimate is based on. */
  answers: z.int(),
  lastAnswered: z.iso.date().nullable(),
  /** How much forgetting has lowered the chance. */
  faded: z.number(),
  /** How much the chance would rise with a score of 80 in this category. */
  gain: z.number(),
})
export type CategoryReadiness = z.infer<typeof CategoryReadiness>

export interface ReadinessOfDay extends Chances {
  readonly day: CalendarDay
}

/** Stored with each prediction; count it up when the method changes. */
export const METHOD = 2
/** With fewer scored answers there is no prediction. */
export const LEAST_SCORED_ANSWERS = 100

const GOOD_SCORE = 80

export interface ReadinessFor {
  readonly blueprint: MockBlueprint
  /** Null for our own mock exam, which needs no shift. */
  readonly shift: CommonShift | null
}

/** Evidence must be sorted by day. */
export function readinessOf(evidence: readonly Evidence[], exam: ReadinessFor, today: CalendarDay): MeasuredReadiness {
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

/** For the end of each day with evidence, oldest first. */
export function readinessByDay(evidence: readonly Evidence[], exam: ReadinessFor, from: CalendarDay): ReadinessOfDay[] {
  const categories = categoriesOf(exam.blueprint)
  const filter = new AbilityFilter(categories.length)
  const days: ReadinessOfDay[] = []
  for (const day of daysOf(evidence, categories, filter))
    if (day >= from) days.push({ day, ...saidOf(compositeOf(filter, categories), exam) })
  return days
}

function saidOf(whole: Estimate, { blueprint, shift }: ReadinessFor): Chances {
  if (!shift) return chancesOf(whole, blueprint)
  const { chance, low, high } = chancesOf(onTheRealScale(whole, shift), blueprint)
  return { chance: sayable(chance, shift), low: sayable(low, shift), high: sayable(high, shift) }
}

type CategoryShare = Pick<CategoryReadiness, 'category' | 'share'>

function categoriesOf(blueprint: MockBlueprint): CategoryShare[] {
  const shares = Object.entries(blueprints[blueprint].shares ?? {})
  const whole = shares.reduce((sum, [, percent]) => sum + percent, 0)
  return shares.map(([category, percent]) => ({ category, share: percent / whole }))
}

function* daysOf(evidence: readonly Evidence[], categories: readonly CategoryShare[], filter: AbilityFilter): Generator<CalendarDay> {
  const placeOf = new Map(categories.map(({ category }, place) => [category, place]))
  for (const [day, answers] of Map.groupBy(evidence, (answer) => answer.day)) {
    filter.goOnTo(day)
    filter.take(
      answers.map((answer) => {
        const category = placeOf.get(answer.category)
        if (category === undefined) throw new Error(`The exam has no category ${answer.category}.`)
        return { ...answer, category }
      }),
    )
    yield day
  }
}

function compositeOf({ mean, covariance }: AbilityFilter, categories: readonly CategoryShare[]): Estimate {
  let [ability, variance] = [0, 0]
  for (const [row, { share }] of categories.entries()) {
    ability += share * at(mean, row)
    for (const [column, other] of categories.entries()) variance += share * other.share * at(covariance, row * categories.length + column)
  }
  return { ability, standardError: Math.sqrt(variance) }
}
