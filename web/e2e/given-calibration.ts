import type { CalibratedItem } from '@medicready/domain/exams/calibration-facts'
import type { Page } from '@playwright/test'
import { appendFacts } from './given-questions.ts'

/** On a random night long ago. */
export async function giveCalibration(page: Page, questionId: string): Promise<void> {
  const day = new Date(Math.floor(Math.random() * Date.UTC(2000, 0, 1))).toISOString().slice(0, 10)
  const item: CalibratedItem = {
    questionId,
    questionVersion: 1,
    difficulty: 0.62,
    discrimination: 1.08,
    standardError: 0.11,
    answers: 642,
    infit: 0.97,
    outfit: 1.41,
    pointBiserial: 0.31,
    observed: [
      { ability: -1.71, answers: 38, right: 5 },
      { ability: -1.02, answers: 96, right: 16 },
      { ability: -0.36, answers: 171, right: 47 },
      { ability: 0.35, answers: 178, right: 82 },
      { ability: 1.03, answers: 108, right: 61 },
      { ability: 1.82, answers: 51, right: 42 },
    ],
    comparisons: [
      {
        by: 'first_language',
        focal: 'spanish',
        reference: 'english',
        focalAnswers: 131,
        referenceAnswers: 402,
        delta: -1.94,
        standardError: 0.44,
        p: 0.0001,
        class: 'C',
      },
      {
        by: 'paramedic_program',
        focal: 'Front Range Community College Paramedic Program',
        reference: null,
        focalAnswers: 118,
        referenceAnswers: 305,
        delta: 0.41,
        standardError: 0.52,
        p: 0.4304,
        class: 'A',
      },
    ],
  }
  const calibrationId = crypto.randomUUID()
  const position = await appendFacts([
    {
      stream: `calibration-${day}`,
      facts: [
        { type: 'ItemsCalibrated', data: { calibrationId, on: day, part: 1, of: 1, answers: 642, learners: 420, shift: 0, items: [item] } },
      ],
    },
  ])
  await page.request.get(`/api/admin/questions/${questionId}/calibration`, { headers: { 'Consistency-Token': position } })
}
