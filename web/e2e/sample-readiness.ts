import type {
  CalibrationBin,
  CalibrationFigures,
  CategoryReadiness,
  Readiness,
  ReadinessCalibration,
} from '@medicready/domain/contract/readiness/readiness'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { blueprints } from '@medicready/domain/exams/shown/blueprints'
import { published, sumsOf } from '@medicready/domain/readiness/published'
import type { Page } from '@playwright/test'

const categoryAt = ([category, percent]: [string, number], place: number): CategoryReadiness => ({
  category,
  share: percent / 100,
  ability: -0.4 + 0.2 * place,
  standardError: 0.3,
  score: 66 + 3 * place,
  answers: 20 + 7 * place,
  lastAnswered: '2026-02-14',
  faded: place === 1 ? 0.021 : 0.002,
  gain: Math.max(0, 0.084 - 0.02 * place),
})

/** With a trend of each fifth day of the last 90. */
export function sampleReadiness(changed: Partial<Readiness> = {}): Readiness {
  const today = '2026-03-05'
  const trend = Array.from({ length: 19 }, (_, index) => {
    const chance = 0.42 + 0.016 * index
    return { day: addDays(today, 5 * (index - 18)), chance, low: chance - 0.2 + 0.004 * index, high: chance + 0.18 - 0.004 * index }
  })
  return {
    blueprint: 'national_registry_2024',
    scoredAnswers: 240,
    missingAnswers: 0,
    figures: {
      chance: 0.712,
      low: 0.579,
      high: 0.8249,
      ability: -0.3,
      standardError: 0.24,
      score: 74,
      realOutcomes: 3,
      byCategory: Object.entries(blueprints.national_registry_2024.shares ?? {}).map(categoryAt),
      trend,
    },
    outcome: null,
    ...changed,
  }
}

export const tooFewAnswers = (scoredAnswers: number): Readiness =>
  sampleReadiness({ scoredAnswers, missingAnswers: 100 - scoredAnswers, figures: null })

export function sampleFigures(predictions: number): CalibrationFigures {
  const told = Array.from({ length: predictions }, (_, index) => {
    const chance = ((index * 37) % 97) / 97
    return { chance, hasPassed: ((index * 61) % 89) / 89 < chance }
  })
  const { brierScore, brierScoreOfAConstant, expectedCalibrationError, passed, bins } = published(sumsOf(told))
  return {
    bins: bins.map((bin): CalibrationBin => bin),
    passed,
    brierScore: brierScore ?? 0,
    brierScoreOfAConstant: brierScoreOfAConstant ?? 0,
    expectedCalibrationError: expectedCalibrationError ?? 0,
  }
}

export const sampleCalibration = (mockExams: number, told: number): ReadinessCalibration => ({
  practiceExams: { predictions: mockExams, left: 3, figures: mockExams === 0 ? null : sampleFigures(mockExams) },
  nationalExams: { predictions: told, notTaken: 2, leastShown: 20, figures: told < 20 ? null : sampleFigures(told) },
})

export const withReadiness = (page: Page, readiness: Readiness): Promise<unknown> =>
  page.route('**/api/readiness', (route) => route.fulfill({ json: readiness }))

export const withCalibration = (page: Page, calibration: ReadinessCalibration): Promise<unknown> =>
  page.route('**/api/readiness/calibration', (route) => route.fulfill({ json: calibration }))
