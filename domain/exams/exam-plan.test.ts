import { describe, expect, test } from 'vitest'
import { moduleNames } from '../questions/shown/modules.ts'
import { Rejection } from '../refusals/rejection.ts'
import { given } from '../testing/given.ts'
import { blueprintFor, sharesOf } from './exam-plan.ts'
import { bookExam, type ExamineeEvent, examineeAggregate, refusalFor } from './examinee.ts'
import { type Poolable, type PoolItem, poolItemOf } from './pool.ts'
import { available, passedOver, preparePool } from './prepared-pool.ts'
import { blueprintNames, examDomains } from './shown/blueprints.ts'

const wish = { examType: 'full_exam', targetModules: [], blueprint: 'national_registry' } as const

describe('the blueprint', () => {
  test('follows from the type and its targets', () => {
    expect(blueprintFor(wish)).toBe('full_simulation')
    const mock = { ...wish, targetModules: examDomains.toReversed() }
    expect(blueprintFor(mock)).toBe('national_registry')
    expect(blueprintFor({ ...mock, blueprint: 'national_registry_2024' })).toBe('national_registry_2024')
    expect(blueprintFor({ ...wish, examType: 'module_specific', targetModules: ['Trauma'] })).toBe('module')
    expect(blueprintFor({ ...wish, examType: 'weak_areas' })).toBe('weak_areas')
  })

  test('is refused for targets that the type does not support', () => {
    const refused = (targets: readonly string[], examType: 'full_exam' | 'module_specific' | 'weak_areas') => {
      expect(() => blueprintFor({ ...wish, examType, targetModules: targets })).toThrow(new Rejection('examTargetsUnknown'))
    }
    refused(['Airway'], 'full_exam')
    refused([...examDomains.slice(0, 4), 'Pediatrics'], 'full_exam')
    refused([...examDomains.slice(0, 4), 'Airway'], 'full_exam')
    refused([...examDomains, 'Airway'], 'full_exam')
    refused(['Airway'], 'module_specific')
    refused(['Trauma', 'Pediatrics'], 'module_specific')
    refused(['Trauma'], 'weak_areas')
    expect(() => blueprintFor({ ...wish, examType: 'module_specific' })).toThrow(new Rejection('moduleRequired'))
  })

  test('has shares that add up to the whole exam', () => {
    for (const name of blueprintNames)
      for (const modules of [moduleNames, moduleNames.slice(3, 6), moduleNames.slice(0, 1)])
        expect(sharesOf(name, modules).reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100, 4)
    expect(sharesOf('module', ['Trauma'])).toEqual([{ category: 'Trauma', percent: 100 }])
    expect(sharesOf('weak_areas', ['Pediatrics', 'EMS Operations']).map(({ percent }) => percent)).toEqual([50, 50])
  })
})

describe('booking', () => {
  const [userId, examId, other] = [
    '00000000-0000-4000-8000-00000000000a',
    '00000000-0000-4000-8000-0000000000e1',
    '00000000-0000-4000-8000-0000000000e2',
  ]
  const booking = { userId, examId, bookedAt: '2026-03-01T12:00:00.000Z', until: '2026-03-01T13:00:00.000Z' }
  const booked: ExamineeEvent = { type: 'ExamBooked', data: booking }
  const bookOther = (bookedAt: string, hasEnded = false) => bookExam({ ...booking, examId: other, bookedAt, hasEnded: () => hasEnded })
  const again = (bookedAt: string): ExamineeEvent => ({ type: 'ExamBooked', data: { ...booking, examId: other, bookedAt } })

  test('happens once, and only one exam runs at a time', () => {
    given(examineeAggregate, [])
      .when(bookExam({ ...booking, hasEnded: () => false }))
      .emits([booked])
    given(examineeAggregate, [booked])
      .when(bookExam({ ...booking, hasEnded: () => false }))
      .emits([])
    expect(() => bookOther('2026-03-01T12:59:59.999Z')({ latest: booking })).toThrow(refusalFor(booking))
    expect(refusalFor(booking)).toMatchObject({ code: 'examInProgress', examId })
  })

  test('is open again once the latest exam has ended or its time is up', () => {
    given(examineeAggregate, [booked])
      .when(bookOther('2026-03-01T12:30:00.000Z', true))
      .emits([again('2026-03-01T12:30:00.000Z')])
    given(examineeAggregate, [booked])
      .when(bookOther('2026-03-01T13:00:00.000Z'))
      .emits([again('2026-03-01T13:00:00.000Z')])
  })
})

const question = (n: number): Poolable => ({
  questionId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  questionVersion: 1,
  module: 'Trauma',
  set: null,
  difficulty: 'moderate',
  bloomsLevel: 'apply',
  domain: 'Trauma',
  judgmentStep: 'take action',
  isPilot: false,
  rating: null,
})

describe('an item of the pool', () => {
  test('has the difficulty of its answers, else its rating, else its label', () => {
    const hard = { ...question(1), difficulty: 'hard' } as const
    expect(poolItemOf(hard, null)).toMatchObject({ domain: 'Trauma', difficulty: 0.8, discrimination: 1, standardError: 0.75 })
    const rated = poolItemOf({ ...hard, rating: 40 }, null)
    expect(rated.difficulty).toBeGreaterThan(poolItemOf({ ...hard, rating: 60 }, null).difficulty)
    expect(rated.standardError).toBeLessThan(0.75)
    expect(poolItemOf(hard, null, 0.25).difficulty).toBe(1.05)
    const calibrated = { difficulty: 0.12345678, discrimination: 1.2, standardError: 0.2 }
    expect(poolItemOf({ ...hard, rating: 40 }, calibrated, 0.25)).toMatchObject({ ...calibrated, difficulty: 0.123457 })
  })

  test('needs clinical judgment if a case unfolds or something is evaluated', () => {
    const isJudgment = (more: Partial<Poolable>) => poolItemOf({ ...question(1), ...more }, null).isJudgment
    expect(isJudgment({})).toBe(false)
    expect(isJudgment({ set: { id: 'trauma-set-01', part: 1, of: 3 } })).toBe(true)
    expect(isJudgment({ bloomsLevel: 'evaluate' })).toBe(true)
    expect(isJudgment({ bloomsLevel: 'evaluate', judgmentStep: null })).toBe(false)
  })
})

describe('recently met items', () => {
  const items: PoolItem[] = Array.from({ length: 12 }, (_, n) => poolItemOf({ ...question(n), isPilot: n === 11 }, null))
  const pool = preparePool(items)
  const metOn = new Map(items.slice(0, 8).map(({ questionId }, n) => [questionId, `2026-03-0${8 - n}`]))
  const asked = { balance: 'module', shares: [{ category: 'Trauma', percent: 100 }], metOn } as const

  test('are passed over, latest first, as long as twice the longest exam is left', () => {
    expect(passedOver(pool, { ...asked, maxItems: 2 })).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(passedOver(pool, { ...asked, maxItems: 5 })).toEqual([0, 1])
    expect(passedOver(pool, { ...asked, maxItems: 6 })).toEqual([])
  })

  test("are passed over only within the exam's topics", () => {
    expect(passedOver(pool, { ...asked, shares: [{ category: 'Pediatrics', percent: 100 }], maxItems: 2 })).toEqual([])
    expect(available(pool, asked)).toEqual({ scored: 11, pilots: 1 })
    expect(available(pool, { ...asked, shares: [] })).toEqual({ scored: 0, pilots: 0 })
  })
})
