import { ABILITY_POINTS, Posterior } from '@medicready/domain/exams/ability'
import { type AnswerSoFar, decideNext, type ExamRules, outcomeOf, type PreparedPool } from '@medicready/domain/exams/adaptive'
import type { ExamChoice } from '@medicready/domain/exams/exam'
import type { PoolItem } from '@medicready/domain/exams/pool'
import { categoryIn } from '@medicready/domain/exams/prepared-pool'
import { blueprints, type ExamDomain, type MockBlueprint } from '@medicready/domain/exams/shown/blueprints'
import { Random } from './random.ts'

/**
 * Simulated examinees at the adaptive exam. Abilities and difficulties are normally distributed; each examinee sits the
 * exam twice.
 */

export type Knowledge = 'exact' | '200 answers' | 'labels'

export interface Bank {
  readonly pool: readonly PoolItem[]
  readonly truth: readonly { readonly difficulty: number; readonly discrimination: number }[]
}

export const rulesOf = (name: MockBlueprint, seed: string, more: Partial<ExamRules>): ExamRules => {
  const { minItems, maxItems, pilots, stopping, balance, shares, sets } = blueprints[name]
  return {
    minItems,
    maxItems,
    pilots,
    stopping,
    balance,
    cut: 0,
    shares: Object.entries(shares ?? {}).map(([category, percent]) => ({ category, percent })),
    sets,
    passedOver: [],
    seed,
    ...more,
  }
}

export const mockExam = (seed: string, more: Partial<ExamRules> = {}): ExamRules => rulesOf('national_registry', seed, more)

/** Scored items only: the simulation has no pilots. */
export function mockExam2024(seed: string, more: Partial<ExamRules> = {}): ExamRules {
  const { minItems, maxItems, pilots } = blueprints.national_registry_2024
  return rulesOf('national_registry_2024', seed, { minItems: minItems - pilots, maxItems: maxItems - pilots, pilots: 0, ...more })
}

const chanceOfRight = (ability: number, item: Bank['truth'][number]): number =>
  1 / (1 + Math.exp(item.discrimination * (item.difficulty - ability)))

const LABELS = [-0.8, 0, 0.8] as const
const LABEL_SD = 0.75

function labelOf(difficulty: number, random: Random): number {
  const weights = LABELS.map((label) => Math.exp(-((difficulty - label) ** 2) / (2 * LABEL_SD ** 2)))
  const drawn = random.next() * weights.reduce((sum, weight) => sum + weight, 0)
  const upTo = (index: number) => weights.slice(0, index + 1).reduce((sum, weight) => sum + weight, 0)
  return LABELS.find((_, index) => drawn < upTo(index)) ?? LABELS[2]
}

/** The most probable difficulty after answers of examinees with known abilities, and its standard error. */
function afterAnswers(item: Bank['truth'][number], label: number, answers: number, random: Random): readonly [number, number] {
  const abilities = Array.from({ length: answers }, () => random.normal())
  const wrong = abilities.filter((ability) => random.next() >= chanceOfRight(ability, item)).length
  let difficulty = label
  let information = 1
  for (let step = 0; step < 20; step++) {
    const right = abilities.map((ability) => chanceOfRight(ability, { difficulty, discrimination: 1 }))
    information = right.reduce((sum, chance) => sum + chance * (1 - chance), 1 / LABEL_SD ** 2)
    const expectedWrong = right.reduce((sum, chance) => sum + 1 - chance, 0)
    difficulty += (wrong - expectedWrong - (difficulty - label) / LABEL_SD ** 2) / information
  }
  return [difficulty, 1 / Math.sqrt(information)]
}

function known(item: Bank['truth'][number], knowledge: Knowledge, random: Random): readonly [number, number] {
  if (knowledge === 'exact') return [item.difficulty, 0]
  const label = labelOf(item.difficulty, random)
  return knowledge === 'labels' ? [label, LABEL_SD] : afterAnswers(item, label, 200, random)
}

export function bankOf(size: number, seed: number, knowledge: Knowledge, discriminationOf: (random: Random) => number = () => 1): Bank {
  const random = new Random(seed)
  const shares = Object.entries(blueprints.national_registry.shares ?? {})
  const domains = shares.flatMap(([domain, percent]) => Array<ExamDomain>(Math.round((size * percent) / 100)).fill(domain as ExamDomain))
  const truth = domains.map(() => ({ difficulty: random.normal(), discrimination: discriminationOf(random) }))
  const doubts = new Random(seed + 1_000)
  return {
    truth,
    pool: domains.map((domain, index) => {
      const item = truth[index] ?? { difficulty: 0, discrimination: 1 }
      const [difficulty, standardError] = known(item, knowledge, doubts)
      return {
        questionId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        questionVersion: 1,
        module: 'Trauma',
        set: null,
        domain,
        isJudgment: false,
        difficulty,
        discrimination: item.discrimination,
        standardError,
        isPilot: false,
      }
    }),
  }
}

/** Of each hundred, as in the bank of the product. */
const IN_SETS = 16
const OTHER_JUDGMENT = 12
const PARTS = [3, 4, 4, 4] as const

export function bankWithSets(size: number, seed: number, knowledge: Knowledge): Bank {
  const bank = bankOf(size, seed, knowledge)
  const inSets = (size * IN_SETS) / 100
  const pool = bank.pool.map((item, place): PoolItem => ({ ...item, isJudgment: place % 100 < IN_SETS + OTHER_JUDGMENT }))
  // Parts of a set are far from each other, so that their domains differ.
  const parts = [...pool.keys()].filter((place) => place % 100 < IN_SETS)
  for (let set = 0, from = 0; from < inSets; set++) {
    const of = Math.min(PARTS[set % PARTS.length] ?? 4, inSets - from)
    for (let part = 1; part <= of; part++) {
      const place = parts[from++] ?? 0
      const item = pool[place]
      if (item && of > 1) pool[place] = { ...item, set: { id: `set-${set}`, part, of } }
    }
  }
  return { ...bank, pool }
}

export interface Ended {
  readonly ability: number
  readonly standardError: number
  readonly items: readonly number[]
  readonly endedBy: string
}

/** With one ability, or one for each item of the pool. `took` gets the microseconds of each decision. */
export function sit(
  pool: PreparedPool,
  truth: Bank['truth'],
  rules: ExamRules,
  ability: number | Float64Array,
  random: Random,
  took?: (microseconds: number) => void,
): Ended {
  const given: ExamChoice[] = []
  const answers: AnswerSoFar[] = []
  const items: number[] = []
  for (;;) {
    const start = took ? performance.now() : 0
    const now = decideNext(pool, rules, given, answers)
    took?.((performance.now() - start) * 1_000)
    if (now.decision.kind === 'stop')
      return { ability: now.ability, standardError: now.standardError, items, endedBy: now.decision.endedBy }
    if (now.decision.kind === 'part') throw new Error('A set was given, and all of it was answered.')
    given.push(now.decision.choice)
    for (const { questionId } of now.decision.choice.items) {
      const place = pool.indexOf.get(questionId) ?? 0
      items.push(place)
      const item = truth[place]
      const able = typeof ability === 'number' ? ability : (ability[place] ?? 0)
      answers.push({ questionId, isCorrect: item !== undefined && random.next() < chanceOfRight(able, item) })
    }
  }
}

/** The best fixed form: of each domain, the items most informative at the cut. */
export function fixedForm(bank: Bank, rules: ExamRules, length: number): number[] {
  const farFromTheCut = (place: number) => Math.abs((bank.truth[place]?.difficulty ?? 0) - rules.cut)
  return rules.shares.flatMap(({ category, percent }) =>
    [...bank.pool.keys()]
      .filter((place) => bank.pool[place]?.domain === category)
      .toSorted((one, other) => farFromTheCut(one) - farFromTheCut(other))
      .slice(0, Math.round((length * percent) / 100)),
  )
}

export function sitForm(pool: PreparedPool, truth: Bank['truth'], form: readonly number[], ability: number, random: Random): Ended {
  const posterior = new Posterior()
  let right = 0
  for (const place of form) {
    const item = truth[place]
    if (item !== undefined && random.next() < chanceOfRight(ability, item)) right += pool.discrimination[place] ?? 1
  }
  const starts = Int32Array.from(form, (place) => place * ABILITY_POINTS)
  posterior.measure(pool.rows, starts, form.length, right)
  return { ability: posterior.ability, standardError: posterior.standardError, items: form, endedBy: 'maximum' }
}

export type Quality = ReturnType<typeof qualityOf>

export const abilitiesOf = (simulees: number, seed: number): Float64Array => {
  const random = new Random(seed + 500)
  return Float64Array.from({ length: simulees }, () => random.normal())
}

const Z_95 = 1.96

/** Each examinee sits the exam twice. */
export function qualityOf(bank: Bank, abilities: Float64Array, rules: ExamRules, sitting: (ability: number, name: string) => Ended) {
  const exposure = new Int32Array(bank.pool.length)
  const categories = bank.pool.map(categoryIn[rules.balance])
  const whole = rules.shares.reduce((sum, { percent }) => sum + percent, 0)
  const sat = [...abilities].flatMap((ability, simulee) =>
    [0, 1].map((time) => {
      const { items, endedBy, ...told } = sitting(ability, `${simulee}:${time}`)
      for (const item of items) exposure[item] = (exposure[item] ?? 0) + 1
      const offTarget = rules.shares.map(({ category, percent }) => {
        const given = items.filter((item) => categories[item] === category).length
        return Math.abs(given - (percent / whole) * items.length)
      })
      const hasPassed = told.ability >= rules.cut
      return {
        hasPassed,
        isRight: hasPassed === ability >= rules.cut,
        isAtMaximum: endedBy === 'maximum',
        isSure: outcomeOf(told, rules.cut) !== 'undetermined',
        error: told.ability - ability,
        standardError: told.standardError,
        length: items.length,
        inSets: items.filter((item) => bank.pool[item]?.set).length,
        offTarget: Math.max(...offTarget),
      }
    }),
  )
  type Sat = (typeof sat)[number]
  const mean = (of: (one: Sat) => number | boolean, among = sat) =>
    among.reduce((sum, one) => sum + Number(of(one)), 0) / Math.max(1, among.length)
  return {
    accuracy: mean(({ isRight }) => isRight),
    consistency:
      abilities.filter((_, simulee) => sat[2 * simulee]?.hasPassed === sat[2 * simulee + 1]?.hasPassed).length / abilities.length,
    atMaximum: mean(({ isAtMaximum }) => isAtMaximum),
    sure: mean(({ isSure }) => isSure),
    wrongAmongSure: mean(
      ({ isRight }) => !isRight,
      sat.filter(({ isSure }) => isSure),
    ),
    covered: mean(({ error, standardError }) => Math.abs(error) <= Z_95 * standardError),
    meanLength: mean(({ length }) => length),
    rmse: Math.sqrt(mean(({ error }) => error * error)),
    bias: mean(({ error }) => error),
    /** The most that a domain was off its target, in items. */
    offTarget: sat.reduce((most, one) => Math.max(most, one.offTarget), 0),
    highestExposure: Math.max(...exposure) / sat.length,
    unused: exposure.filter((times) => times === 0).length,
    inSets: mean(({ inSets }) => inSets) / mean(({ length }) => length),
  }
}
