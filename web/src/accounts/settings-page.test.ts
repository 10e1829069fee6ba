import { expect, it } from 'vitest'
import { changesIn } from './settings-page.tsx'

const saved = {
  showCorrectAnswers: true,
  dailyEmailEnabled: false,
  dailyEmailTime: '13:00',
  examDate: '2026-09-01',
  calmMode: false,
  showOnLeaderboard: true,
  timeZone: 'America/Denver',
}

type Saved = Omit<typeof saved, 'examDate'> & { examDate: string | null }

it('sends only what was changed', () => {
  expect(changesIn({}, saved)).toEqual({})
  expect(changesIn<Saved>({ showCorrectAnswers: false, examDate: null }, saved)).toEqual({ showCorrectAnswers: false, examDate: null })
})

it('sends nothing that was changed back or is saved already', () => {
  expect(changesIn({ showCorrectAnswers: true, examDate: '2026-09-01', dailyEmailTime: '13:00' }, saved)).toEqual({})
})
