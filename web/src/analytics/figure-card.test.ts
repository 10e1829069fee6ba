import { describe, expect, it } from 'vitest'
import { accuracyWords, dayWords, secondsOf, valueName, yearSummary } from './figure-card.tsx'

describe('figures in words', () => {
  it('say the time of a question by seconds', () => {
    expect([1, 61.4].map(secondsOf)).toEqual(['1 second', '61 seconds'])
  })

  it('show calendar days, whatever the time zone', () => {
    expect(dayWords('2025-11-20', 'short')).toBe('Nov 20')
    expect(dayWords('2025-11-20', 'day')).toBe('Thu, Nov 20, 2025')
    expect(dayWords('2025-11-20', 'long')).toBe('Thursday, November 20, 2025')
  })

  it('name the tags of questions', () => {
    expect(valueName('module', 'Pharmacology & Medication Administration')).toBe('Pharmacology')
    expect(valueName('kind', 'hot_spot')).toBe('Place in a picture')
    expect(valueName('judgmentStep', 'recognize cues')).toBe('Recognize cues')
    expect(valueName('topic', 'Chest trauma')).toBe('Chest trauma')
  })

  it('show an accuracy once there are enough answers to estimate it', () => {
    expect(accuracyWords({ answered: 50, scored: 48, accuracy: 0.72 })).toBe('72% of 48 answers')
    expect(accuracyWords({ answered: 9, scored: 9, accuracy: 1 })).toBe('1 more answer to estimate')
    expect(accuracyWords({ answered: 3, scored: 0, accuracy: null })).toBe('10 more answers to estimate')
    expect(accuracyWords({ answered: 0, scored: 0, accuracy: null })).toBe('No answers yet')
  })

  it('say the year', () => {
    const year = { from: '2024-11-21', to: '2025-11-20' }
    const days = [
      { date: '2025-11-19', answered: 4 },
      { date: '2025-11-20', answered: 1 },
    ]
    expect(yearSummary({ ...year, days })).toBe('5 questions on 2 days of the last 12 months, with 4 on the busiest day')
    expect(yearSummary({ ...year, days: [] })).toBe('0 questions on 0 days of the last 12 months, with 0 on the busiest day')
  })
})
