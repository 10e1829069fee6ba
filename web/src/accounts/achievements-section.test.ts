import type { ShownAchievement } from '@medicready/domain/contract/study/study'
import { expect, test } from 'vitest'
import { inShort } from './achievements-section.tsx'

const step = (id: string, progress: number, requirement: number, earnedOn: string | null = null): ShownAchievement => ({
  id,
  type: id.startsWith('streak') ? 'study_streak' : 'questions_answered',
  name: id,
  description: id,
  icon: 'flame',
  requirement,
  points: 10,
  progress,
  answersToGo: null,
  earnedOn,
  reachableFrom: 'free',
})

test('shows earned achievements and the next one of each type, in the order of the list', () => {
  const all = [
    step('streak-3', 3, 3, '2026-03-01'),
    step('streak-7', 5, 7),
    step('streak-14', 5, 14),
    step('answered-1', 0, 1),
    step('answered-25', 0, 25),
  ]
  expect(inShort(all).map(({ id }) => id)).toEqual(['streak-3', 'streak-7', 'answered-1'])
})
