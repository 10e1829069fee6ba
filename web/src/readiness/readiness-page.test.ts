import type { CalibrationBin } from '@medicready/domain/contract/readiness/readiness'
import { expect, it } from 'vitest'
import { binName, binWords, fewWords } from './readiness-page.tsx'

const bin: CalibrationBin = { from: 0.7, to: 0.8, predictions: 48, passed: 36, said: 0.742, happened: 0.75, low: 0.612, high: 0.851 }
const empty: CalibrationBin = { from: 0, to: 0.1, predictions: 0, passed: 0, said: null, happened: null, low: null, high: null }

it('describes the prediction, the outcome, and the certainty of a bin', () => {
  expect(binName(bin)).toBe('70–80%')
  expect(binWords(bin)).toBe('Chances of 70–80%: on average we said 74%, and 75% passed (36 of 48), likely range 61 to 85%')
  expect(binWords(empty)).toBe('Chances of 0–10%: none so far')
})

it('says how few there are until there are enough', () => {
  expect(fewWords(12, 'exam')).toMatch(/^Only 12 exams so far\./)
  expect(fewWords(1, 'exam')).toMatch(/^Only 1 exam so far\./)
  expect(fewWords(200, 'exam')).toBeNull()
})
