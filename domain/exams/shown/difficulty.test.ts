import { expect, test } from 'vitest'
import { difficultyOf, difficultyOfMean, levelOf } from './difficulty.ts'

test('two fixed cuts divide difficulties into easy, medium, and hard, and the cuts themselves are medium', () => {
  const logits = [-4, -0.500001, -0.5, 0, 0.5, 0.500001, 4]
  expect(logits.map(difficultyOf)).toEqual(['easy', 'easy', 'medium', 'medium', 'medium', 'hard', 'hard'])
  expect(logits.map(levelOf)).toEqual([1, 1, 2, 2, 2, 3, 3])
})

test('a mean of levels gets the name of the nearest level', () => {
  expect([1, 1.49, 1.5, 2, 2.49, 2.5, 3].map(difficultyOfMean)).toEqual(['easy', 'easy', 'medium', 'medium', 'medium', 'hard', 'hard'])
})
