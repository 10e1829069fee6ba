import { examEnds, examOutcomes } from '@medicready/domain/exams/exam'
import { describe, expect, it } from 'vitest'
import {
  bandOf,
  bandWords,
  confidenceWords,
  difficultyWords,
  type EndOfExam,
  scoreBandWords,
  shortScoreWords,
  stopWords,
  verdictOf,
} from './result-card.tsx'
import { decisionWords, drawnWords, itemDifficultyWords, talliesOf, weakestOf, whyGivenWords } from './results-page.tsx'

const end = (changed: Partial<EndOfExam> = {}): EndOfExam => ({
  outcome: 'undetermined',
  endedBy: 'maximum',
  questionsAnswered: 120,
  minItems: 70,
  totalQuestions: 120,
  ...changed,
})

describe('the result', () => {
  it('is passed from 70 on', () => {
    expect([69, 70].map(verdictOf)).toEqual(['Not passed yet', 'Passed'])
  })

  it.each([
    ['confidence', 'pass', 'With 95% confidence, your ability is above the passing line.'],
    ['confidence', 'fail', 'With 95% confidence, your ability is below the passing line.'],
    ['curtailment', 'undetermined', 'More questions would not have changed this result, but it does not reach 95% confidence.'],
    [
      'maximum',
      'undetermined',
      'The exam did not reach 95% confidence. After all 120 questions, you were still too close to the passing line.',
    ],
    ['maximum', 'fail', 'All 120 questions were given. With 95% confidence, your ability is below the passing line.'],
    ['timeout', 'undetermined', 'The exam did not reach 95% confidence because time was up before the exam could tell.'],
    ['timeout', 'pass', 'Time was up. With 95% confidence, your ability is above the passing line.'],
    ['pool', 'undetermined', 'The exam did not reach 95% confidence, and there were no more questions.'],
    ['pool', 'fail', 'There were no more questions. With 95% confidence, your ability is below the passing line.'],
  ] as const)('says of %s and %s whether it is sure', (endedBy, outcome, words) => {
    expect(confidenceWords(end({ endedBy, outcome }))).toBe(words)
  })

  it('calls an exam certain if it ended by the rule, and not if it was cut short', () => {
    for (const endedBy of examEnds)
      for (const outcome of examOutcomes)
        expect(confidenceWords(end({ endedBy, outcome })).startsWith('With 95% confidence')).toBe(endedBy === 'confidence')
  })

  it('says if time was up before enough, or any, questions were answered', () => {
    const short = end({ endedBy: 'timeout', questionsAnswered: 40 })
    expect(confidenceWords(short)).toBe('The exam did not reach 95% confidence because time was up before the required 70 answers.')
    expect(shortScoreWords(short)).toMatch(/^You answered 40 of the minimum of 70 questions. .* count as wrong in the score\.$/)
    expect(shortScoreWords(end())).toBeNull()
    expect(confidenceWords(end({ endedBy: 'timeout', questionsAnswered: 0 }))).toMatch(/there is no measurement/)
  })

  it.each([
    ['confidence', 'It stopped after question 120: you had answered at least 70, and the whole band was below the passing line.'],
    [
      'curtailment',
      'It stopped after question 120: the remaining questions up to 120 would hardly have changed on which side of the passing line you were.',
    ],
    ['maximum', 'It stopped after question 120, the most that this exam gives.'],
    ['timeout', 'It stopped after question 120, when its time was up.'],
    ['pool', 'It stopped after question 120, because no suitable question was left.'],
  ] as const)('says when and why it stopped by %s', (endedBy, words) => {
    expect(stopWords(end({ endedBy, outcome: 'fail' }))).toBe(words)
  })

  it('says a band on both scales, and a mean of levels', () => {
    const band = bandOf({ ability: 0.25, standardError: 0.2 })
    expect(bandWords(band)).toBe('−0.1 to 0.6')
    expect(scoreBandWords(band, -0.55)).toBe('78 to 87')
    expect([1.2, 1.5, 2.5].map(difficultyWords)).toEqual(['Easy (1.2 of 3)', 'Medium (1.5 of 3)', 'Hard (2.5 of 3)'])
  })
})

describe('the parts of an exam', () => {
  const domainCounts = { Airway: 20, Cardiology: 20, 'Pharmacology & Medication Administration': 4, Trauma: 0 }

  it('are sorted by their share, lowest first, without those that had no questions', () => {
    const tallies = talliesOf({ domainCounts, domainCorrect: { Airway: 14, Cardiology: 7 } })
    expect(tallies.map(({ name }) => name)).toEqual(['Pharmacology', 'Cardiology', 'Airway'])
    // Four questions are too few.
    expect(weakestOf(tallies)?.name).toBe('Cardiology')
  })
})

describe('a decision', () => {
  const decision = {
    order: 7,
    questionId: '0197b1a2-0000-4000-8000-000000000001',
    category: 'Cardiology',
    difficulty: 0.72,
    discrimination: 1,
    uncertainty: 0.3,
    isPilot: false,
    isCorrect: true,
    ability: 0.25,
    standardError: 0.2,
    score: 83,
    deficit: 1.42,
    among: 5,
    rank: 3,
  }

  it('says why this question', () => {
    expect(whyGivenWords(decision, null)).toBe(
      'Cardiology was 1.4 questions behind its share. The 3rd of the 5 most informative questions for your ability at that point.',
    )
    expect(whyGivenWords({ ...decision, deficit: 1, among: 1, rank: 1 }, { part: 1, of: 3 })).toBe(
      'Cardiology was 1.0 question behind its share. Only one question fit.',
    )
    expect(whyGivenWords({ ...decision, deficit: 0 }, null)).toMatch(/^No part of the exam was behind its share, so Cardiology was next\./)
    expect(whyGivenWords(decision, { part: 2, of: 3 })).toBe('Part 2 of 3 of the same case.')
    expect(whyGivenWords({ ...decision, isPilot: true }, null)).toBe('On trial: not scored.')
  })

  it('says what its answer changed', () => {
    expect(decisionWords({ ...decision, isCorrect: false }, { part: 3, of: 3 }, -0.55)).toBe(
      'Question 7: wrong, then score 83, band 78 to 87. Part 3 of 3 of the same case.',
    )
    expect([1, 2, 3, 4, 11, 22].map((rank) => drawnWords({ rank, among: 30 }))).toEqual(
      ['1st', '2nd', '3rd', '4th', '11th', '22nd'].map((place) => `${place} of 30`),
    )
    expect([-0.7, 0, 0.72].map(itemDifficultyWords)).toEqual(['−0.7 (easy)', '0.0 (medium)', '0.7 (hard)'])
  })
})
