import type { CategoryReadiness } from '@medicready/domain/contract/readiness/readiness'
import { describe, expect, it } from 'vitest'
import { chanceToday } from './chance-words.ts'
import {
  categoryWords,
  certaintyWords,
  chanceSentence,
  dayOfTrendWords,
  guessedWords,
  trendSummary,
  whatHasFaded,
  whatWouldMoveIt,
} from './readiness-words.ts'

const category = (changed: Partial<CategoryReadiness>): CategoryReadiness => ({
  category: 'Trauma',
  share: 0.16,
  ability: 0,
  standardError: 0.3,
  score: 64,
  answers: 40,
  lastAnswered: '2026-03-01',
  faded: 0,
  gain: 0,
  ...changed,
})

describe('a chance in words', () => {
  it('is in whole percent, with its range', () => {
    expect(chanceToday({ chance: 0.712, low: 0.579, high: 0.8249 })).toBe('If you took the exam today: 71% (58–82)')
  })

  it('is never certain, in either direction', () => {
    expect(chanceToday({ chance: 0.9991, low: 0.96, high: 1 })).toBe('If you took the exam today: >99% (96–99)')
    expect(chanceToday({ chance: 0.9991, low: 0.996, high: 1 })).toBe('If you took the exam today: >99%')
    expect(chanceToday({ chance: 0.001, low: 0, high: 0.004 })).toBe('If you took the exam today: <1%')
    expect(chanceSentence({ chance: 0.9991, low: 0.96, high: 1, realOutcomes: 50 })).toBe(
      'If you took the exam today, your chance to pass would be more than 99%. We are 80% sure that your chance is between 96% and more than 99%.',
    )
    expect(certaintyWords({ chance: 0.9991, low: 0.996, high: 1, realOutcomes: 50 })).toBe(
      'Your answers put you well above the passing line. This is a precise estimate, but not a promise.',
    )
    expect(dayOfTrendWords({ day: '2026-03-05', chance: 0.9991, low: 0.996, high: 1 })).toBe('Mar 5: >99%, range >99%')
  })

  it('says how sure it is', () => {
    const chance = { chance: 0.7, low: 0.62, high: 0.76, realOutcomes: 3 }
    expect(certaintyWords(chance)).toBe(
      'We are 80% sure that your chance is between 62% and 76%. This is a precise estimate, but not a promise.',
    )
    expect(certaintyWords({ ...chance, high: 0.9 })).toContain('a fair estimate')
    expect(certaintyWords({ ...chance, low: 0.3 })).toContain('a rough estimate')
  })

  it('says where it stops, and why, before enough real outcomes are known', () => {
    const best = { chance: 0.95, low: 0.95, high: 0.95, realOutcomes: 3 }
    expect(chanceToday(best)).toBe('If you took the exam today: 95%')
    expect(certaintyWords(best)).toBe(
      'Your answers put you well above the passing line. 95% is the most we say until 50 students have told us how their real exam went. So far, 3 have.',
    )
    expect(certaintyWords({ chance: 0.05, low: 0.05, high: 0.2, realOutcomes: 0 })).toBe(
      'We are 80% sure that your chance is 20% or less. 5% is the least we say until 50 students have told us how their real exam went. So far, none have.',
    )
    // At a limit the range may extend beyond it.
    expect(certaintyWords({ ...best, chance: 0.9, low: 0.8 })).toContain('We are 80% sure that your chance is 80% or more.')
    expect(certaintyWords({ ...best, chance: 0.5, low: 0.05 })).toContain('between 5% and 95%.')
    expect(certaintyWords({ ...best, low: 0.8, realOutcomes: 50 })).toContain('between 80% and 95%.')
  })

  it('says which parts of the exam are guessed from the rest', () => {
    const answered = (name: string, answers: number) => category({ category: name, answers })
    expect(guessedWords([answered('Trauma', 100), answered('Airway', 5)])).toBeNull()
    expect(guessedWords([answered('Trauma', 100), answered('Airway', 4), answered('Medical', 0)])).toBe(
      'You have few answers in Airway and Medical. Answer some questions there: for now we estimate it from the other parts.',
    )
  })

  it('is listed over time', () => {
    expect(
      trendSummary([
        { day: '2026-01-05', chance: 0.4, low: 0.2, high: 0.6 },
        { day: '2026-03-05', chance: 0.71, low: 0.58, high: 0.82 },
      ]),
    ).toBe('Your chance to pass went from 40% on Jan 5 to 71% on Mar 5, range 58–82%')
  })
})

describe('what is said of the parts of the exam', () => {
  it('is which three would move the chance most, none of them by less than a point', () => {
    const gains = { Airway: 0.02, Cardiology: 0.07, Trauma: 0.004, Medical: 0.05, 'EMS Operations': 0.01 }
    const parts = Object.entries(gains).map(([name, gain]) => category({ category: name, gain }))
    expect(whatWouldMoveIt(parts).map(({ category: name }) => name)).toEqual(['Cardiology', 'Medical', 'Airway'])
  })

  it('is what has faded by a point or more', () => {
    const parts = [
      category({ faded: 0.012 }),
      category({ category: 'Medical', faded: 0.03 }),
      category({ category: 'Airway', faded: 0.003 }),
    ]
    expect(whatHasFaded(parts).map(({ category: name }) => name)).toEqual(['Medical', 'Trauma'])
  })

  it('is what is known of each', () => {
    expect(categoryWords(category({}))).toBe('Score 64 now, from 40 answers. 16% of the exam.')
    expect(categoryWords(category({ answers: 0, lastAnswered: null }))).toBe('No answers yet. 16% of the exam.')
  })
})
