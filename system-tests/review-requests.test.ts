import { ownContext } from '@medicready/command-api/command-context'
import { Commands } from '@medicready/command-api/commands'
import { submitAnswer } from '@medicready/command-api/study/submit-answer'
import type { DoubtedQuestion, DoubtedQuestionInFull } from '@medicready/domain/contract/questions/review-requests'
import { correctAnswerOf, distractorsOf } from '@medicready/domain/questions/content/item'
import { questionAggregate, withdrawForCorrectRate } from '@medicready/domain/questions/question'
import {
  ANSWERS_TO_SHOW_CHOICES,
  DEFAULT_AVERAGE_TIME_SECONDS,
  DEFAULT_CORRECT_RATE,
} from '@medicready/domain/questions/shown/review-rules'
import { systemClock } from '@medicready/platform/clock'
import { everyFact } from '@medicready/platform/testing/event-log'
import { v4 as uuidV4 } from 'uuid'
import { expect, test } from 'vitest'
import { ownBackend, type SignedIn } from './backend.ts'

const backend = await ownBackend({ reacting: ['withdrawals'] })
const [ana, ben, cleo] = [await backend.learner('basic', []), await backend.learner('basic', []), await backend.learner('basic', [])]
const admin = await backend.signedIn('admin')
const review = (id: string) => backend.send('GET /api/admin/review-requests/{id}', { token: admin.token, params: { id } })
const questions: DoubtedQuestionInFull[] = []
for (const { data } of await backend.factsOf('QuestionAdded')) questions.push((await review(data.questionId)).json<DoubtedQuestionInFull>())
const ids = questions.map(({ questionId }) => questionId)
for (const { userId } of [ana, ben, cleo]) await backend.give(userId, ids)

const queue = () => backend.done('GET /api/admin/review-requests', { token: admin.token })
const ask = (person: SignedIn, id: string, reason = 'Two of the options fit.', version?: number) =>
  backend.send('POST /api/questions/{id}/request-review', {
    params: { id },
    token: person.token,
    body: { reason, ...(version !== undefined && { version }) },
  })
/** Decides with all requests read, unless the body says otherwise. */
async function resolve(id: string, body: object, person = admin) {
  const { requestsMade: requestsSeen = 0 } = (await review(id)).json<Partial<DoubtedQuestionInFull>>()
  return backend.send('POST /api/admin/review-requests/{id}/resolve', {
    params: { id },
    token: person.token,
    body: { requestsSeen, ...body },
  })
}
const requestsOf = (person: SignedIn) => backend.done('GET /api/user/review-requests', { token: person.token })
const statistics = (person: SignedIn, id: string) =>
  backend.send('GET /api/questions/{id}/statistics', { token: person.token, params: { id } })

function question(n: number): DoubtedQuestionInFull {
  const found = questions[n]
  if (!found) throw new Error('The bank is too small.')
  return found
}

test('a request goes from the student to the educator and back', async () => {
  const { questionId, content } = question(0)
  const before = await queue()
  expect((await ask(ana, questionId, 'The dose is out of date.')).json()).toEqual({
    message: 'Thank you. Our educators will review this question.',
  })
  expect((await ask(ana, questionId, 'The dose is STILL out of date.')).statusCode).toBe(200)
  expect(await requestsOf(ana)).toEqual([
    {
      id: expect.any(String),
      questionId,
      version: 1,
      stem: content.stem,
      reason: 'The dose is out of date.',
      requestedAt: expect.any(String),
      outcome: 'open',
      note: null,
      decidedAt: null,
    },
  ])
  expect(await requestsOf(ben)).toEqual([])

  expect(await queue()).toEqual([
    ...before,
    {
      questionId,
      module: content.module,
      stem: content.stem,
      version: 1,
      situation: 'active',
      withdrawnFor: null,
      isPilot: false,
      openRequests: 1,
      oldestRequestAt: expect.any(String),
      hasBankOffer: false,
      isOutdated: false,
      answers: 0,
      correctRate: DEFAULT_CORRECT_RATE,
    },
  ])
  const open = (await review(questionId)).json<DoubtedQuestionInFull>()
  expect(open).toMatchObject({ isOpen: true, content, source: 'curated', requests: [{ reason: 'The dose is out of date.', isOpen: true }] })
  expect(open.history.map(({ what }) => what)).toEqual(['review_requested', 'added'])
  expect(JSON.stringify(open)).not.toContain(ana?.userId)

  const revision = { ...content, clinicalPearl: `${content.clinicalPearl} Look it up once a year.` }
  const decision = { version: 1, decision: 'revised', note: 'You were right, thank you.', content: revision }
  expect((await resolve(questionId, decision)).json()).toEqual({ questionId, version: 2, situation: 'active' })
  expect(await requestsOf(ana)).toMatchObject([
    { outcome: 'revised', note: 'You were right, thank you.', version: 1, decidedAt: expect.any(String) },
  ])
  expect(await queue()).toEqual(before)
  const after = (await review(questionId)).json<DoubtedQuestionInFull>()
  expect(after).toMatchObject({ isOpen: false, version: 2, content: revision, requests: [{ isOpen: false }] })
  expect(after.statistics.map(({ version }) => version)).toEqual([2, 1])
  expect(after.history.map(({ what, cause, note }) => [what, cause, note])).toEqual([
    ['review_decided', 'revised', 'You were right, thank you.'],
    ['revised', 'review', null],
    ['review_requested', null, null],
    ['added', 'curated', null],
  ])
})

test('three requests withdraw a question, and a decision restores or retires it', async () => {
  const [kept, retired] = [question(1), question(2)]
  for (const [{ questionId, content }, decision, note] of [
    [kept, 'kept', 'It is right.'],
    [retired, 'retired', 'No longer taught.'],
  ] as const) {
    for (const person of [ana, ben, cleo]) expect((await ask(person, questionId)).statusCode).toBe(200)
    await expect
      .poll(async () => (await queue())[0])
      .toMatchObject({ questionId, situation: 'withdrawn', withdrawnFor: 'review_requests', openRequests: 3 })
    // New users cannot get it now.
    const answered = await backend.send('POST /api/questions/{id}/answer', {
      params: { id: questionId },
      token: admin.token,
      body: { selectedAnswer: correctAnswerOf(content.item) },
    })
    expect(answered.json()).toMatchObject({ code: 'questionNotFound' })
    expect((await resolve(questionId, { version: 1, decision, note })).statusCode).toBe(200)
  }
  expect((await review(kept.questionId)).json()).toMatchObject({ situation: 'active', isOpen: false, withdrawnFor: null })
  expect((await review(retired.questionId)).json()).toMatchObject({ situation: 'retired', isOpen: false })
  const outcomes = await requestsOf(cleo)
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['kept', 'retired'])
  const late = await backend.signedIn()
  await backend.give(late.userId, [retired.questionId])
  expect((await ask(late, retired.questionId)).json()).toMatchObject({ code: 'questionNotFound' })
})

test('a module stops withdrawing questions if too many would go, tells the educators, and resumes after a decision', async () => {
  const [withdrawn, standing] = [question(12).questionId, question(13).questionId]
  const stops = () => backend.done('GET /api/admin/withdrawal-stops', { token: admin.token })
  for (const person of [ana, ben, cleo]) await ask(person, withdrawn)
  await expect.poll(async () => (await review(withdrawn)).json()).toMatchObject({ situation: 'withdrawn' })
  expect(await stops()).toEqual([])
  for (const person of [ana, ben, cleo]) await ask(person, standing)
  await expect.poll(stops).toEqual([{ module: 'Trauma', stoppedAt: expect.any(String), withdrawn: 1, questions: expect.any(Number) }])
  expect((await review(standing)).json()).toMatchObject({ situation: 'active', isOpen: true, openRequests: 3 })
  for (const id of [withdrawn, standing])
    expect((await resolve(id, { version: 1, decision: 'kept', note: 'It is right.' })).statusCode).toBe(200)
  await expect.poll(stops).toEqual([])
})

test('a decision on a question that changed in the meantime, or without requests, is a conflict', async () => {
  const { questionId, content } = question(3)
  expect((await resolve(questionId, { version: 1, decision: 'kept', note: 'Fine.' })).json()).toMatchObject({ code: 'conflict' })
  await ask(ana, questionId)
  expect((await resolve(questionId, { version: 2, decision: 'kept', note: 'Fine.' })).json()).toMatchObject({ code: 'conflict' })
  expect((await resolve(uuidV4(), { version: 1, decision: 'kept', note: 'Fine.' })).json()).toMatchObject({ code: 'questionNotFound' })
  for (const unchanged of [null, content])
    expect((await resolve(questionId, { version: 1, decision: 'revised', note: 'Better.', content: unchanged })).json()).toMatchObject({
      code: 'revisionMissing',
    })
  expect((await resolve(questionId, { version: 1, decision: 'kept', note: 'Fine.' })).statusCode).toBe(200)
})

test('a request that arrived while the educator was reading stays open, and is decided once it was read', async () => {
  const { questionId } = question(7)
  await ask(ana, questionId)
  const { requestsMade: requestsSeen } = (await review(questionId)).json<DoubtedQuestionInFull>()
  expect(requestsSeen).toBe(1)
  const { headers: asked } = await ask(ben, questionId, 'The age is missing.')
  const unread = await resolve(questionId, { version: 1, requestsSeen, decision: 'kept', note: 'Fine.' })
  expect(unread.statusCode).toBe(409)
  expect(unread.json()).toMatchObject({ code: 'conflict' })
  // Who reads after the refusal finds what it was refused for.
  expect(unread.headers['consistency-token']).toBe(asked['consistency-token'])
  expect(await requestsOf(ben)).toContainEqual(expect.objectContaining({ questionId, outcome: 'open' }))
  expect((await review(questionId)).json()).toMatchObject({ isOpen: true, requestsMade: 2, requests: [{ isOpen: true }, { isOpen: true }] })
  expect((await resolve(questionId, { version: 1, requestsSeen: 2, decision: 'kept', note: 'Fine.' })).statusCode).toBe(200)
  // Decided requests count on: what was read once does not stand for what comes next.
  await ask(cleo, questionId)
  expect((await resolve(questionId, { version: 1, requestsSeen: 2, decision: 'kept', note: 'Fine.' })).json()).toMatchObject({
    code: 'conflict',
  })
  expect((await resolve(questionId, { version: 1, requestsSeen: 3, decision: 'kept', note: 'Fine.' })).statusCode).toBe(200)
})

test('a request is about the version that the learner saw: once it was revised, the request is answered and not recorded', async () => {
  const { questionId, content } = question(8)
  expect((await ask(ana, questionId, 'Two of the options fit.', 1)).json()).toEqual({
    message: 'Thank you. Our educators will review this question.',
  })
  const revision = { ...content, clinicalPearl: `${content.clinicalPearl} Look it up once a year.` }
  await resolve(questionId, { version: 1, decision: 'revised', note: 'You were right.', content: revision })
  const before = (await everyFact(backend.eventStore)).length
  const late = await ask(ben, questionId, 'Two of the options fit.', 1)
  expect(late.statusCode).toBe(200)
  expect(late.json()).toEqual({ message: 'Thank you. This question has been revised since then. You will get the new version next time.' })
  expect((await ask(ben, questionId, 'Which version?', 3)).json()).toMatchObject({ code: 'questionNotFound' })
  expect((await ask(ben, questionId, 'Which version?', 0)).statusCode).toBe(400)
  expect(await everyFact(backend.eventStore)).toHaveLength(before)

  // The new version was not given to users yet.
  expect((await ask(ben, questionId, 'The new one is wrong too.', 2)).json()).toMatchObject({ code: 'questionNotFound' })
  expect((await review(questionId)).json<DoubtedQuestionInFull>().requests.map(({ version }) => version)).toEqual([1])
})

test('people who ask again are thanked while the request is open, and told once it is decided', async () => {
  const { questionId } = question(9)
  const thanks = { message: 'Thank you. Our educators will review this question.' }
  const decided = { message: 'You already asked about this version, and our educators have decided.' }
  expect((await ask(ana, questionId)).json()).toEqual(thanks)
  expect((await ask(ana, questionId, 'Has anyone looked?', 1)).json()).toEqual(thanks)
  await resolve(questionId, { version: 1, decision: 'kept', note: 'Only one fits.' })
  const before = (await everyFact(backend.eventStore)).length
  expect((await ask(ana, questionId)).json()).toEqual(decided)
  expect((await ask(ana, questionId, 'And yet two fit.', 1)).json()).toEqual(decided)
  expect(await everyFact(backend.eventStore)).toHaveLength(before)
  // Others have not asked yet.
  expect((await ask(ben, questionId)).json()).toEqual(thanks)
  expect((await ask(ana, questionId)).json()).toEqual(decided)
})

test('a revision must meet the schema and the rules of the bank, and a refused one changes nothing', async () => {
  const { questionId, content } = question(4)
  await ask(ana, questionId)
  const before = (await everyFact(backend.eventStore)).length
  const revise = (changed: object) =>
    resolve(questionId, { version: 1, decision: 'revised', note: 'Better.', content: { ...content, ...changed } })

  if (content.item.kind !== 'multiple_choice') throw new Error('The question is not one of single choice.')
  const { item } = content
  const malformed = await revise({ stem: ' ', item: { ...item, options: item.options.slice(1) } })
  expect(malformed.statusCode).toBe(400)
  expect(malformed.json()).toMatchObject({ code: 'invalidRequest' })
  expect(malformed.json<{ issues: { path: string }[] }>().issues.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['content.stem', 'content.item.options']),
  )
  const unsound = await revise({
    stem: 'A crew reads a protocol.',
    item: { ...item, options: item.options.map((one) => ({ ...one, rationale: one.rationale && 'No.' })) },
  })
  expect(unsound.statusCode).toBe(400)
  expect(unsound.json()).toMatchObject({
    code: 'revisionRefused',
    message: 'This revision does not meet the rules of the question bank.',
    issues: expect.arrayContaining([{ path: 'content.stem', message: 'no single question: the stem must end in its only question' }]),
  })
  expect((await resolve(questionId, { version: 1, decision: 'kept', note: '  ' })).json()).toMatchObject({
    code: 'invalidRequest',
    message: 'Please write a reply to the learners who asked.',
  })
  expect(await everyFact(backend.eventStore)).toHaveLength(before)
})

test('only administrators can see the queue and decide', async () => {
  const { questionId } = question(4)
  for (const person of [ana, ben]) {
    const { token } = person
    for (const answer of [
      await backend.send('GET /api/admin/review-requests', { token }),
      await backend.send('GET /api/admin/review-requests/{id}', { token, params: { id: questionId } }),
      await resolve(questionId, { version: 1, decision: 'kept', note: 'Mine.' }, person),
    ])
      expect(answer.json()).toMatchObject({ code: 'forbidden' })
  }
  for (const path of ['/api/admin/review-requests', `/api/admin/review-requests/${questionId}`])
    expect((await backend.readApi.inject(path)).statusCode).toBe(401)
})

test('people who have answered see what others chose, once enough have', async () => {
  const { questionId, content } = question(5)
  const { deps } = backend
  const right = correctAnswerOf(content.item)
  const [wrong, ...neverChosen] = distractorsOf(content.item).map(({ text }) => text)
  const others = [right, wrong ?? '']
  const answerAs = (userId: string, selectedAnswer: string) => {
    const answer = {
      userId,
      questionId,
      studySessionId: null,
      selectedAnswer,
      answer: null,
      timeSpentSeconds: 30,
      confidence: null,
      flaggedForReview: false,
      givenAt: null,
    }
    return submitAnswer(deps, answer, ownContext(userId, systemClock))
  }
  const answer = (person: SignedIn) =>
    backend.send('POST /api/questions/{id}/answer', {
      params: { id: questionId },
      token: person.token,
      body: { selectedAnswer: right, timeSpent: 60 },
    })
  expect((await review(questionId)).json<DoubtedQuestionInFull>().statistics).toMatchObject([
    { answers: 0, correctRate: DEFAULT_CORRECT_RATE, averageTimeSeconds: DEFAULT_AVERAGE_TIME_SECONDS, discrimination: null },
  ])
  for (let n = 0; n < ANSWERS_TO_SHOW_CHOICES - 2; n++) await answerAs(uuidV4(), others[n % 2] ?? '')
  expect((await answer(ana)).statusCode).toBe(200)
  expect((await statistics(ana, questionId)).json()).toEqual({ answers: ANSWERS_TO_SHOW_CHOICES - 1, choices: null })
  expect((await answer(ben)).statusCode).toBe(200)
  const seen = (await statistics(ana, questionId)).json<{ answers: number; choices: { choice: string; percent: number }[] }>()
  expect(seen.answers).toBe(ANSWERS_TO_SHOW_CHOICES)
  expect(Object.fromEntries(seen.choices.map(({ choice, percent }) => [choice, percent]))).toEqual({
    [others[0] ?? '']: 53,
    [others[1] ?? '']: 47,
    ...Object.fromEntries(neverChosen.map((text) => [text, 0])),
  })
  const unanswered = await statistics(cleo, questionId)
  expect(unanswered.json()).toEqual({ answers: ANSWERS_TO_SHOW_CHOICES, choices: null })
  expect((await review(questionId)).json<DoubtedQuestionInFull>().statistics).toMatchObject([
    { answers: ANSWERS_TO_SHOW_CHOICES, correctRate: 53.3, averageTimeSeconds: 32, discrimination: null },
  ])
  expect((await statistics(ana, uuidV4())).json()).toMatchObject({ code: 'questionNotFound' })
})

test('a question that is answered worse than by guessing enters the queue without a request', async () => {
  const { questionId } = question(6)
  const context = { commandId: uuidV4(), actorId: 'worker', correlationId: 'test', now: new Date().toISOString() }
  const decide = withdrawForCorrectRate({ version: 1, answers: 50, correctAnswers: 8 })
  const { position } = await new Commands(backend.eventStore).execute(questionAggregate, questionId, decide, context)
  const answer = await backend.send('GET /api/admin/review-requests', {
    token: admin.token,
    headers: { 'consistency-token': String(position?.commit) },
  })
  expect(answer.json<DoubtedQuestion[]>()[0]).toMatchObject({
    questionId,
    situation: 'withdrawn',
    withdrawnFor: 'correct_rate',
    openRequests: 0,
    oldestRequestAt: null,
  })
})

test("the queue and one's own requests are paged, each entry once and in order", async () => {
  const dora = await backend.signedIn()
  const ids = questions.slice(3).map(({ questionId }) => questionId)
  await backend.give(dora.userId, ids)
  for (const id of ids) await ask(dora, id)
  for (const [key, person] of [
    ['GET /api/admin/review-requests', admin],
    ['GET /api/user/review-requests', dora],
  ] as const) {
    const whole = await backend.done(key, { token: person.token })
    expect(whole.length).toBeGreaterThan(5)
    expect(await backend.every(key, { token: person.token, query: { limit: '2' } })).toEqual(whole)
    expect((await backend.send(key, { token: person.token, query: { cursor: 'nonsense' } })).json()).toMatchObject({
      code: 'invalidRequest',
    })
  }
})

test('the eleventh request of a day is told to wait until tomorrow', async () => {
  const emil = await backend.signedIn()
  // One of them was revised above: to ask about that is answered, and not counted.
  const ids = questions.slice(-12).map(({ questionId }) => questionId)
  await backend.give(emil.userId, ids)
  const answers = []
  for (const id of ids) answers.push(await ask(emil, id))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(11).fill(200), 429])
  expect(answers.at(-1)?.json()).toEqual({
    code: 'reviewLimitReached',
    message: 'You have reached the limit of review requests for today. Please try again tomorrow.',
  })
})
