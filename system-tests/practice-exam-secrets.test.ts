import { bankDirectory, questionIdOf, readBank } from '@medicready/command-api/questions/load-bank'
import { existing } from '@medicready/domain/contract/call/examples'
import { type CallKey, contract } from '@medicready/domain/contract/contract'
import type { PracticeExam } from '@medicready/domain/contract/exams/exams'
import { QuestionContent } from '@medicready/domain/questions/content/content'
import { publishQuestion, questionAggregate } from '@medicready/domain/questions/question'
import { v4 as uuidV4 } from 'uuid'
import { expect, test } from 'vitest'
import { ownBackend } from './backend.ts'
import { putExam } from './put-exam.ts'

const HOUR = 3_600_000
const backend = await ownBackend({ reacting: ['exports'] })
const added = (await backend.factsOf('QuestionAdded')).map(({ data }) => data)
/** Questions by themselves, in whose words one of the choices is right. */
const bank = added
  .filter(({ content: { item, scenario } }) => item.kind === 'multiple_choice' && !scenario)
  .map(({ questionId }) => questionId)
/** The parts of a set, in their order. */
const set = await publishedSet()

/** A set of the bank, which the backend's questions do not have. */
async function publishedSet(): Promise<string[]> {
  const entries = await readBank(bankDirectory)
  const [name] = entries.flatMap(({ scenario }) => scenario?.set ?? [])
  const parts = entries.filter(({ scenario }) => scenario?.set === name)
  for (const { id: bankId, ...entry } of parts) {
    const questionId = questionIdOf(bankId)
    const publish = publishQuestion({ questionId, bankId, content: QuestionContent.parse(entry) })
    await backend.execute(questionAggregate, questionId, publish)
  }
  return parts.toSorted((one, other) => (one.scenario?.part ?? 0) - (other.scenario?.part ?? 0)).map(({ id }) => questionIdOf(id))
}

type ExamCall = Extract<CallKey, `GET /api/practice-exams/${string}`>

async function examinee() {
  const { userId, token } = await backend.learner('premium')
  const read = (key: ExamCall, examId = '') => backend.send(key, { token, params: { examId } })
  return {
    userId,
    token,
    read,
    exam: (examId: string) => backend.done('GET /api/practice-exams/{examId}', { token, params: { examId } }),
    questions: (examId: string) => backend.done('GET /api/practice-exams/{examId}/questions', { token, params: { examId } }),
    decisions: (examId: string) => backend.done('GET /api/practice-exams/{examId}/decisions', { token, params: { examId } }),
    history: () => backend.done('GET /api/practice-exams/history', { token }),
    answer: (questionId: string, given: object) =>
      backend.send('POST /api/questions/{id}/answer', { token, params: { id: questionId }, body: given }),
  }
}

test('during a practice exam no call reveals its correct answers; afterward all are shown', async () => {
  const ana = await examinee()
  const [before = '', right = '', wrong = '', next = '', ...others] = bank
  const keys = new Map(await Promise.all(bank.map(async (id) => [id, await backend.keyTo(id)] as const)))
  // All questions were seen before: in a finished exam, in a running session, and on their own.
  await backend.give(ana.userId, bank)
  const session = await backend.send('POST /api/study-session/generate', {
    token: ana.token,
    body: { mode: 'practice', count: 50, quiz: null, about: null },
  })
  const { sessionId } = session.json<{ sessionId: string }>()
  for (const id of [before, right, wrong]) {
    await ana.answer(id, { selectedAnswer: keys.get(id)?.wrong, timeSpent: 20, confidence: 5 })
    await ana.answer(id, { selectedAnswer: keys.get(id)?.right, timeSpent: 20, studySessionId: sessionId })
  }
  const answered = [
    { questionId: before, isCorrect: true },
    { questionId: right, isCorrect: true },
    { questionId: wrong, isCorrect: false },
  ]
  const former = await putExam(backend, { userId: ana.userId, answered, startedAt: new Date(Date.now() - 3 * HOUR).toISOString() })
  expect((await ana.decisions(former)).decisions).toHaveLength(3)
  const going = await putExam(backend, {
    userId: ana.userId,
    answered: [...answered, ...others.map((questionId) => ({ questionId, isCorrect: true }))],
    next: [next],
  })

  const told = async () => {
    const bodies = []
    const calls = (Object.keys(contract) as CallKey[]).filter((each) => each.startsWith('GET ') && contract[each].access === 'signedIn')
    for (const questionId of [before, right, wrong, next])
      for (const examId of [former, going])
        for (const call of calls) {
          const here = { [existing.questionId]: questionId, [existing.studySessionId]: sessionId, [existing.examId]: examId }
          bodies.push((await backend.sendExample(call, here, ana.token)).body)
        }
    return bodies.join('\n')
  }
  const words = await told()
  for (const { secrets } of keys.values()) for (const secret of secrets) expect(words).not.toContain(JSON.stringify(secret).slice(1, -1))
  for (const name of ['isCorrect', 'correctAnswer', 'key', 'rationales', 'explanation', 'parts', 'domainCorrect'])
    expect(words).not.toMatch(new RegExp(`"${name}":(?!null)`))
  expect(await ana.exam(going)).toMatchObject({
    isCompleted: false,
    score: null,
    correctAnswers: null,
    abilityLevel: null,
    standardError: null,
    domainCorrect: null,
    avgCorrectDifficulty: null,
    outcome: null,
    completedAt: null,
    givenUpAt: null,
    questionsAnswered: bank.length - 1,
  })
  expect((await ana.questions(going)).map(({ id, result, isPilot }) => [id, result, isPilot])).toEqual(
    [before, right, wrong, ...others, next].map((id) => [id, null, null]),
  )
  expect((await ana.read('GET /api/practice-exams/{examId}/decisions', going)).json()).toMatchObject({ code: 'examNotCompleted' })
  expect((await ana.decisions(former)).decisions).toEqual([])

  // What is known of a learner, the log with it, waits too.
  expect((await backend.send('POST /api/user/exports', { token: ana.token })).statusCode).toBe(202)
  await expect.poll(() => backend.ownerSql`SELECT reaction FROM worker.deferred`, { timeout: 60_000 }).toEqual([{ reaction: 'exports' }])

  // Its time is up, but it is not completed yet.
  backend.pass(2 * HOUR + 1_000)
  expect(await ana.exam(going)).toMatchObject({ isCompleted: false, deadline: expect.any(String), score: null })
  expect((await ana.questions(going)).every(({ result }) => result === null)).toBe(true)
  expect((await ana.decisions(former)).decisions).toHaveLength(3)
  const afterwards = await told()
  expect(afterwards).toContain(JSON.stringify(keys.get(wrong)?.secrets[0]).slice(1, -1))
  expect(afterwards).toContain('"correctAnswer":')
})

test('an exam shows the questions given so far, the current one last, with letters for single choice, and the parts of a set one by one', async () => {
  const ana = await examinee()
  const [single = '', other = ''] = bank
  const going = await putExam(backend, { userId: ana.userId, answered: [{ questionId: single, isCorrect: false }], next: set })
  expect(await ana.exam(going)).toMatchObject({
    id: going,
    userId: ana.userId,
    examType: 'full_exam',
    blueprint: 'full_simulation',
    totalQuestions: 120,
    minItems: 70,
    questionsAnswered: 1,
    scoreEstimate: expect.any(Number),
    currentDifficulty: 'medium',
    domainCounts: { Trauma: 1 },
  })
  const { startedAt, deadline } = await ana.exam(going)
  expect(Date.parse(deadline) - Date.parse(startedAt)).toBe(2 * HOUR)
  expect(set.length).toBeGreaterThan(1)
  const [first, part, ...more] = await ana.questions(going)
  expect(more).toEqual([])
  const { optionA, optionB, optionC, optionD } = first ?? {}
  expect([optionA, optionB, optionC, optionD]).toEqual(first?.asked.choices)
  const { wrong } = await backend.keyTo(single)
  expect(first).toMatchObject({ order: 1, id: single, difficulty: 'medium', isAnswered: true, timeSpentSeconds: 20, result: null })
  expect(first?.given?.selectedAnswer).not.toBe((await backend.keyTo(single)).right)
  expect(first?.asked.choices).toContain(wrong)
  expect(part).toMatchObject({ order: 2, id: set[0], isAnswered: false, given: null, timeSpentSeconds: null })

  const over = await putExam(backend, {
    userId: ana.userId,
    answered: [
      { questionId: other, isCorrect: true },
      { questionId: bank[2] ?? '', isCorrect: false },
    ],
  })
  const { right, secrets } = await backend.keyTo(other)
  const [known] = await ana.questions(over)
  expect(known).toMatchObject({
    isPilot: false,
    given: { selectedAnswer: right },
    result: { isCorrect: true, question: { correctAnswer: right, explanation: secrets[0], isShortened: false } },
  })
  expect(await ana.exam(over)).toMatchObject({
    isCompleted: true,
    questionsAnswered: 2,
    correctAnswers: 1,
    endedBy: 'curtailment',
    domainCounts: { Trauma: 2 },
    domainCorrect: { Trauma: 1 },
    avgCorrectDifficulty: 2,
    abilityLevel: 0,
  })
  expect(await ana.decisions(over)).toMatchObject({
    cut: -0.55,
    decisions: [
      { order: 1, questionId: other, category: 'Trauma', isCorrect: true, deficit: 0.4, among: 20, rank: 3 },
      { order: 2, questionId: bank[2], isCorrect: false },
    ],
  })
})

test('the history has the latest five, newest first, and each exam is visible to its own learner only', async () => {
  const [ana, ben] = [await examinee(), await examinee()]
  const [questionId = ''] = bank
  const ids: string[] = []
  for (let ago = 6; ago > 0; ago--) {
    const startedAt = new Date(Date.now() - ago * 24 * HOUR).toISOString()
    ids.push(await putExam(backend, { userId: ana.userId, answered: [{ questionId, isCorrect: true }], startedAt }))
  }
  expect((await ana.history()).map(({ id }: PracticeExam) => id)).toEqual(ids.slice(1).toReversed())
  expect(await ben.history()).toEqual([])
  const calls = [
    'GET /api/practice-exams/{examId}',
    'GET /api/practice-exams/{examId}/questions',
    'GET /api/practice-exams/{examId}/decisions',
  ] as const
  for (const call of calls)
    for (const id of [ids[0], uuidV4()]) {
      const answer = await ben.read(call, id)
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'examNotFound'])
    }
})
