import { expect, test } from 'vitest'
import { sampleAddressOf } from './answer-result.ts'

test('a picture keeps its name where no account is needed', () => {
  const addressOf = sampleAddressOf(({ questionId }) => `/api/pictures/${questionId}`)
  expect(addressOf({ questionId: 'abc', version: 1, of: 'question' })).toBe('/api/samples/pictures/abc')
})
