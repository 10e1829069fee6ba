import { numbersFrom } from '../core/seeded-numbers.ts'
import { ABILITY_POINTS } from './ability.ts'
import type { ExamAnswer, ExamChoice, ExamRules } from './exam.ts'
import { type PreparedPool, preparePool } from './prepared-pool.ts'
import { choosePilot, choosePortion, type Given, pilotsLeft } from './selection.ts'
import { type Estimate, hardlyChanges, outcomeOf } from './shown/score.ts'

export { type ExamRules, outcomeOf, type PreparedPool, preparePool }

// Decided from pool, rules and answers alone. Pilots count for the length only and are spread over equal stretches.

export type AnswerSoFar = Pick<ExamAnswer, 'questionId' | 'isCorrect'>

export type Decision =
  | { readonly kind: 'give'; readonly choice: ExamChoice }
  | { readonly kind: 'stop'; readonly endedBy: 'confidence' | 'curtailment' | 'maximum' | 'pool' }
  /** Parts of a started set remain. */
  | { readonly kind: 'part' }

/** Rounded to six decimals. */
export interface Measured extends Estimate {
  readonly decision: Decision
}

export function decideNext(pool: PreparedPool, rules: ExamRules, given: readonly ExamChoice[], answers: readonly AnswerSoFar[]): Measured {
  const soFar = takeIn(pool, rules, given, answers)
  const { ability, standardError } = pool.scratch.posterior
  return { ability, standardError, decision: decide(pool, rules, soFar, answers.length, { ability, standardError }) }
}

function takeIn(pool: PreparedPool, rules: ExamRules, given: readonly ExamChoice[], answers: readonly AnswerSoFar[]): Given {
  const { scratch } = pool
  const { answered } = scratch
  scratch.decision++
  let scored = 0
  let right = 0
  const { categories, codeOf } = pool.byBalance[rules.balance]
  const shareOf = Int32Array.from(categories, (category) => rules.shares.findIndex((share) => share.category === category))
  const counts = new Int32Array(rules.shares.length)
  let items = 0
  let pilots = 0
  let inSets = 0
  for (const { items: parts } of given)
    for (const { questionId, isPilot } of parts) {
      const place = pool.indexOf.get(questionId)
      if (place === undefined) throw new Error(`The pool has no question ${questionId}.`)
      const portion = pool.portionOf[place] ?? 0
      scratch.given[portion] = scratch.decision
      const answer = answers[items]
      if (answer && answer.questionId !== questionId) throw new Error(`Question ${questionId} was not answered in its turn.`)
      items++
      if (isPilot) pilots++
      else {
        if (parts.length > 1) inSets++
        const share = shareOf[codeOf[portion] ?? 0] ?? 0
        counts[share] = (counts[share] ?? 0) + 1
        if (answer) answered[scored++] = place * ABILITY_POINTS
        if (answer?.isCorrect) right += pool.discrimination[place] ?? 1
      }
    }
  scratch.posterior.measure(pool.rows, answered, scored, right)
  for (const place of rules.passedOver) scratch.passedOver[pool.portionOf[place] ?? 0] = scratch.decision
  return { counts, scored: items - pilots, pilots, inSets }
}

function decide(pool: PreparedPool, rules: ExamRules, given: Given, answered: number, measured: Estimate): Decision {
  const items = given.scored + given.pilots
  if (answered < items) return { kind: 'part' }
  if (items >= rules.maxItems) return { kind: 'stop', endedBy: 'maximum' }
  const draw = numbersFrom(`${rules.seed}:${items}`)
  const pilotsToCome = rules.pilots === 0 ? 0 : Math.min(rules.pilots - given.pilots, pilotsLeft(pool, rules))
  const isPilotDue = pilotsToCome > 0 && given.pilots < pilotsBy(rules, items)
  if (isPilotDue) {
    const pilot = choosePilot(pool, rules, Math.min(rules.pilots - given.pilots, rules.maxItems - items), draw())
    if (pilot) return { kind: 'give', choice: pilot }
  }
  const room = rules.maxItems - items - (isPilotDue ? 0 : pilotsToCome)
  if (items >= rules.minItems) {
    if (outcomeOf(measured, rules.cut) !== 'undetermined') return { kind: 'stop', endedBy: 'confidence' }
    if (rules.stopping === 'curtailment' && hardlyChanges(measured, rules.cut, room, pool.bestInformation))
      return { kind: 'stop', endedBy: 'curtailment' }
  }
  const choice = choosePortion(pool, rules, given, measured.ability, room, draw)
  return choice ? { kind: 'give', choice } : { kind: 'stop', endedBy: 'pool' }
}

function pilotsBy({ seed, pilots, minItems }: ExamRules, items: number): number {
  const numbers = numbersFrom(`${seed}:pilots`)
  const stretch = minItems / pilots
  let due = 0
  for (let pilot = 0; pilot < pilots; pilot++) {
    const place = Math.floor((pilot + numbers() / 2 ** 32) * stretch)
    if (place <= items) due++
  }
  return due
}
