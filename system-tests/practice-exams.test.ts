import { ownContext } from '@medicready/command-api/command-context'
import { dependenciesOver } from '@medicready/command-api/dependencies'
import { readFirstAnswers } from '@medicready/command-api/exams/first-answers'
import { examOperations, replayExam } from '@medicready/command-api/exams/operations'
import { startExam } from '@medicready/command-api/exams/start-exam'
import { questionIdOf } from '@medicready/command-api/questions/load-bank'
import type { Tier } from '@medicready/domain/billing/shown/tiers'
import type { CallsOf } from '@medicready/domain/contract/contract'
import type { ExamDecisions, ExamQuestion } from '@medicready/domain/contract/exams/exams'
import { examAggregate, itemToAnswer } from '@medicready/domain/exams/exam'
import { bookExam, examineeAggregate } from '@medicready/domain/exams/examinee'
import { examPoolAggregate } from '@medicready/domain/exams/pool'
import { examDomains } from '@medicready/domain/exams/shown/blueprints'
import { type ItemAnswer, keyOf } from '@medicready/domain/questions/content/item'
import { wrongAnswerTo } from '@medicready/domain/questions/content/testing/answers'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { errors } from '@medicready/domain/refusals/shown/errors'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { Vault } from '@medicready/platform/vault/vault'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Backend, startBackend } from './backend.ts'

const MINUTE = 60_000
let backend: Backend
type Answered = CallsOf<'POST /api/practice-exams/{examId}/answer'>['response']
const trauma = { examType: 'module_specific', targetModules: ['Trauma'] }
const mock = { examType: 'full_exam', targetModules: [...examDomains] }

beforeAll(async () => {
  // Enough for all but an exam of Pediatrics, and of Trauma to pass some over.
  const most: Partial<Record<ModuleName, number>> = { Pediatrics: 8, Trauma: 100 }
  backend = await startBackend({ isLoaded: (module, place) => place < (most[module] ?? 24) })
})
afterAll(() => backend.close())

async function learner(tier: Tier = 'premium', modules: readonly ModuleName[] = []) {
  const { userId, token } = await backend.signedIn()
  await backend.grant(userId, tier)
  for (const module of modules) await backend.send('POST /api/user/modules', '/api/user/modules', { token, body: { module } })
  const start = (body: object, headers: Record<string, string> = {}) =>
    backend.send('POST /api/practice-exams/start', '/api/practice-exams/start', { token, body, headers })
  const answer = (examId: string, questionId: string, answer: ItemAnswer | string) =>
    backend.send('POST /api/practice-exams/{examId}/answer', `/api/practice-exams/${examId}/answer`, {
      token,
      body: { questionId, answer, timeSpentSeconds: 20 },
    })
  return {
    userId,
    token,
    start,
    answer,
    /** An exam that began. */
    begun: async (body: object = trauma) => (await start(body)).json<{ examId: string }>().examId,
    giveUp: (examId: string) =>
      backend.send('POST /api/practice-exams/{examId}/give-up', `/api/practice-exams/${examId}/give-up`, { token }),
    complete: (examId: string) =>
      backend.send('POST /api/practice-exams/{examId}/complete', `/api/practice-exams/${examId}/complete`, {
        token,
        body: { reason: 'timeout' },
      }),
    answerElsewhere: (questionId: string, given: ItemAnswer) =>
      backend.send('POST /api/questions/{id}/answer', `/api/questions/${questionId}/answer`, {
        token,
        body: { answer: given, timeSpent: 5 },
      }),
    practise: async () => {
      const body = { mode: 'practice', count: 20, quiz: null }
      const answer = await backend.send('POST /api/study-session/generate', '/api/study-session/generate', { token, body })
      return answer.json<{ questions: ({ id: string } | null)[] }>().questions.map((question) => question?.id)
    },
  }
}

/** An exam as the log has it now. */
const stateOf = async (examId: string) => (await backend.deps.commands.load(examAggregate, examId)).state

async function itemOf(questionId: string) {
  const [added] = await backend.eventStore.readStream(`question-${questionId}`)
  if (added?.type !== 'QuestionAdded') throw new Error('There is no such question.')
  return added.data.content.item
}

/** The id of the question that the exam gives now. */
async function given(examId: string): Promise<string> {
  const item = itemToAnswer(await stateOf(examId))
  if (!item) throw new Error('The exam gives nothing.')
  return item.questionId
}

/** The question that follows from a wrong answer to the one that the exam gives. */
async function followed(ana: Awaited<ReturnType<typeof learner>>, examId: string): Promise<ExamQuestion> {
  const questionId = await given(examId)
  const answered = (await ana.answer(examId, questionId, wrongAnswerTo(await itemOf(questionId)))).json<Answered>()
  if (!answered.nextQuestion) throw new Error('The exam has ended.')
  for (const secret of ['correctAnswer', 'explanation', 'rationale', 'isCorrect']) expect(JSON.stringify(answered)).not.toContain(secret)
  return answered.nextQuestion
}

/** Sits an exam to its end. Returns what was answered last. */
async function sit(ana: Awaited<ReturnType<typeof learner>>, examId: string, isRight: (order: number) => boolean): Promise<Answered> {
  for (let questionId = await given(examId); ; ) {
    const item = await itemOf(questionId)
    const { answers } = await stateOf(examId)
    const answered = await ana.answer(examId, questionId, isRight(answers.length + 1) ? keyOf(item) : wrongAnswerTo(item))
    expect(answered.statusCode, answered.body).toBe(200)
    const body = answered.json<Answered>()
    if (!body.nextQuestion) return body
    questionId = body.nextQuestion.id
  }
}

/** The ability and its standard error, as the contract says how, from what the call answers alone. */
function measuredFrom(decisions: ExamDecisions['decisions']): { ability: number; standardError: number } {
  const scored = decisions.filter(({ isPilot }) => !isPilot)
  const weights = Array.from({ length: 61 }, (_, point) => {
    const theta = point / 6 - 5
    const logarithms = scored.map(({ difficulty: b, discrimination: a, uncertainty: s, isCorrect }) => {
      const d = a / Math.sqrt(1 + (Math.PI / 8) * (a * (s ?? Number.NaN)) ** 2)
      const right = 1 / (1 + Math.exp(-d * (theta - b)))
      return Math.log(isCorrect ? right : 1 - right)
    })
    return { theta, weight: Math.exp(logarithms.reduce((sum, logarithm) => sum + logarithm, -(theta ** 2) / 2)) }
  })
  const whole = weights.reduce((sum, { weight }) => sum + weight, 0)
  const ability = weights.reduce((sum, { theta, weight }) => sum + theta * weight, 0) / whole
  const variance = weights.reduce((sum, { theta, weight }) => sum + (theta - ability) ** 2 * weight, 0) / whole
  return { ability, standardError: Math.sqrt(variance) }
}

const expectRefusal = (answer: { statusCode: number; json: () => unknown }, code: keyof typeof errors) => {
  expect(answer.json()).toMatchObject({ code, message: errors[code].message })
  expect(answer.statusCode).toBe(errors[code].status)
}

describe('starting', () => {
  test('requires Premium, and asks what the exam is about', async () => {
    for (const tier of ['free', 'basic'] as const) expectRefusal(await (await learner(tier)).start(mock), 'examTierRequired')
    const ana = await learner()
    expectRefusal(await ana.start({ examType: 'module_specific' }), 'moduleRequired')
    expectRefusal(await ana.start({ examType: 'module_specific', targetModules: ['Astrology'] }), 'examTargetsUnknown')
    expectRefusal(await ana.start({ examType: 'full_exam', targetModules: ['Airway'] }), 'examTargetsUnknown')
    expectRefusal(await ana.start({ examType: 'full_exam' }), 'modulesNotSelected')
    expectRefusal(await ana.start({ examType: 'weak_areas' }), 'modulesNotSelected')
    expectRefusal(await ana.start({ examType: 'module_specific', targetModules: ['Pediatrics'] }), 'examPoolTooSmall')
  })

  test("follows each type's blueprint, all from one pool", async () => {
    const modules = ['Trauma', 'EMS Operations', 'Pharmacology & Medication Administration'] as const
    const started = async (body: object) => (await stateOf(await (await learner('premium', modules)).begun(body))).started
    const exams = await Promise.all([
      started({ ...mock, blueprint: 'national_registry' }),
      started(mock),
      started({ examType: 'full_exam' }),
      started({ examType: 'weak_areas' }),
      started(trauma),
    ])
    expect(exams.map((one) => [one?.blueprint, one?.minItems, one?.maxItems, one?.seconds])).toEqual([
      ['national_registry', 80, 150, 9_000],
      ['national_registry_2024', 110, 150, 12_600],
      ['full_simulation', 70, 120, 7_200],
      ['weak_areas', 15, 30, 2_700],
      ['module', 20, 40, 3_600],
    ])
    // The mock exam as the specification has it stays as it is.
    expect(exams[0]?.shares.map(({ percent }) => percent)).toEqual([20, 22, 16, 30, 12])
    expect(exams[2]?.shares.map(({ category }) => category).toSorted()).toEqual([...modules].toSorted())
    expect(new Set(exams.map((one) => one?.poolId)).size).toBe(1)
    // None of the bank's is on trial.
    expect(exams[1]?.pilots).toBe(0)
  })

  test('happens once per command, whichever process runs it, with one exam at a time', async () => {
    const ana = await learner()
    const key = { 'idempotency-key': 'one-exam-please' }
    const starts = await Promise.all(Array.from({ length: 10 }, () => ana.start(trauma, key)))
    const ids = new Set(starts.map((one) => one.json<{ examId: string }>().examId))
    expect([...ids]).toEqual([expect.any(String)])
    const refused = await ana.start(mock)
    expectRefusal(refused, 'examInProgress')
    expect(refused.json()).toMatchObject({ examId: [...ids][0] })

    const ben = await learner()
    const vault = new Vault(backend.sql, testMasterKey)
    const others = [backend.deps, dependenciesOver({ eventStore: backend.eventStore, sql: backend.sql, vault })]
    const wish = { ...trauma, examType: 'module_specific', userId: ben.userId, blueprint: 'national_registry' } as const
    const both = await Promise.allSettled(others.map((deps) => startExam(deps, wish, ownContext(ben.userId, backend.clock))))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual([
      expect.objectContaining({ name: 'Rejection', code: 'examInProgress', decidedAt: expect.anything() }),
    ])
  })
})

test('an exam that was booked but never started delays the next one by a minute at most', async () => {
  const ana = await learner()
  const [bookedAt, until] = [backend.clock(), new Date(Date.now() + 60 * MINUTE).toISOString()]
  const book = bookExam({ userId: ana.userId, examId: uuidV4(), bookedAt, until, hasEnded: () => false })
  await backend.deps.commands.execute(examineeAggregate, ana.userId, book, ownContext(ana.userId, backend.clock))
  expectRefusal(await ana.start(trauma), 'examInProgress')
  backend.pass(MINUTE + 1)
  expect((await ana.start(trauma)).statusCode).toBe(200)
})

describe('an exam', () => {
  test('takes one answer per item: of fifty sent at once the first counts, and all get the same response', async () => {
    const ana = await learner()
    const examId = await ana.begun()
    const questionId = await given(examId)
    const item = await itemOf(questionId)
    const sent = Array.from({ length: 50 }, (_, n) => ana.answer(examId, questionId, n % 2 === 0 ? keyOf(item) : wrongAnswerTo(item)))
    const answered = await Promise.all(sent)
    expect(new Set(answered.map(({ body }) => body)).size).toBe(1)
    expect(answered[0]?.json()).toMatchObject({ examCompleted: false, questionsAnswered: 1, totalQuestions: 40 })
    const { answers } = await stateOf(examId)
    expect(answers).toHaveLength(1)
    expect(answered[0]?.json<Answered>().nextQuestion?.id).toBe(await given(examId))
    const [first] = (await stateOf(examId)).answers
    expect(answered[0]?.json<Answered>().answer).toEqual(first?.answer)
    for (const missing of ['', 'E', {}]) {
      const refused = await ana.answer(examId, questionId, missing as string)
      expect([refused.statusCode, refused.json()]).toMatchObject([
        400,
        { code: 'answerRequired', message: 'You must choose an answer before continuing.' },
      ])
    }
    // An outdated device is told the exam's state and the answer that counts; questions not given are rejected.
    const next = await given(examId)
    const ahead = (await ana.answer(examId, next, wrongAnswerTo(await itemOf(next)))).json<Answered>()
    const behind = (await ana.answer(examId, questionId, keyOf(item))).json<Answered>()
    expect(behind).toEqual({ ...ahead, answer: first?.answer })
    expect(behind).toMatchObject({ questionsAnswered: 2, nextQuestion: { order: 3, id: await given(examId) } })
    expectRefusal(await ana.answer(examId, questionIdOf('airway-001'), 'A'), 'questionNotFound')
    expectRefusal(await ana.answer(uuidV4(), questionId, 'A'), 'examNotFound')
    expectRefusal(await (await learner()).answer(examId, questionId, 'A'), 'examNotFound')
    expect((await stateOf(examId)).answers).toHaveLength(2)
  })

  test('uses letters, in the order in which the choices are shown, and reveals nothing about the correct answer', async () => {
    const ana = await learner()
    const examId = await ana.begun()
    let question = await followed(ana, examId)
    for (; question.optionD === null; question = await followed(ana, examId));
    await ana.answer(examId, question.id, 'D')
    const item = await itemOf(question.id)
    const option = item.kind === 'multiple_choice' ? item.options.find(({ text }) => text === question.optionD) : undefined
    const standing = (await stateOf(examId)).answers.at(-1)
    expect(standing?.answer).toEqual({ kind: 'multiple_choice', option: option?.id })
    expectRefusal(await ana.answer(examId, await given(examId), { kind: 'multiple_choice', option: 'z' }), 'answerNotAChoice')
  })

  test('ends by its rule, replays to the same facts, and lets the next one start, without the questions it gave', async () => {
    const ana = await learner()
    const examId = await ana.begun()
    const last = await sit(ana, examId, (order) => order % 5 !== 0)
    const { completed, answers } = await stateOf(examId)
    expect(last).toMatchObject({
      examCompleted: true,
      nextQuestion: null,
      questionsAnswered: answers.length,
      scoreEstimate: completed?.score,
    })
    expect(answers.length).toBeGreaterThanOrEqual(20)
    expectRefusal(await ana.answer(examId, questionIdOf('airway-001'), 'A'), 'examEnded')
    expect((await ana.complete(examId)).json()).toEqual({ completed: true })

    expect((await replayExam(backend.deps, examId)).differences).toEqual([])
    const replayed = await examOperations.replay?.run(backend.deps, [examId])
    expect(replayed).toBe(`${answers.length + 2} facts were decided again, and each is the same.`)
    await expect(examOperations.replay?.run(backend.deps, [uuidV4()])).rejects.toThrow('There is no exam')

    const shown = () => backend.sql`SELECT FROM read.practice_exams WHERE id = ${examId} AND is_completed`
    await vi.waitFor(async () => expect(await shown()).toHaveLength(1), { timeout: 60_000 })
    const decisions = await backend.send('GET /api/practice-exams/{examId}/decisions', `/api/practice-exams/${examId}/decisions`, {
      token: ana.token,
    })
    const decided = decisions.json<ExamDecisions>().decisions
    expect(decided).toHaveLength(answers.length)
    for (const [index, { ability, standardError }] of decided.entries()) {
      const computed = measuredFrom(decided.slice(0, index + 1))
      expect(computed.ability).toBeCloseTo(ability, 5)
      expect(computed.standardError).toBeCloseTo(standardError, 5)
    }

    const { started } = await stateOf(await ana.begun())
    const { items } = (await backend.deps.commands.load(examPoolAggregate, started?.poolId ?? '')).state
    const passedOver = started?.passedOver.map((place) => items[place]?.questionId) ?? []
    expect(passedOver.length).toBeGreaterThan(10)
    expect(answers.map((one) => one.questionId)).toEqual(expect.arrayContaining(passedOver))
  })
})

describe('the clock', () => {
  test('ends an exam that is not completed, and later answers are rejected', async () => {
    const [ana, ben, cleo] = await Promise.all([learner(), learner(), learner()])
    const [ofAna, ofBen, ofCleo] = await Promise.all([ana.begun(), ben.begun(), cleo.begun({ ...mock })])
    const first = await given(ofAna)
    await ana.answer(ofAna, first, keyOf(await itemOf(first)))
    expectRefusal(await ana.complete(ofAna), 'examTimeLeft')
    backend.pass(60 * MINUTE + 1)
    // An answer that comes too late ends it, and is not counted.
    const second = await given(ofAna)
    const tooLate = await ana.answer(ofAna, second, keyOf(await itemOf(second)))
    expectRefusal(tooLate, 'examEnded')
    // The page that reads from there on shows that it has ended.
    const { position } = await backend.deps.commands.load(examAggregate, ofAna)
    expect(tooLate.headers['consistency-token']).toBe(position?.commit.toString())
    expect((await stateOf(ofAna)).completed).toMatchObject({ endedBy: 'timeout', answered: 1, outcome: 'undetermined' })
    expect((await stateOf(ofBen)).completed).toBeNull()
    expect(await backend.runJob('timed-out-exams')).toMatchObject({ ended: expect.any(Number) })
    expect((await stateOf(ofBen)).completed).toMatchObject({ endedBy: 'timeout', answered: 0, score: 0 })
    expect((await stateOf(ofCleo)).completed).toBeNull()
    expect(await backend.runJob('timed-out-exams')).toEqual({ ended: 0 })
    for (const id of [ofAna, ofBen]) expect((await replayExam(backend.deps, id)).differences).toEqual([])
    expect((await ana.start(trauma)).statusCode).toBe(200)
  })
})

describe('an exam that is given up', () => {
  test('has no score, counts nowhere, and lets the next one start, without the questions it showed', async () => {
    const [ana, ben] = await Promise.all([learner('premium', ['Trauma']), learner()])
    const examId = await ana.begun()
    const first = await given(examId)
    await ana.answer(examId, first, keyOf(await itemOf(first)))
    const second = await given(examId)
    expectRefusal(await ben.giveUp(examId), 'examNotFound')
    const [once, again] = [await ana.giveUp(examId), await ana.giveUp(examId)]
    expect([once.statusCode, once.json(), again.json()]).toEqual([200, { givenUp: true }, { givenUp: true }])

    expectRefusal(await ana.answer(examId, second, keyOf(await itemOf(second))), 'examEnded')
    const headers = { 'consistency-token': String(once.headers['consistency-token']) }
    const read = (path: string) => backend.send(`GET ${path}` as never, path.replace('{examId}', examId), { token: ana.token, headers })
    const [history] = (await read('/api/practice-exams/history')).json()
    expect(history).toMatchObject({ id: examId, isCompleted: false, givenUpAt: expect.any(String), score: null, correctAnswers: null })
    const questions = (await read('/api/practice-exams/{examId}/questions')).json<{ id: string; result: unknown }[]>()
    expect(questions.map(({ id, result }) => [id, result])).toEqual([first, second].map((id) => [id, null]))
    expectRefusal(await read('/api/practice-exams/{examId}/decisions'), 'examNotCompleted')
    expect(await backend.sql`SELECT FROM read.user_responses WHERE user_id = ${ana.userId}`).toHaveLength(0)
    const seen = () => backend.sql<{ id: string }[]>`SELECT question_id AS id FROM read.question_deliveries WHERE user_id = ${ana.userId}`
    await expect.poll(async () => (await seen()).map(({ id }) => id).toSorted()).toEqual([first, second].toSorted())
    // A later answer to one of them is not a first one, and what was answered in it is none.
    expect((await ana.answerElsewhere(first, keyOf(await itemOf(first)))).statusCode).toBe(200)
    const { learners } = await readFirstAnswers(backend.sql)
    expect(learners).not.toContain(ana.userId)

    const { started } = await stateOf(await ana.begun())
    const { items } = (await backend.deps.commands.load(examPoolAggregate, started?.poolId ?? '')).state
    expect(started?.passedOver.map((place) => items[place]?.questionId)).toEqual(expect.arrayContaining([first, second]))
    expect((await replayExam(backend.deps, examId)).differences).toEqual([])
  })

  test('is completed instead once its time is up', async () => {
    const ana = await learner()
    const examId = await ana.begun()
    backend.pass(60 * MINUTE + 1)
    const refused = await ana.giveUp(examId)
    expectRefusal(refused, 'examEnded')
    const { state, position } = await backend.deps.commands.load(examAggregate, examId)
    expect(state).toMatchObject({ completed: { endedBy: 'timeout' }, givenUp: null })
    expect(refused.headers['consistency-token']).toBe(position?.commit.toString())
  })
})

test('a question of a running exam cannot be answered anywhere else, and no session draws it', async () => {
  const ana = await learner('premium', ['Trauma'])
  const examId = await ana.begun()
  const questionId = await given(examId)
  const key = keyOf(await itemOf(questionId))
  expectRefusal(await ana.answerElsewhere(questionId, key), 'questionInExam')
  expect(await ana.practise()).not.toContain(questionId)
  await ana.answer(examId, questionId, key)
  expectRefusal(await ana.answerElsewhere(questionId, key), 'questionInExam')
  expect((await (await learner()).answerElsewhere(questionId, key)).statusCode).toBe(200)
  backend.pass(60 * MINUTE + 1)
  await ana.complete(examId)
  expect((await ana.answerElsewhere(questionId, key)).statusCode).toBe(200)
})
