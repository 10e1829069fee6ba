import { ownContext } from '@medicready/command-api/command-context'
import type { CallsOf } from '@medicready/domain/contract/contract'
import type { Readiness } from '@medicready/domain/contract/readiness/readiness'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { calibrationAggregate as itemCalibration, recordCalibration } from '@medicready/domain/exams/calibration-facts'
import { examAggregate, itemToAnswer } from '@medicready/domain/exams/exam'
import { blueprints, CLINICAL_JUDGMENT, examDomains, type MockBlueprint, mockBlueprints } from '@medicready/domain/exams/shown/blueprints'
import { keyOf } from '@medicready/domain/questions/content/item'
import { wrongAnswerTo } from '@medicready/domain/questions/content/testing/answers'
import { commonShiftFrom } from '@medicready/domain/readiness/common-shift'
import { type ReadinessEvent, readinessAggregate } from '@medicready/domain/readiness/readiness-facts'
import {
  LEAST_OUTCOMES_FOR_EXTREMES,
  LEAST_OUTCOMES_SHOWN,
  MOST_SAID,
  OUTCOME_LINK_DAYS,
  OUTCOME_MAIL_DAYS,
  type ReportedOutcome,
} from '@medicready/domain/readiness/shown/rules'
import { passPredicted } from '@medicready/domain/readiness/testing/readiness-facts'
import { errors } from '@medicready/domain/refusals/shown/errors'
import { studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import { startTestMailServer } from '@medicready/platform/testing/mail-server'
import { LearnersEvidence } from '@medicready/projector/read-models/readiness/learners-evidence'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, startBackend } from './backend.ts'
import { addedQuestion } from './put-exam.ts'

const WAIT = { timeout: 60_000 }
const DAY = 24 * 3_600_000
const MINUTE = 60_000
const reacting = ['pass-predictions', 'outcome-mails']

let backend: Backend
let mails: Awaited<ReturnType<typeof startTestMailServer>>
let bank: { id: string; isJudgment: boolean }[]

beforeAll(async () => {
  mails = await startTestMailServer(() => null)
  backend = await startBackend({ reacting, smtpUrl: mails.smtpUrl, isLoaded: (_, place) => place < 24 })
  bank = await backend.ownerSql<typeof bank>`
    SELECT id, tags->>'judgmentStep' IS NOT NULL AND (scenario IS NOT NULL OR blooms_level = 'evaluate') AS "isJudgment"
    FROM read.questions ORDER BY id`
})
afterAll(async () => {
  await backend.close()
  await mails.close()
})

const today = () => backend.clock().slice(0, 10)
type Calibration = CallsOf<'GET /api/readiness/calibration'>['response']
const calibration = async (): Promise<Calibration> =>
  (await backend.send('GET /api/readiness/calibration', '/api/readiness/calibration')).json()
const byLink = (token: string, outcome: string) =>
  backend.send('POST /api/readiness/outcome-link', '/api/readiness/outcome-link', { body: { token, outcome } })
const expectRefusal = (answer: { statusCode: number; json: () => unknown }, code: keyof typeof errors) => {
  expect(answer.json()).toMatchObject({ code, message: errors[code].message })
  expect(answer.statusCode).toBe(errors[code].status)
}

async function learner() {
  const person = await backend.signedIn()
  const { userId, token, email } = person
  const post = (key: 'POST /api/readiness/profile' | 'POST /api/readiness/outcome', body: object) =>
    backend.send(key, key.slice('POST '.length), { token, body })
  return {
    ...person,
    readiness: async (): Promise<Readiness> => (await backend.send('GET /api/readiness', '/api/readiness', { token })).json(),
    choose: (blueprint: string) => post('POST /api/readiness/profile', { blueprint }),
    report: (sittingId: string, outcome: string) => post('POST /api/readiness/outcome', { sittingId, outcome }),
    /** Answers given on a day to these questions of the bank. */
    answered: async (from: number, to: number, date = today(), rightOfFive = 2) => {
      const facts = bank
        .slice(from, to)
        .map(({ id }, place) => answerSubmitted({ userId, date, questionId: id, isCorrect: place % 5 < rightOfFive }))
      const context = ownContext('test', backend.clock)
      backend.show((await backend.deps.commands.execute(studyDayAggregate, studyDayId(userId, date), () => facts, context)).position)
    },
    setExam: async (examDate: string | null) => {
      const answer = await backend.send('PATCH /api/user/settings', '/api/user/settings', { token, body: { examDate } })
      expect(answer.statusCode, answer.body).toBe(200)
    },
    mock: async (blueprint?: string) => {
      await backend.grant(userId, 'premium')
      const body = { examType: 'full_exam', targetModules: [...examDomains], ...(blueprint && { blueprint }) }
      const begun = await backend.send('POST /api/practice-exams/start', '/api/practice-exams/start', { token, body })
      expect(begun.statusCode, begun.body).toBe(200)
      return begun.json<{ examId: string }>().examId
    },
    /** Answers the exam's questions, up to a number or to its end. */
    sit: async (examId: string, isRight: (order: number) => boolean, most = Number.POSITIVE_INFINITY) => {
      for (let order = 1; order <= most; order++) {
        const item = itemToAnswer((await backend.deps.commands.load(examAggregate, examId)).state)
        if (!item) return
        const content = await addedQuestion(backend, item.questionId)
        const answer = isRight(order) ? keyOf(content.item) : wrongAnswerTo(content.item)
        const path = `/api/practice-exams/${examId}/answer`
        const body = { questionId: item.questionId, answer, timeSpentSeconds: 20 }
        expect((await backend.send('POST /api/practice-exams/{examId}/answer', path, { token, body })).statusCode).toBe(200)
      }
    },
    facts: async () => backend.eventStore.readStream(`readiness-${userId}`),
    letters: () => mails.taken.filter(({ to }) => to === email),
  }
}
type Learner = Awaited<ReturnType<typeof learner>>

/** Someone of whom it can be said how ready they are. */
async function ready(): Promise<Learner> {
  const person = await learner()
  await person.answered(0, 100)
  return person
}

test('before a hundred scored answers no call has a figure, and nothing is predicted', async () => {
  const ana = await learner()
  expect(await ana.readiness()).toEqual({
    blueprint: 'national_registry_2024',
    scoredAnswers: 0,
    missingAnswers: 100,
    figures: null,
    outcome: null,
  })
  await ana.answered(0, 99)
  // What is not scored does not count, however much there is of it.
  const pilots = bank
    .slice(99, 140)
    .map(({ id }) => answerSubmitted({ userId: ana.userId, date: today(), questionId: id, isScored: false }))
  const { commands } = backend.deps
  const day = studyDayId(ana.userId, today())
  backend.show((await commands.execute(studyDayAggregate, day, () => pilots, ownContext('test', backend.clock))).position)
  expect(await ana.readiness()).toMatchObject({ scoredAnswers: 99, missingAnswers: 1, figures: null })
  await ana.mock()
  await ana.setExam(today())
  await backend.reacted()
  expect(await backend.runJob('exam-days')).toEqual({ predicted: 0 })
  expect(await ana.facts()).toEqual([])
  await ana.setExam(null)
})

test('from the hundredth on, every tier sees a chance with its interval, what would change it, and its trend', async () => {
  const ana = await learner()
  await ana.answered(0, 60, addDays(today(), -3))
  await ana.answered(60, 99, addDays(today(), -2))
  await ana.answered(99, 120, addDays(today(), -1))
  const { figures, ...rest } = await ana.readiness()
  expect(rest).toEqual({ blueprint: 'national_registry_2024', scoredAnswers: 120, missingAnswers: 0, outcome: null })
  if (!figures) throw new Error('There are no figures.')
  const { chance, low, high, byCategory, trend } = figures
  expect(low).toBeGreaterThan(0)
  expect(chance).toBeGreaterThan(low)
  expect(high).toBeGreaterThan(chance)
  expect(high).toBeLessThan(1)
  expect(byCategory.map(({ category }) => category)).toEqual([...examDomains, CLINICAL_JUDGMENT])
  expect(byCategory.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
  expect(byCategory.reduce((sum, { answers }) => sum + answers, 0)).toBe(120)
  // None of a day by whose end there were fewer.
  expect(trend.map(({ day }) => day)).toEqual([addDays(today(), -1), today()])
  expect(trend.at(-1)).toEqual({ day: today(), chance, low, high })
  for (const gain of byCategory.map((category) => category.gain)) expect(gain).toBeGreaterThanOrEqual(0)
})

test('a question seen before is answered from memory: it counts as an answer, but says nothing about readiness', async () => {
  const ana = await ready()
  const before = await ana.readiness()
  await ana.answered(0, 50)
  const { scoredAnswers, figures } = await ana.readiness()
  expect(scoredAnswers).toBe(150)
  expect(figures).toEqual(before.figures)
  await ana.answered(100, 110)
  expect((await ana.readiness()).figures?.byCategory.reduce((sum, { answers }) => sum + answers, 0)).toBe(110)
})

test('the chance is for the chosen exam, and stays so', async () => {
  const ana = await ready()
  for (const chosen of mockBlueprints) {
    expect((await ana.choose(chosen)).json()).toEqual({ blueprint: chosen })
    await ana.choose(chosen)
    const { blueprint, figures } = await ana.readiness()
    expect(blueprint).toBe(chosen)
    expect(figures?.byCategory.map(({ category }) => category)).toEqual(Object.keys(blueprints[chosen].shares ?? {}))
    expect(figures?.byCategory.find(({ category }) => category === CLINICAL_JUDGMENT)?.answers).toBe(
      chosen === 'national_registry' ? undefined : bank.slice(0, 100).filter(({ isJudgment }) => isJudgment).length,
    )
  }
  expect((await ana.facts()).map(({ type }) => type)).toEqual(['ExamProfileChosen', 'ExamProfileChosen'])
  expect((await ana.choose('module')).json()).toMatchObject({ code: 'invalidRequest' })
})

test('a mock exam is predicted once as it starts, and compared with its outcome; nothing of it counts before its end', async () => {
  const ana = await ready()
  const before = await ana.readiness()
  const examId = await ana.mock()
  await backend.reacted()
  const [predicted, ...more] = await ana.facts()
  expect(more).toEqual([])
  if (predicted?.type !== 'PassPredicted') throw new Error('Nothing was predicted.')
  const { data } = predicted
  expect(data).toMatchObject({
    of: { kind: 'practice_exam', examId },
    on: today(),
    blueprint: 'national_registry_2024',
    scoredAnswers: 100,
  })
  // Our own exam has our own passing line: what is said of the real one is less sure of the same ability.
  expect(data.ability).toBeCloseTo(before.figures?.ability ?? 0, 3)
  expect(data.high - data.low).toBeLessThan((before.figures?.high ?? 0) - (before.figures?.low ?? 0))
  expect((await calibration()).practiceExams.predictions).toBe(0)

  await ana.sit(examId, () => true, 5)
  expect(await ana.readiness()).toEqual(before)
  await ana.sit(examId, () => true)
  const [completed] = (await backend.eventStore.readStream(`exam-${examId}`)).filter(({ type }) => type === 'ExamCompleted')
  expect(completed?.position.commit).toBeGreaterThan(predicted.position.commit)
  const after = await ana.readiness()
  expect(after.scoredAnswers).toBeGreaterThanOrEqual(180)
  expect(after.figures?.chance).toBeGreaterThan(before.figures?.chance ?? 1)

  const { practiceExams } = await calibration()
  expect(practiceExams).toMatchObject({ predictions: 1, left: 0, figures: { passed: 1 } })
  expect(practiceExams.figures?.brierScore).toBeCloseTo((1 - data.chance) ** 2, 3)

  // Starting over from the beginning of the log predicts nothing again, for this exam or for one that has ended.
  await backend.restartWorker(reacting, { fromTheBeginning: true })
  await backend.reacted()
  expect((await ana.facts()).map(({ id }) => id)).toEqual([predicted.id])
})

test('two deliveries at once write one prediction', async () => {
  const ana = await ready()
  await backend.restartWorker([])
  const examId = await ana.mock('national_registry')
  const [started] = await backend.eventStore.readStream(`exam-${examId}`)
  if (started?.type !== 'ExamStarted') throw new Error('The exam has not begun.')
  expect(started.data.blueprint).toBe('national_registry')
  await Promise.all([backend.deliver('pass-predictions', started), backend.deliver('pass-predictions', started)])
  expect((await ana.facts()).map(({ type }) => type)).toEqual(['PassPredicted'])
  await backend.restartWorker(reacting)
})

test('a worker that reaches an exam after its end makes no prediction', async () => {
  const ana = await ready()
  await backend.restartWorker([])
  const examId = await ana.mock()
  const [started] = await backend.eventStore.readStream(`exam-${examId}`)
  backend.pass(211 * MINUTE)
  await backend.runJob('timed-out-exams')
  if (started) await backend.deliver('pass-predictions', started)
  expect(await ana.facts()).toEqual([])
  await backend.restartWorker(reacting)
})

test('an exam that is left before its minimum number of questions is listed separately, and does not count', async () => {
  const before = (await calibration()).practiceExams
  const ana = await ready()
  const examId = await ana.mock()
  await ana.sit(examId, () => true, 3)
  await backend.reacted()
  backend.pass(211 * MINUTE)
  // That of the first learner is among them.
  expect(await backend.runJob('timed-out-exams')).toMatchObject({ ended: expect.any(Number) })
  await expect.poll(async () => (await calibration()).practiceExams.left, WAIT).toBeGreaterThan(before.left)
  const { figures, predictions } = (await calibration()).practiceExams
  expect({ figures, predictions }).toEqual({ figures: before.figures, predictions: before.predictions })
})

/** The links of the one mail that asked someone, by what they say. */
function linksTo(ana: Learner): Map<string, string> {
  const [mail, ...more] = ana.letters()
  expect(more).toEqual([])
  const text = (mail?.message ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const found = [...text.matchAll(/\/exam-outcome\?token=([\w-]+)&outcome=(\w+)/g)].map(
    ([, token = '', outcome = '']) => [outcome, token] as const,
  )
  return new Map(found)
}

test('the real exam is predicted on its day, asked about by one mail some days later, and answered by one click', async () => {
  const [ana, ben] = [await ready(), await ready()]
  const examDate = today()
  await ana.setExam(examDate)
  expect(await backend.runJob('exam-days')).toEqual({ predicted: 1 })
  expect(await backend.runJob('exam-days')).toEqual({ predicted: 0 })
  const [predicted] = await ana.facts()
  if (predicted?.type !== 'PassPredicted' || predicted.data.of.kind !== 'national_exam') throw new Error('Nothing was predicted.')
  const { sittingId } = predicted.data.of
  const { figures, outcome } = await ana.readiness()
  expect(outcome).toBeNull()
  expect(predicted.data).toMatchObject({ on: examDate, scoredAnswers: 100, blueprint: 'national_registry_2024' })
  for (const said of ['chance', 'low', 'high'] as const) expect(predicted.data[said]).toBeCloseTo(figures?.[said] ?? 0, 3)

  // The app asks from the day after it on, the mail when results are there.
  backend.pass(DAY)
  expect((await ana.readiness()).outcome).toEqual({ sittingId, examDate, reported: null })
  backend.pass((OUTCOME_MAIL_DAYS - 2) * DAY)
  expect(await backend.runJob('exam-outcomes')).toEqual({ asked: 0 })
  backend.pass(DAY)
  expect(await backend.runJob('exam-outcomes')).toEqual({ asked: 1 })
  expect(await backend.runJob('exam-outcomes')).toEqual({ asked: 0 })
  await expect.poll(() => ana.letters().length, WAIT).toBe(1)
  const links = linksTo(ana)
  expect([...links.keys()].toSorted()).toEqual(['failed', 'not_taken', 'passed'])
  const token = links.get('passed') ?? ''

  const facts = (await ana.facts()).length
  for (const _ of [1, 2]) expect((await byLink(token, 'passed')).json()).toEqual({ outcome: 'passed' })
  expect((await ana.facts()).slice(facts).map(({ type }) => type)).toEqual(['ExamOutcomeReported'])
  expect((await ana.readiness()).outcome).toEqual({ sittingId, examDate, reported: 'passed' })
  expect((await calibration()).nationalExams).toEqual({ predictions: 1, notTaken: 0, leastShown: LEAST_OUTCOMES_SHOWN, figures: null })

  // The same user may change it, by the link as in the app.
  expect((await byLink(token, 'not_taken')).json()).toEqual({ outcome: 'not_taken' })
  expect((await calibration()).nationalExams).toMatchObject({ predictions: 0, notTaken: 1 })
  expect((await ana.report(sittingId, 'failed')).json()).toEqual({ outcome: 'failed' })
  expect((await ana.readiness()).outcome?.reported).toBe('failed')
  expectRefusal(await ben.report(sittingId, 'passed'), 'sittingNotFound')
  expect((await ben.readiness()).outcome).toBeNull()

  // Tokens of other mails, and invented ones, say nothing.
  const other = await backend.deps.tokens.issue('password reset', {
    subjectId: sittingId,
    userId: ana.userId,
    expiresAt: '2999-01-01T00:00:00.000Z',
  })
  for (const wrong of [other, 'nonsense', token.slice(1)]) expectRefusal(await byLink(wrong, 'passed'), 'mailLinkInvalid')
  expect((await ana.readiness()).outcome?.reported).toBe('failed')

  // Nothing is sent twice, whatever the worker reads again.
  await backend.restartWorker(reacting, { fromTheBeginning: true })
  await backend.reacted()
  expect(ana.letters()).toHaveLength(1)
  expect(ben.letters()).toEqual([])
})

test('people who are deleting their account are neither predicted nor asked, and those who removed or moved the date are not asked', async () => {
  const [going, moved, withdrawn, leaving] = [await ready(), await ready(), await ready(), await ready()]
  const leave = ({ token, password }: Learner) =>
    backend.send('POST /api/user/deletion', '/api/user/deletion', { token, body: { password } })
  for (const one of [going, moved, withdrawn, leaving]) await one.setExam(today())
  expect((await leave(leaving)).statusCode).toBe(200)
  expect(await backend.runJob('exam-days')).toEqual({ predicted: 3 })
  expect(await leaving.facts()).toEqual([])
  await moved.setExam(addDays(today(), 40))
  await withdrawn.setExam(null)
  backend.pass(OUTCOME_MAIL_DAYS * DAY)
  expect((await leave(going)).statusCode).toBe(200)
  expect(await backend.runJob('exam-outcomes')).toEqual({ asked: 0 })
  for (const one of [moved, withdrawn]) expect((await one.readiness()).outcome).toBeNull()
  for (const one of [going, moved, withdrawn]) expect((await one.facts()).map(({ type }) => type)).toEqual(['PassPredicted'])
})

test('the figures of real exams are published once there are twenty, and identify no one', async () => {
  const { commands } = backend.deps
  const people = Array.from({ length: LEAST_OUTCOMES_SHOWN }, (_, place) => ({
    userId: uuidV4(),
    sittingId: uuidV4(),
    hasPassed: place % 4 !== 0,
  }))
  for (const [place, { userId, sittingId, hasPassed }] of people.entries()) {
    const predicted = passPredicted({ userId, of: { kind: 'national_exam', sittingId }, chance: 0.75 })
    const outcome = hasPassed ? ('passed' as const) : ('failed' as const)
    const reported = { type: 'ExamOutcomeReported' as const, data: { userId, sittingId, outcome, through: 'app' as const } }
    const context = ownContext('test', backend.clock)
    // One that was reported before is among them, as failed.
    if (place === people.length - 2) expect((await calibration()).nationalExams).toMatchObject({ predictions: 19, figures: null })
    backend.show((await commands.execute(readinessAggregate, userId, () => [predicted, reported], context)).position)
  }
  const answer = await backend.send('GET /api/readiness/calibration', '/api/readiness/calibration')
  const { nationalExams } = answer.json<Calibration>()
  expect(nationalExams).toMatchObject({ predictions: LEAST_OUTCOMES_SHOWN + 1, figures: { passed: 15 } })
  expect(nationalExams.figures?.bins.find(({ from }) => from === 0.7)).toMatchObject({
    predictions: 20,
    passed: 15,
    said: 0.75,
    happened: 0.75,
  })
  expect(answer.body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|@|\d{4}-\d\d-\d\d/)
})

test('fifty outcomes of real exams lift the limits on chances and move the line; a corrected outcome counts at once', async () => {
  const [ana, ben] = [await learner(), await ready()]
  await ana.answered(0, 120, today(), 5)
  const figuresOf = async (one: Learner) => {
    const { figures } = await one.readiness()
    if (!figures) throw new Error('There are no figures.')
    return figures
  }
  const [best, middling] = [await figuresOf(ana), await figuresOf(ben)]
  expect(best).toMatchObject({ chance: MOST_SAID, high: MOST_SAID })
  expect(best.realOutcomes).toBeLessThan(LEAST_OUTCOMES_FOR_EXTREMES)

  // All of them pass, though our line is above most of them.
  const { commands } = backend.deps
  const tell = async (userId: string, facts: () => readonly ReadinessEvent[]) =>
    backend.show((await commands.execute(readinessAggregate, userId, facts, ownContext('test', backend.clock))).position)
  const told = (userId: string, outcome: ReportedOutcome) => ({
    type: 'ExamOutcomeReported' as const,
    data: { userId, sittingId: userId, outcome, through: 'app' as const },
  })
  const people = Array.from({ length: LEAST_OUTCOMES_FOR_EXTREMES - best.realOutcomes }, () => uuidV4())
  for (const [place, userId] of people.entries()) {
    const of = { kind: 'national_exam', sittingId: userId } as const
    await tell(userId, () => [passPredicted({ userId, of, ability: -1.2 + (place % 9) / 10 }), told(userId, 'passed')])
  }
  const [bestNow, middlingNow] = [await figuresOf(ana), await figuresOf(ben)]
  expect(bestNow.realOutcomes).toBe(LEAST_OUTCOMES_FOR_EXTREMES)
  expect(bestNow.chance).toBeGreaterThan(MOST_SAID)
  expect(middlingNow.chance).toBeGreaterThan(middling.chance)
  expect(middlingNow.ability).toBe(middling.ability)

  const [first = ''] = people
  await tell(first, () => [told(first, 'failed')])
  expect((await figuresOf(ben)).chance).toBeLessThan(middlingNow.chance)
})

test('an ability reported before a calibration moves with the scale', async () => {
  const evidence = new LearnersEvidence(backend.sql)
  const before = await evidence.shift()
  const rows = await backend.sql<{ ability: number; standardError: number; blueprint: MockBlueprint; hasPassed: boolean }[]>`
    SELECT ability, standard_error AS "standardError", blueprint, outcome = 'passed' AS "hasPassed"
    FROM read.national_exam_predictions WHERE outcome IN ('passed', 'failed')`
  expect(before).toEqual(expect.objectContaining({ outcomes: rows.length }))
  const [on, learners, shift] = [addDays(today(), 1), 400, -0.4]
  const item = {
    questionId: bank[0]?.id ?? '',
    questionVersion: 1,
    difficulty: 0.2,
    discrimination: 1,
    standardError: 0.3,
    answers: 40,
    infit: 1,
    outfit: 1,
    pointBiserial: 0.3,
    observed: [],
    comparisons: [],
  }
  const calibrated = { calibrationId: uuidV4(), on, part: 1, of: 1, answers: 900, learners, shift, items: [item] }
  const { commands } = backend.deps
  backend.show((await commands.execute(itemCalibration, on, recordCalibration(calibrated), ownContext('test', backend.clock))).position)
  const moved = rows.map(({ ability, ...row }) => ({ ...row, ability: ability + shift }))
  const wanted = commonShiftFrom({ calibratedBy: learners, outcomes: moved })
  await expect.poll(() => evidence.shift(), WAIT).not.toEqual(before)
  const after = await evidence.shift()
  expect(after.mean).toBeCloseTo(wanted.mean, 6)
  expect(after.standardError).toBeCloseTo(wanted.standardError, 6)
})

test('an expired link reveals nothing', async () => {
  const ana = await ready()
  await ana.setExam(today())
  expect(await backend.runJob('exam-days')).toEqual({ predicted: 1 })
  backend.pass(OUTCOME_MAIL_DAYS * DAY)
  expect(await backend.runJob('exam-outcomes')).toEqual({ asked: 1 })
  await expect.poll(() => ana.letters().length, WAIT).toBe(1)
  const token = linksTo(ana).get('passed') ?? ''
  backend.pass(OUTCOME_LINK_DAYS * DAY)
  expectRefusal(await byLink(token, 'passed'), 'mailLinkInvalid')
  expect((await ana.facts()).map(({ type }) => type)).toEqual(['PassPredicted', 'ExamOutcomeAsked'])
})
