import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../core/shown/calendar.ts'
import { examDomains } from '../exams/shown/blueprints.ts'
import { type Evidence, type ReadinessFor, readinessByDay, readinessOf } from './readiness.ts'
import { LEAST_OUTCOMES_FOR_EXTREMES, LEAST_SAID, MOST_SAID } from './shown/rules.ts'

const FIRST = '2026-03-01'
/** Our own mock exam, and the real one with little known at first and more later. */
const by = { blueprint: 'national_registry', shift: null } as const
const early = { ...by, shift: { mean: 0, standardError: 0.5, outcomes: LEAST_OUTCOMES_FOR_EXTREMES - 1 } }
const late = { ...by, shift: { mean: 0.1, standardError: 0.1, outcomes: LEAST_OUTCOMES_FOR_EXTREMES } }
const exam = fc.constantFrom<ReadinessFor>(by, early, late)

/** A learner's answers, of any ability, on some days, a few of them far apart. */
const evidence = fc
  .array(
    fc.record({
      wait: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 30 }) }),
      category: fc.constantFrom(...examDomains),
      isCorrect: fc.boolean(),
      difficulty: fc.double({ min: -3, max: 3, noNaN: true }),
      standardError: fc.double({ min: 0, max: 0.75, noNaN: true }),
    }),
    { minLength: 1, maxLength: 150 },
  )
  .map((answers) => {
    let day = FIRST
    return answers.map(({ wait, ...answer }): Evidence => {
      day = addDays(day, wait)
      return { day, ...answer }
    })
  })
const lastDay = (answers: readonly Evidence[]): string => answers.at(-1)?.day ?? FIRST
const days = fc.nat({ max: 400 })
/** Tolerance for floating-point error. */
const ROUNDING = 1e-9

/** This many answers per category on one day, with a given share right. */
const practised = (share: number, many: number, day = FIRST, categories: readonly string[] = examDomains): Evidence[] =>
  categories.flatMap((category) =>
    Array.from({ length: many }, (_, place) => ({
      day,
      category,
      isCorrect: place < share * many,
      difficulty: 0,
      standardError: 0.2,
    })),
  )

describe('readiness', () => {
  test('without answers is that of all learners: seven in ten pass', () => {
    const { chance, ability, standardError, byCategory } = readinessOf([], by, FIRST)
    expect(chance).toBeCloseTo(0.7, 1)
    expect(ability).toBe(0)
    expect(standardError).toBeCloseTo(1.017, 3)
    expect(byCategory.map(({ category, share }) => [category, share])).toEqual([
      ['Airway', 0.2],
      ['Cardiology', 0.22],
      ['Trauma', 0.16],
      ['Medical', 0.3],
      ['EMS Operations', 0.12],
    ])
    expect(byCategory[0]).toMatchObject({ ability: 0, score: 80, answers: 0, lastAnswered: null, faded: 0 })
  })

  test('knows the sixth category of the 2024 exam, and no category that an exam lacks', () => {
    const judgment = practised(0.5, 5, FIRST, ['Clinical Judgment'])
    expect(readinessOf(judgment, { ...by, blueprint: 'national_registry_2024' }, FIRST).byCategory[5]).toMatchObject({
      share: 0.35,
      answers: 5,
    })
    expect(() => readinessOf(judgment, by, FIRST)).toThrow('Clinical Judgment')
  })

  test('is almost certain for very strong or weak learners, and open for those at the cut', () => {
    const of = (share: number) => readinessOf(practised(share, 100), by, FIRST)
    expect(of(0.7).chance).toBeGreaterThan(0.99)
    expect(of(0.2).chance).toBeLessThan(0.01)
    const open = of(0.37)
    expect(open.chance).toBeGreaterThan(0.3)
    expect(open.chance).toBeLessThan(0.7)
    expect(open.high - open.low).toBeGreaterThan(0.2)
  })

  test('is never lowered by a right answer in place of a wrong one, however long ago', () => {
    fc.assert(
      fc.property(evidence, exam, fc.nat(), days, (answers, of, drawn, wait) => {
        const place = drawn % answers.length
        const today = addDays(lastDay(answers), wait)
        const withAnswer = (isCorrect: boolean) =>
          readinessOf(
            answers.map((answer, index) => (index === place ? { ...answer, isCorrect } : answer)),
            of,
            today,
          )
        const [wrong, right] = [withAnswer(false), withAnswer(true)]
        expect(right.chance).toBeGreaterThanOrEqual(wrong.chance - ROUNDING)
        expect(right.ability).toBeGreaterThanOrEqual(wrong.ability - ROUNDING)
        for (const [index, { ability }] of right.byCategory.entries())
          expect(ability).toBeGreaterThanOrEqual((wrong.byCategory[index]?.ability ?? 0) - ROUNDING)
      }),
    )
  })

  test('rises with one more right answer and falls with one more wrong one', () => {
    fc.assert(
      fc.property(evidence, exam, fc.double({ min: -2, max: 2, noNaN: true }), (answers, of, difficulty) => {
        const today = lastDay(answers)
        const more = (isCorrect: boolean): Evidence => ({ day: today, category: 'Trauma', isCorrect, difficulty, standardError: 0.2 })
        const { chance } = readinessOf(answers, of, today)
        expect(readinessOf([...answers, more(true)], of, today).chance).toBeGreaterThanOrEqual(chance - ROUNDING)
        expect(readinessOf([...answers, more(false)], of, today).chance).toBeLessThanOrEqual(chance + ROUNDING)
      }),
    )
  })

  test('after idle time has no better category, more uncertainty, and only a lower chance above a half', () => {
    fc.assert(
      fc.property(evidence, exam, days, days, (answers, of, wait, more) => {
        const today = addDays(lastDay(answers), wait)
        const before = readinessOf(answers, of, today)
        const later = readinessOf(answers, of, addDays(today, more))
        for (const [index, { ability, standardError, faded }] of later.byCategory.entries()) {
          expect(ability).toBeLessThanOrEqual(before.byCategory[index]?.ability ?? 0)
          expect(standardError).toBeGreaterThanOrEqual(before.byCategory[index]?.standardError ?? 0)
          expect(faded).toBeGreaterThanOrEqual(0)
        }
        if (before.chance >= 0.5) expect(later.chance).toBeLessThanOrEqual(before.chance)
        // A small chance rises a little, because its estimate has become uncertain.
        else expect(later.chance).toBeLessThan(Math.min(0.5, before.chance + 0.1))
      }),
    )
  })

  test('has an interval that contains the chance, within 0 and 1', () => {
    fc.assert(
      fc.property(evidence, exam, days, (answers, of, wait) => {
        const { chance, low, high, byCategory } = readinessOf(answers, of, addDays(lastDay(answers), wait))
        expect([0, low, chance, high, 1]).toEqual([0, low, chance, high, 1].toSorted((one, other) => one - other))
        for (const { faded, gain, score } of byCategory) {
          expect(faded + chance).toBeLessThanOrEqual(1)
          expect(gain + chance).toBeLessThanOrEqual(1)
          expect(gain).toBeGreaterThanOrEqual(0)
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(100)
        }
      }),
    )
  })

  test('for the real exam is not extreme before enough outcomes are known', () => {
    fc.assert(
      fc.property(evidence, days, (answers, wait) => {
        const { chance, low, high } = readinessOf(answers, early, addDays(lastDay(answers), wait))
        for (const said of [chance, low, high]) {
          expect(said).toBeGreaterThanOrEqual(LEAST_SAID)
          expect(said).toBeLessThanOrEqual(MOST_SAID)
        }
      }),
    )
    const best = practised(1, 100)
    expect(readinessOf(best, early, FIRST)).toMatchObject({ chance: MOST_SAID, low: MOST_SAID, high: MOST_SAID })
    expect(readinessOf(practised(0, 100), early, FIRST)).toMatchObject({ chance: LEAST_SAID, low: LEAST_SAID, high: LEAST_SAID })
    expect(readinessOf(best, late, FIRST).chance).toBeGreaterThan(0.99)
    for (const { gain } of readinessOf(best, early, FIRST).byCategory) expect(gain).toBe(0)
  })

  test('for the real exam is less certain than for our own, and lower if its line is higher', () => {
    const answers = practised(0.42, 60)
    const [ours, unsure, higher] = [by, early, { ...by, shift: { ...late.shift, mean: 0.3 } }].map((of) => readinessOf(answers, of, FIRST))
    if (!ours || !unsure || !higher) throw new Error('All three are told.')
    expect(unsure.high - unsure.low).toBeGreaterThan(1.3 * (ours.high - ours.low))
    expect(higher.chance).toBeLessThan(ours.chance)
    // The shift applies to the whole exam and does not change the categories.
    expect(unsure.ability).toBe(ours.ability)
    expect(unsure.byCategory.map(({ score }) => score)).toEqual(ours.byCategory.map(({ score }) => score))
  })

  test('is deterministic', () => {
    fc.assert(
      fc.property(evidence, (answers) => {
        expect(readinessOf(answers, by, FIRST)).toEqual(readinessOf(answers, by, FIRST))
      }),
    )
  })
})

describe('what would move it', () => {
  test('weak categories with large shares gain most; a score of 80 gains nothing', () => {
    const given = [
      ...practised(0.25, 40, FIRST, ['Medical', 'EMS Operations']),
      ...practised(0.6, 40, FIRST, ['Airway', 'Cardiology', 'Trauma']),
    ]
    const gains = new Map(readinessOf(given, by, FIRST).byCategory.map(({ category, gain, score }) => [category, { gain, score }]))
    const most = [...gains].toSorted(([, one], [, other]) => other.gain - one.gain).map(([category]) => category)
    expect(most.slice(0, 2)).toEqual(['Medical', 'EMS Operations'])
    expect(gains.get('Airway')?.score).toBeGreaterThanOrEqual(80)
    expect(gains.get('Airway')?.gain).toBe(0)
  })

  test('unpracticed categories have faded, and practiced ones have not', () => {
    const given = [...practised(0.45, 30), ...practised(0.45, 30, '2026-04-15', ['Airway', 'Cardiology'])]
    const { byCategory } = readinessOf(given, by, '2026-04-20')
    const faded = byCategory.filter((category) => category.faded > 0).map(({ category }) => category)
    expect(faded).toEqual(['Trauma', 'Medical', 'EMS Operations'])
    expect(byCategory.map(({ lastAnswered }) => lastAnswered)).toEqual(['2026-04-15', '2026-04-15', FIRST, FIRST, FIRST])
  })
})

describe('the trend', () => {
  test('shows the end of each day as it was then, from a given day on', () => {
    fc.assert(
      fc.property(evidence, exam, days, (answers, of, from) => {
        const begin = addDays(FIRST, from % 20)
        const trend = readinessByDay(answers, of, begin)
        const wanted = [...new Set(answers.map(({ day }) => day))].filter((day) => day >= begin)
        expect(trend.map(({ day }) => day)).toEqual(wanted)
        for (const { day, ...said } of trend) {
          const then = answers.filter((answer) => answer.day <= day)
          const { chance, low, high } = readinessOf(then, of, day)
          expect(said).toEqual({ chance, low, high })
        }
      }),
      { numRuns: 30 },
    )
  })
})
