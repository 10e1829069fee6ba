import type { CallsOf } from '@medicready/domain/contract/contract'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { distractorsOf } from '@medicready/domain/questions/content/item'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { cards } from '@medicready/projector/read-models/study/cards'
import { rowsIn } from '@medicready/projector/testing/read-tables'
import { expect, test, vi } from 'vitest'
import { ownBackend } from './backend.ts'

const DAY = 86_400_000

const backend = await ownBackend({ reacting: ['study-plans'] })

type Answer = CallsOf<'GET /api/user/plan'>['response']

async function student() {
  const { token, userId } = await backend.signedIn()
  const plan = () => backend.done('GET /api/user/plan', { token })
  const planned = (wanted: (plan: NonNullable<Answer['plan']>) => boolean) =>
    vi.waitFor(
      async () => {
        const { plan: found } = await plan()
        if (!found || !wanted(found)) throw new Error('The plan is not there yet.')
        return found
      },
      { timeout: 60_000, interval: 50 },
    )
  const select = (module: string) => backend.send('POST /api/user/modules', { token, body: { module } })
  const setExam = (examDate: string | null) => backend.send('PATCH /api/user/settings', { token, body: { examDate } })
  return { token, userId, plan, planned, select, setExam }
}
const today = () => backend.clock().slice(0, 10)

test('a plan follows the exam date and the modules, shifts when a day is missed, and ends with the date', async () => {
  const ana = await student()
  await ana.select('Trauma')
  expect(await ana.plan()).toEqual({ today: today(), examDate: null, plan: null })
  const examDate = addDays(today(), 10)
  expect((await ana.setExam(examDate)).statusCode).toBe(200)
  const first = await ana.planned(() => true)
  expect(first).toMatchObject({ from: today(), cause: 'exam_date', ahead: 0, formerQuestionsADay: null })
  // The bank of the test has sixteen questions, and a free account one a day.
  expect(first.days.map(({ newQuestions }) => newQuestions)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 0, 0])
  expect(new Set(first.days.map(({ module }) => module))).toEqual(new Set(['Trauma', null]))

  await ana.select('Geriatrics')
  await backend.reacted()

  // A day without study: the job gives it new places, once.
  backend.pass(DAY)
  expect(await backend.runJob('study-plans')).toMatchObject({ laidOut: 1 })
  expect(await backend.runJob('study-plans')).toEqual({ laidOut: 0, closed: 0 })
  const moved = await ana.planned(({ cause }) => cause === 'missed_days')
  expect(moved).toMatchObject({ from: today(), ahead: 0, formerQuestionsADay: 1 })
  expect(moved.days).toHaveLength(9)

  // Told again from the beginning of the log, the reaction finds everything done.
  const before = (await backend.eventStore.readStream(`plan-${ana.userId}`)).length
  await backend.restartWorker(['study-plans'], { fromTheBeginning: true })
  expect((await ana.setExam(null)).statusCode).toBe(200)
  expect((await ana.plan()).plan).toBeNull()
  const later = async () => (await backend.eventStore.readStream(`plan-${ana.userId}`)).slice(before).map(({ type }) => type)
  await vi.waitFor(async () => expect(await later()).toEqual(['PlanClosed']), { timeout: 60_000, interval: 50 })
})

test('people who do what is planned stay on plan, and the plan stays the same', async () => {
  const ben = await student()
  await ben.select('Trauma')
  await ben.setExam(addDays(today(), 30))
  await ben.planned(() => true)
  const [question] = await rowsIn(backend.sql, questions).questions.where()
  await backend.give(ben.userId, [question?.id ?? ''])
  const answer = { body: { selectedAnswer: question?.correct_answer, answer: null, timeSpent: 20 }, token: ben.token }
  expect((await backend.send('POST /api/questions/{id}/answer', { ...answer, params: { id: question?.id ?? '' } })).statusCode).toBe(200)
  expect((await ben.planned(() => true)).days[0]).toMatchObject({ date: today(), answered: 1 })
  backend.pass(DAY)
  expect(await backend.runJob('study-plans')).toEqual({ laidOut: 0, closed: 0 })
  expect((await ben.plan()).plan).toMatchObject({ cause: 'exam_date', ahead: 0 })
})

test('reviews are planned for people who have them, and not on a plan that locks them', async () => {
  const cora = await student()
  await cora.select('Trauma')
  const question = (await rowsIn(backend.sql, questions).questions.where()).find(({ item }) => item.kind === 'multiple_choice')
  await backend.give(cora.userId, [question?.id ?? ''])
  const [wrong] = question ? distractorsOf(question.item) : []
  const answer = { body: { selectedAnswer: wrong?.text, answer: null, timeSpent: 20 }, token: cora.token }
  expect((await backend.send('POST /api/questions/{id}/answer', { ...answer, params: { id: question?.id ?? '' } })).statusCode).toBe(200)
  const itsCards = () => rowsIn(backend.sql, cards).spaced_repetition_cards.where({ user_id: cora.userId })
  await vi.waitFor(async () => expect(await itsCards()).toHaveLength(1), { timeout: 60_000, interval: 50 })

  await cora.setExam(addDays(today(), 20))
  const reviewsIn = ({ days }: NonNullable<Answer['plan']>) => days.reduce((sum, { reviews }) => sum + reviews, 0)
  expect(reviewsIn(await cora.planned(() => true))).toBe(0)
  await backend.grant(cora.userId, 'basic')
  expect(reviewsIn(await cora.planned(({ cause }) => cause === 'tier'))).toBe(1)
})

test.each([
  ['today’s exam where none was chosen', null, 'national_registry_2024'],
  ['the former exam where it was chosen', 'national_registry', 'national_registry'],
] as const)('mock exams are planned for a student who can take them: %s', async (_, blueprint, planned) => {
  const dora = await student()
  await dora.select('Trauma')
  const choose = { token: dora.token, body: { blueprint } }
  if (blueprint) expect((await backend.send('POST /api/readiness/profile', choose)).statusCode).toBe(200)
  await dora.setExam(addDays(today(), 12))
  const examsIn = ({ days }: NonNullable<Answer['plan']>) => days.flatMap(({ date, exam }) => (exam ? [[date, exam]] : []))
  expect(examsIn(await dora.planned(() => true))).toEqual([])
  await backend.grant(dora.userId, 'premium')
  expect(examsIn(await dora.planned(({ cause }) => cause === 'tier'))).toEqual([[addDays(today(), 5), planned]])
})
