import type { Fact } from '@medicready/domain/events'
import { asItStands, type DeliveredQuestion } from '@medicready/domain/questions/delivered-question'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { given } from '../../testing/given.ts'
import { studyDays } from './study-days.ts'

const userId = '00000000-0000-4000-8000-00000000000a'
const idOf = (part: number) => `00000000-0000-4000-8000-00000000000${part}`
const part = (number: number): DeliveredQuestion => ({
  questionId: idOf(number),
  questionVersion: 1,
  module: 'Trauma',
  set: { id: 'trauma-set-01', part: number, of: 3 },
  ...asItStands,
})
const single: DeliveredQuestion = { ...part(9), set: null, ...asItStands }
const set = [1, 2, 3].map(part)

const assigned = (date: string, ...questions: DeliveredQuestion[]): Fact => ({
  type: 'DailyQuestionsAssigned',
  data: { userId, date, questions },
})
const answered = (date: string, number: number): Fact => answerSubmitted({ userId, date, questionId: idOf(number) })

const [monday, tuesday] = ['2026-03-02', '2026-03-03']

/** The numbers of the closed parts. */
async function closedAfter(...facts: Fact[]): Promise<number[]> {
  const { question_deliveries } = await given(studyDays, facts).rows()
  return question_deliveries.flatMap(({ question_id, is_closed }) => (is_closed ? [Number(question_id.at(-1))] : []))
}

test('a set is given with its first part open, and each answer opens the next', async () => {
  const day = assigned(monday, single, ...set)
  expect(await closedAfter(day)).toEqual([2, 3])
  expect(await closedAfter(day, answered(monday, 9))).toEqual([2, 3])
  expect(await closedAfter(day, answered(monday, 1))).toEqual([3])
  expect(await closedAfter(day, answered(monday, 1), answered(monday, 1), answered(monday, 2), answered(monday, 3))).toEqual([])
})

test('each part lists the others', async () => {
  const ids = set.map(({ questionId }) => questionId)
  await given(studyDays, [assigned(monday, ...set, single)]).leaves({
    question_deliveries: [{ set_parts: ids }, { set_parts: ids }, { set_parts: ids }, { set_parts: null, is_closed: false }],
  })
})

test("a set that is given again is closed again, and yesterday's answer does not open it", async () => {
  const before = [assigned(monday, ...set), answered(monday, 1), assigned(tuesday, ...set)]
  expect(await closedAfter(...before)).toEqual([2, 3])
  expect(await closedAfter(...before, answered(monday, 2))).toEqual([2, 3])
  expect(await closedAfter(...before, answered(tuesday, 1))).toEqual([3])
})

test('a question that was a part is open when it is given alone', async () => {
  expect(await closedAfter(assigned(monday, ...set), assigned(tuesday, { ...part(2), set: null, ...asItStands }))).toEqual([3])
  // Parts opened by its former set no longer belong to it.
  expect(
    await closedAfter(assigned(monday, ...set), assigned(tuesday, { ...part(3), set: null, ...asItStands }), answered(monday, 1)),
  ).toEqual([])
})

test('no order of answers opens a part before the earlier ones', () =>
  fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([1, 2, 3, 9]), async (attempts) => {
      const right: number[] = []
      // The study day refuses the others.
      for (const number of attempts) if (number === 9 || number === right.filter((one) => one < 9).length + 1) right.push(number)
      const closed = await closedAfter(assigned(monday, ...set, single), ...right.map((number) => answered(monday, number)))
      expect(closed).toEqual([2, 3].filter((number) => !right.includes(number - 1)))
    }),
    { numRuns: 30 },
  ))
