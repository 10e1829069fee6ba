import type { ShownAchievement } from '@medicready/domain/contract/study/study'
import { describe, expect, it } from 'vitest'
import { habitNotice, newsOf, toldOf } from './notices.tsx'

const freeze = (date: string, days = 7) => ({ date, days })
const none = { earned: null, spent: null }
const achievement = (name: string, points: number): ShownAchievement => ({
  id: name,
  type: 'study_streak',
  name,
  description: `About ${name}.`,
  icon: 'flame',
  requirement: 7,
  points,
  progress: 7,
  answersToGo: null,
  earnedOn: '2026-03-08',
  reachableFrom: 'free',
})

describe('news about freezes', () => {
  const freezes = { lastEarned: freeze('2026-03-07'), lastSpent: freeze('2026-03-08') }

  it('covers yesterday and today', () => {
    expect(newsOf(freezes, null, '2026-03-08')).toEqual({ earned: freezes.lastEarned, spent: freezes.lastSpent })
    expect(newsOf(freezes, null, '2026-03-09')).toEqual({ earned: null, spent: freezes.lastSpent })
    expect(newsOf(freezes, null, '2026-03-10')).toEqual(none)
  })

  it('is shown once', () => {
    const told = toldOf({ ...freezes, lastSpent: null })
    expect(newsOf(freezes, told, '2026-03-08')).toEqual({ earned: null, spent: freezes.lastSpent })
    expect(newsOf(freezes, toldOf(freezes), '2026-03-08')).toEqual(none)
  })
})

describe('the notice', () => {
  it('is absent if there is no news', () => {
    expect(habitNotice([], none)).toBeNull()
  })

  it('names the greatest achievement and how many more there are', () => {
    expect(habitNotice([achievement('A', 5), achievement('B', 20)], none)).toMatchObject({
      title: 'Achievement earned: B',
      description: 'About B. 20 points. 1 more achievement on your profile.',
    })
  })

  it('mentions a spent freeze and an earned one', () => {
    expect(habitNotice([], { earned: null, spent: freeze('2026-03-08', 9) })).toMatchObject({
      title: 'Your streak is safe',
      description: expect.stringMatching(/^A freeze kept your 9-day streak on .+\.$/),
    })
    expect(habitNotice([], { earned: freeze('2026-03-08'), spent: null })).toMatchObject({
      title: 'Streak freeze earned',
      description: '7 days in a row. You have earned a streak freeze for a day when you cannot study.',
    })
  })

  it('says all in one', () => {
    expect(habitNotice([achievement('A', 5)], { earned: freeze('2026-03-08'), spent: null })).toMatchObject({
      title: 'Achievement earned: A',
      description:
        'About A. 5 points. Streak freeze earned. 7 days in a row. You have earned a streak freeze for a day when you cannot study.',
    })
  })
})
