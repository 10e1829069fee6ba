import type { Tier } from '@medicready/domain/billing/shown/tiers'
import type { Question } from '@medicready/domain/contract/questions/questions'
import type { ReviewCard, ReviewForecast } from '@medicready/domain/contract/study/cards'
import { addDays, DAY_MILLISECONDS } from '@medicready/domain/core/shown/calendar'
import { publishQuestion, questionAggregate } from '@medicready/domain/questions/question'
import { dueOn } from '@medicready/domain/study/cards/card'
import { DEFAULT_PARAMETERS } from '@medicready/domain/study/cards/memory'
import { fitScheduler, REVIEWS_TO_FIT, schedulerAggregate } from '@medicready/domain/study/cards/scheduler'
import { patience } from '@medicready/platform/testing/patience'
import { dueDay } from '@medicready/projector/read-models/study/card-queries'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { ownBackend } from './backend.ts'

const backend = await ownBackend()
// Until the first questions are projected there is nothing to choose from.
const ana = await learner('basic')
await vi.waitFor(async () => expect((await ana.begun('practice', 5)).questions).toHaveLength(5), patience)

async function learner(tier: Tier) {
  const { userId, token } = await backend.learner(tier)
  const begun = async (mode: string, count: number) => {
    const begin = await backend.send('POST /api/study-session/generate', { token, body: { mode, count, quiz: null } })
    return begin.json<{ sessionId: string; questions: Question[] }>()
  }
  const answer = async (questionId: string, isRight: boolean, studySessionId: string | null = null) => {
    const { right, wrong } = await backend.keyTo(questionId)
    const body = { selectedAnswer: isRight ? right : wrong, timeSpent: 60, ...(studySessionId && { studySessionId }) }
    await backend.done('POST /api/questions/{id}/answer', { token, params: { id: questionId }, body })
  }
  return {
    userId,
    token,
    begun,
    answer,
    /** Answers some new questions in a session, rightly where nothing else is said. */
    study: async (count: number, isRight = (_: number) => true) => {
      const { sessionId, questions } = await begun('practice', count)
      for (const [index, { id }] of questions.entries()) await answer(id, isRight(index), sessionId)
      return questions.map(({ id }) => id)
    },
    session: (id: string) => backend.done('GET /api/study-sessions/{id}', { token, params: { id } }),
    page: (id: string) => backend.done('GET /api/questions/{id}', { token, params: { id } }),
    due: () => backend.done('GET /api/review/due', { token }),
    forecast: () => backend.done('GET /api/review/forecast', { token }),
    retention: () => backend.done('GET /api/review/retention', { token }),
    cards: (state: string) => backend.done('GET /api/review/cards', { token, query: { state } }),
    decide: (what: 'suspend' | 'bring-back' | 'undo', questionId: string, body?: object) =>
      backend.send(`POST /api/review/cards/{questionId}/${what}`, { token, params: { questionId }, body }),
  }
}

const passDays = (days: number) => backend.pass(days * DAY_MILLISECONDS)
const sum = ({ days }: ReviewForecast) => days.reduce((total, { due }) => total + due, 0)

test('answered questions come back: missed ones first, and as many as the plan allows per day', async () => {
  const ana = await learner('premium')
  const ids = await ana.study(8, (index) => index > 1)
  expect(await ana.due()).toMatchObject({ due: 0, dueToday: 0, modules: [], cards: [], undoable: null })
  expect((await ana.due()).nextDueOn).toBe(addDays((await ana.due()).today, 1))
  expect(sum(await ana.forecast())).toBe(8)
  passDays(2)
  const due = await ana.due()
  expect(due).toMatchObject({ due: 8, dueToday: 8, modules: [{ module: 'Trauma', due: 8 }], nextDueOn: null })
  expect(
    due.cards
      .slice(0, 2)
      .map(({ questionId }) => questionId)
      .sort(),
  ).toEqual(ids.slice(0, 2).sort())
  expect(due.cards[0]).toMatchObject({ lapses: 0, isLeech: false, isSuspended: false, changed: null })
  for (const { recall } of due.cards) expect(recall).toBeLessThan(0.92)

  await backend.grant(ana.userId, 'basic')
  expect(await ana.due()).toMatchObject({ due: 8, dueToday: 5, cards: due.cards.slice(0, 5) })
  expect((await ana.forecast()).days.slice(0, 3).map((day) => day.due)).toEqual([5, 3, 0])

  await ana.answer(ids[0] ?? '', true)
  await ana.answer(ids[1] ?? '', false)
  expect(await ana.retention()).toEqual([{ module: 'Trauma', reviews: 2, correct: 1 }])
  expect(await ana.due()).toMatchObject({ due: 6, dueToday: 3, undoable: { questionId: ids[1] } })
})

test('recall is predicted with the parameters that fit the learner', async () => {
  const ana = await learner('premium')
  const [first = ''] = await ana.study(1)
  passDays(3)
  const recalls = async () => [...(await ana.due()).cards, ...(await ana.cards('all'))].map(({ recall }) => recall)
  const byDefault = await recalls()
  // The last one says along which curve everything is forgotten.
  const fitted = [...DEFAULT_PARAMETERS.slice(0, -1), 0.7]
  const fit = fitScheduler({ userId: ana.userId, fitted, reviews: REVIEWS_TO_FIT, logLoss: { fitted: 0.3, before: 0.31 } })
  await backend.execute(schedulerAggregate, ana.userId, fit)
  const own = await recalls()
  expect(own[0]).not.toBeCloseTo(byDefault[0] ?? 0, 3)
  expect(own).toEqual([own[0], own[0]])
  const { sessionId } = await ana.begun('review', 1)
  expect((await ana.session(sessionId)).questions).toMatchObject([{ questionId: first, why: { cause: 'due', recall: own[0] } }])
})

test('a card can be suspended, resumed, and reset to before its latest review', async () => {
  const ana = await learner('premium')
  const [first = '', second = ''] = await ana.study(2)
  passDays(2)
  // What is not shown yet cannot be decided about.
  expect((await ana.due()).due).toBe(2)
  expect((await ana.decide('suspend', first)).json()).toEqual({ isSuspended: true })
  expect((await ana.decide('suspend', first)).json()).toEqual({ isSuspended: true })
  expect(await ana.due()).toMatchObject({ due: 1, cards: [{ questionId: second }] })
  expect(await ana.cards('suspended')).toMatchObject([{ questionId: first, isSuspended: true }])
  expect((await ana.decide('bring-back', first)).json()).toEqual({ isSuspended: false })
  const before = await ana.due()
  expect(before.due).toBe(2)

  await ana.answer(first, true)
  const { undoable } = await ana.due()
  const undo = () => ana.decide('undo', first, { reviewId: undoable?.reviewId })
  expect((await undo()).json()).toEqual({ undone: true })
  expect(await ana.due()).toMatchObject({ due: 2, cards: before.cards, undoable: null })
  // The answer stays, and counts.
  expect(await ana.retention()).toEqual([{ module: 'Trauma', reviews: 1, correct: 1 }])
  expect((await undo()).json()).toEqual({ undone: true })
  const other = '00000000-0000-4000-8000-000000000001'
  expect((await ana.decide('undo', first, { reviewId: other })).json()).toMatchObject({ code: 'reviewNotUndoable' })
  expect((await ana.decide('suspend', other)).json()).toMatchObject({ code: 'cardNotFound' })

  const paged = { token: ana.token, query: { state: 'all', limit: '1' } }
  expect(await backend.done('GET /api/review/cards', paged)).toHaveLength(1)
  const cards = await backend.every<ReviewCard>('GET /api/review/cards', paged)
  expect(cards.map((card) => card.questionId).toSorted()).toEqual([first, second].toSorted())
})

test('a question whose guideline has changed comes back at once, and says so', async () => {
  const ana = await learner('premium')
  const [first = ''] = await ana.study(2)
  const { content, bankId } = (await backend.keyTo(first)).added
  const guideline = { name: 'National Model EMS Clinical Guidelines', year: 2031 }
  const revised = { ...content, stem: `${content.stem} `, guideline }
  const publish = publishQuestion({ questionId: first, bankId: bankId ?? '', content: revised })
  const { position } = await backend.execute(questionAggregate, first, publish)
  backend.show(position)
  const changed = { guideline: guideline.name, year: 2031 }
  expect(await ana.due()).toMatchObject({ due: 1, cards: [{ questionId: first, changed }] })
  expect(await ana.cards('due')).toMatchObject([{ questionId: first, changed }])
  expect((await ana.forecast()).days[0]).toMatchObject({ due: 1 })
  passDays(1)
  // Cards are of all modules: reviews begin for who has put theirs aside, too.
  const [module] = await backend.done('GET /api/user/modules', { token: ana.token })
  const aside = { token: ana.token, body: { isActive: false } }
  expect((await backend.send('PATCH /api/user/modules/{id}', { ...aside, params: { id: module?.id ?? '' } })).statusCode).toBe(200)
  const { sessionId } = await ana.begun('review', 1)
  const why = { cause: 'changed', changedIn: 2031 }
  expect((await ana.session(sessionId)).questions).toMatchObject([{ questionId: first, why }])
  expect(await ana.page(first)).toMatchObject({ why })
  await ana.answer(first, true)
  expect((await ana.cards('all')).find(({ questionId }) => questionId === first)).toMatchObject({ changed: null })
})

test('nothing comes back after the exam: such reviews are spread over the days before it', async () => {
  const ana = await learner('premium')
  const ids = await ana.study(6)
  for (const wait of [2, 11]) {
    passDays(wait)
    await ana.begun('practice', 50)
    for (const id of ids) await ana.answer(id, true)
  }
  expect(sum(await ana.forecast())).toBe(0)
  const examDate = addDays((await ana.due()).today, 20)
  await backend.send('PATCH /api/user/settings', { token: ana.token, body: { examDate } })
  const forecast = await ana.forecast()
  expect(forecast.examDate).toBe(examDate)
  expect(sum(forecast)).toBe(6)
  expect(forecast.days.filter(({ date, due }) => due > 0 && date >= examDate)).toEqual([])
})

test('the rules and the query agree on the day before an exam', async () => {
  const day = fc.integer({ min: 0, max: 500 }).map((days) => addDays('2026-01-01', days))
  const card = fc.record({ questionId: fc.uuid(), lastReviewDate: day, wait: fc.integer({ min: 1, max: 365 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(card, { minLength: 1, maxLength: 40 }), fc.option(day), async (cards, examDate) => {
      const given = cards.map(({ wait, ...rest }) => ({ ...rest, nextReviewDate: addDays(rest.lastReviewDate, wait) }))
      const rows = await backend.ownerSql<{ due: string }[]>`
        SELECT ${dueDay(backend.ownerSql, examDate)}::text AS due FROM unnest(${given.map((each) => each.questionId)}::uuid[],
          ${given.map((each) => each.lastReviewDate)}::date[], ${given.map((each) => each.nextReviewDate)}::date[])
          WITH ORDINALITY AS c (question_id, last_review_date, next_review_date, place) ORDER BY place`
      expect(rows.map(({ due }) => due)).toEqual(given.map((each) => dueOn(each, examDate)))
    }),
    { numRuns: 40 },
  )
})

test('nothing reveals how the questions of an open timed exam were answered', async () => {
  const ana = await learner('premium')
  const { sessionId, questions } = await ana.begun('timed_exam', 2)
  const [first, second] = questions.map(({ id }) => id)
  await ana.answer(first ?? '', true, sessionId)
  await ana.answer(second ?? '', false, sessionId)
  expect(await ana.cards('all')).toEqual([])
  expect(sum(await ana.forecast())).toBe(0)
  expect((await ana.due()).nextDueOn).toBeNull()
  const end = `/api/study-sessions/${sessionId}/complete`
  await backend.send('POST /api/study-sessions/{id}/complete', { token: ana.token, at: end })
  expect(await ana.cards('all')).toHaveLength(2)
  expect(sum(await ana.forecast())).toBe(2)
})

test('a repeated question has its choices in another order, the same on every screen', async () => {
  const ana = await learner('premium')
  const [first = ''] = await ana.study(1)
  passDays(3)
  expect((await ana.due()).due).toBe(1)
  const { sessionId, questions } = await ana.begun('review', 1)
  expect(questions.map(({ id }) => id)).toEqual([first])
  const [session, page] = [await ana.session(sessionId), await ana.page(first)]
  expect(session.questions).toMatchObject([{ question: questions[0] }])
  expect(page).toMatchObject({ choices: questions[0]?.choices, item: questions[0]?.item })
  const drawn = await backend.eventStore.readStream(`studySession-${sessionId}`)
  expect(drawn[0]?.data).toMatchObject({ questions: [{ questionId: first, shuffle: expect.any(Number) }] })
})

test('a question says why it was given: as a daily question, in a session, or on its own', async () => {
  const ana = await learner('premium')
  const generate = { token: ana.token, body: { count: 1 } }
  await backend.send('POST /api/daily-questions/generate', generate)
  const [daily] = await backend.done('GET /api/daily-questions', { token: ana.token })
  const isNew = { cause: 'new_unstudied', lastSeen: null, recall: null, missed: 0, changedIn: null }
  expect(daily?.why).toEqual(isNew)
  expect(await ana.page(daily?.questionId ?? '')).toMatchObject({ why: isNew })
  const { sessionId, questions } = await ana.begun('practice', 1)
  expect((await ana.session(sessionId)).questions).toMatchObject([{ why: isNew }])
  expect(await ana.page(questions[0]?.id ?? '')).toMatchObject({ why: isNew })
})

test('a session about one question starts in Tutor Mode, for those who have it', async () => {
  const ana = await learner('basic')
  const [first = ''] = await ana.study(1, () => false)
  const missed = { modules: [], subTopics: [], difficulties: [], kinds: [], judgmentSteps: [], histories: ['missed'] }
  const query = { filter: JSON.stringify(missed) }
  // What is not shown yet is not chosen by either.
  expect(await backend.done('GET /api/quizzes/matching', { token: ana.token, query })).toEqual({ questions: 1, fewest: 1 })
  const look = async (token: string, mode = 'tutor_mode') => {
    const body = { mode, count: 5, quiz: null, about: first }
    return backend.send('POST /api/study-session/generate', { token, body })
  }
  const { sessionId } = (await look(ana.token)).json()
  const { mode, questions } = await ana.session(sessionId)
  expect(mode).toBe('tutor_mode')
  expect(questions[0]).toMatchObject({ questionId: first, why: { cause: 'missed', missed: 1 }, isAnswered: false })
  for (const { why } of questions.slice(1)) expect(why?.cause).toBe('same_topic')
  await ana.answer(first, true, sessionId)
  expect((await ana.session(sessionId)).questions[0]).toMatchObject({ isAnswered: true, result: { isCorrect: true } })

  expect((await look(ana.token, 'practice')).statusCode).toBe(400)
  const [ben, carl] = [await learner('basic'), await learner('free')]
  expect((await look(ben.token)).json()).toMatchObject({ questions: [] })
  expect((await look(carl.token)).json()).toMatchObject({ code: 'modeLocked' })
})

test('reviews require Basic', async () => {
  const ben = await learner('free')
  const refused = { code: 'tierRequired' }
  for (const call of ['GET /api/review/due', 'GET /api/review/forecast', 'GET /api/review/retention', 'GET /api/review/cards'] as const)
    expect((await backend.send(call, { token: ben.token })).json()).toMatchObject(refused)
  for (const what of ['suspend', 'bring-back'] as const)
    expect((await ben.decide(what, '00000000-0000-4000-8000-000000000001')).json()).toMatchObject(refused)
})

test('the cards are the same after a rebuild', async () => {
  expect(await backend.rebuildAll()).toEqual([])
})
