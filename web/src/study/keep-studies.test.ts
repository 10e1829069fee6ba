import type { DailyQuestion } from '@medicready/domain/contract/study/study'
import { expect, test } from 'vitest'
import { endOfDay, lastDayOf, leftIn } from './keep-studies.ts'
import type { SessionRead } from './queries.ts'

const denver = { timeZone: 'America/Denver', formerTimeZone: null, timeZoneChangedAt: null }
const within = (moment: number, iso: string) => expect(Math.abs(moment - Date.parse(iso))).toBeLessThanOrEqual(1000)

test('a day ends at the midnight of the account, also where the clock is changed in it', () => {
  within(endOfDay('2026-03-02', denver, Date.parse('2026-03-02T12:00:00Z')), '2026-03-03T07:00:00Z')
  within(endOfDay('2026-03-08', denver, Date.parse('2026-03-07T12:00:00Z')), '2026-03-09T06:00:00Z')
})

const session = (startedAt: string, answered: readonly boolean[]) =>
  ({
    skew: 0,
    session: { id: 's', startedAt, questions: answered.map((isAnswered, place) => ({ questionId: `q${place}`, isAnswered })) },
  }) as unknown as SessionRead

test('a session can be answered until the day after the one that began it is over', () => {
  expect(lastDayOf(session('2026-03-03T02:00:00Z', []), denver)).toBe('2026-03-03')
})

test('what is left of it goes by what was answered, and by what waits to be sent', () => {
  const waits = (questionId: string, studySessionId: string | null) => questionId === 'q1' && studySessionId === 's'
  expect(leftIn(session('2026-03-03T02:00:00Z', [true, false, false]), waits)).toBe(1)
  const daily = [
    { questionId: 'q1', isCompleted: false },
    { questionId: 'q2', isCompleted: true },
  ] as DailyQuestion[]
  expect(leftIn(daily, waits)).toBe(1)
})
