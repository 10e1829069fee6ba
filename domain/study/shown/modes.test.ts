import { describe, expect, it } from 'vitest'
import { includesTier, sessionQuestions, studyModeRules, studyModes } from './modes.ts'

describe('the study modes', () => {
  const rowOf = (mode: (typeof studyModes)[number]) => {
    const { requiredTier, showsAnswers, showsExplanations, showsPearls } = studyModeRules[mode]
    return [mode, requiredTier, showsAnswers, showsExplanations, showsPearls]
  }

  it('show what they should to the tiers they are for', () => {
    expect(studyModes.map(rowOf)).toEqual([
      ['daily', 'free', true, true, true],
      ['practice', 'free', true, true, false],
      ['review', 'basic', true, true, true],
      ['tutor_mode', 'basic', true, true, true],
      ['timed_exam', 'premium', false, false, false],
    ])
  })

  it('ask for confidence only in tutor mode', () => {
    expect(studyModes.filter((mode) => studyModeRules[mode].asksConfidence)).toEqual(['tutor_mode'])
  })
})

describe('a plan', () => {
  it('includes everything in the plans below it', () => {
    expect([includesTier('free', 'basic'), includesTier('basic', 'basic'), includesTier('premium', 'basic')]).toEqual([false, true, true])
  })

  it('has as many questions per session as per day', () => {
    expect([sessionQuestions('free'), sessionQuestions('basic'), sessionQuestions('premium')]).toEqual([1, 5, 10])
  })
})
