import { existing } from '@medicready/domain/contract/call/examples'
import { type CallKey, contract } from '@medicready/domain/contract/contract'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { readinessAggregate } from '@medicready/domain/readiness/readiness-facts'
import { passPredicted } from '@medicready/domain/readiness/testing/readiness-facts'
import type { ErrorCode } from '@medicready/domain/refusals/shown/errors'
import {
  sessionCompleted,
  sessionScheduled,
  tutoringAccepted,
  tutoringPaid,
  tutoringRequested,
} from '@medicready/domain/tutoring/testing/tutoring-facts'
import { tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import { everyFact } from '@medicready/platform/testing/event-log'
import { patience } from '@medicready/platform/testing/patience'
import { v4 as uuidV4 } from 'uuid'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ownBackend, type SignedIn } from './backend.ts'
import { putExam } from './put-exam.ts'

const backend = await ownBackend({ reacting: ['exports'] })
let ana: SignedIn
let ben: SignedIn
let admin: SignedIn
/** Examples of these calls do not touch personal data. */
let former: SignedIn
let peopleExportId: string
/** Ana's own data: other users may neither see nor change it. */
let anasModuleId: string
let anasQuestionId: string
let anasAnswer: string
let anasExportId: string
let anasSessionId: string
let anasExamId: string
const anasSittingId = uuidV4()
const [anasRequestId, anasTutoringSessionId] = [uuidV4(), uuidV4()]

beforeAll(async () => {
  ;[ana, ben, admin] = [await backend.signedIn(), await backend.signedIn(), await backend.signedIn('admin')]
  former = await backend.signedIn()
  const { token } = ana
  const selected = await backend.send('POST /api/user/modules', { token, body: { module: 'Trauma' } })
  anasModuleId = selected.json().id
  const daily = await generated(token)
  anasQuestionId = daily[0]?.questionId ?? ''
  anasAnswer = daily[0]?.question.choices[0] ?? ''
  for (const { userId } of [ana, admin]) await backend.grant(userId, 'premium')
  anasSessionId = (await requestOf('POST /api/study-session/generate', token)).json().sessionId
  anasExamId = await putExam(backend, { userId: ana.userId, answered: [{ questionId: anasQuestionId, isCorrect: true }] })
  const predicted = passPredicted({ userId: ana.userId, of: { kind: 'national_exam', sittingId: anasSittingId } })
  await backend.execute(readinessAggregate, ana.userId, () => [predicted])
  const ofRequest = { userId: ana.userId, requestId: anasRequestId, sessionId: anasTutoringSessionId }
  const held = [tutoringRequested, tutoringAccepted, tutoringPaid, sessionScheduled, sessionCompleted].map((fact) => fact(ofRequest))
  await backend.execute(tutoringRequestAggregate, anasRequestId, () => held)
  anasExportId = (await backend.send('POST /api/user/exports', { token })).json().id
  peopleExportId = (await requestOf('POST /api/admin/exports', admin.token)).json().exportId
  const situations = async () => (await backend.send('GET /api/user/exports', { token })).json()
  await vi.waitFor(async () => expect(await situations()).toMatchObject([{ situation: 'ready' }]), { timeout: 60_000 })
})

async function generated(token: string): Promise<{ questionId: string; question: { choices: string[] } }[]> {
  // Until the first questions are projected there is nothing to choose from.
  await vi.waitFor(async () => {
    const answer = await backend.send('POST /api/daily-questions/generate', { token, body: { count: 1 } })
    if (answer.json().count !== 1) throw new Error(answer.body)
  }, patience)
  return (await backend.send('GET /api/daily-questions', { token })).json()
}

/** What the examples of the contract refer to, as it exists here. */
const here = (): Record<string, string> => ({
  [existing.email]: ben.email,
  [existing.password]: ben.password,
  [existing.userId]: ben.userId,
  [existing.erasableUserId]: former.userId,
  [existing.erasableEmail]: former.email,
  [existing.peopleExportId]: peopleExportId,
  [existing.userModuleId]: anasModuleId,
  [existing.questionId]: anasQuestionId,
  [existing.selectedAnswer]: anasAnswer,
  [existing.exportId]: anasExportId,
  [existing.studySessionId]: anasSessionId,
  [existing.examId]: anasExamId,
  [existing.sittingId]: anasSittingId,
  [existing.tutoringRequestId]: anasRequestId,
  [existing.tutoringSessionId]: anasTutoringSessionId,
  [existing.examDate]: addDays(new Date().toISOString().slice(0, 10), 100),
})
/** The example of every call would be served if the caller may make it. */
const requestOf = (key: CallKey, token?: string) => backend.sendExample(key, here(), token)

/** Some examples refer to something just started. Nothing was started here, and permitted users are told so. */
const unbegun: string[] = [
  'discountCodeInvalid',
  'contactRequestNotFound',
  'secondStepExpired',
  'secondFactorMissing',
  'secondFactorNotFound',
  'pictureNotFound',
  'cardNotFound',
  'noticeNotFound',
  'examPoolTooSmall',
  'examEnded',
  'reviewNotUndoable',
  'neverPaid',
  'noPlan',
  'sessionTimePast',
  'tutoringSessionEnded',
  'tutoringPaid',
  'tutoringNotAccepted',
] satisfies ErrorCode[]

const calls = Object.keys(contract) as CallKey[]
const ofVisitors = calls.filter((key) => contract[key].access === 'visitor')
const ofStudents = calls.filter((key) => contract[key].access !== 'visitor')
/** What ends the session that it is made with. */
const ends: readonly CallKey[] = ['POST /api/auth/logout', 'POST /api/user/password']
const ofAdmins = calls.filter((key) => !['visitor', 'signedIn'].includes(contract[key].access))

describe('a visitor', () => {
  test.each(ofStudents)('is refused at %s, whatever they send', async (key) => {
    const before = await backend.eventStore.head()
    for (const answer of [await requestOf(key), await backend.send(key, { body: { nonsense: true } })]) {
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toEqual({ message: 'You are not signed in.', code: 'notSignedIn' })
    }
    expect(await everyFact(backend.eventStore, before)).toEqual([])
  })

  test.each(ofVisitors)('may call %s', async (key) => {
    const answer = await requestOf(key)
    expect([401, 403]).not.toContain(answer.statusCode)
  })
})

describe('a student', () => {
  test.each(ofStudents.filter((key) => !ofAdmins.includes(key)))('may call %s', async (key) => {
    const { token } = ends.includes(key) ? await backend.signedIn() : ana
    const answer = await requestOf(key, token)
    if (answer.statusCode < 400 || answer.statusCode === 429) return
    expect(unbegun).toContain(answer.json().code)
  })

  test.each(ofAdmins)('is refused at %s', async (key) => {
    expect((await requestOf(key, ana.token)).json()).toMatchObject({ code: 'forbidden' })
  })
})

describe('another student', () => {
  test("sees nothing of Ana's", async () => {
    for (const key of calls.filter((each) => each.startsWith('GET ') && contract[each].access === 'signedIn')) {
      const answer = await requestOf(key, ben.token)
      const text = answer.body
      if (key !== 'GET /api/leaderboard') expect(text).not.toContain(ana.userId)
      expect(text).not.toContain(ana.email)
      expect(text).not.toContain(anasModuleId)
      expect(text).not.toContain(anasSessionId)
      expect(text).not.toContain(anasExamId)
      expect(text).not.toContain(anasSittingId)
      expect(text).not.toContain(anasRequestId)
    }
  })

  test("cannot see, answer, or end Ana's session", async () => {
    const notThere = { code: 'sessionNotFound' }
    expect((await requestOf('GET /api/study-sessions/{id}', ben.token)).json()).toMatchObject(notThere)
    expect((await requestOf('POST /api/study-sessions/{id}/complete', ben.token)).json()).toMatchObject(notThere)
    const body = { answer: null, selectedAnswer: anasAnswer, studySessionId: anasSessionId }
    const params = { id: anasQuestionId }
    expect((await backend.send('POST /api/questions/{id}/answer', { token: ben.token, params, body })).json()).toMatchObject(notThere)
  })

  test("does not see Ana's exam", async () => {
    const ofExams = calls.filter((key) => key.startsWith('GET ') && key.includes('{examId}'))
    expect(ofExams.length).toBeGreaterThan(0)
    for (const key of ofExams) expect((await requestOf(key, ben.token)).json(), key).toMatchObject({ code: 'examNotFound' })
  })

  test("cannot change Ana's modules", async () => {
    expect((await requestOf('PATCH /api/user/modules/{id}', ben.token)).json()).toMatchObject({ code: 'moduleNotFound' })
    const modules = await backend.send('GET /api/user/modules/all', { token: ana.token })
    expect(modules.json()).toMatchObject([{ id: anasModuleId, isActive: true }])
  })

  test('sees a question only once it was given to them, and its answer only after answering it', async () => {
    await requestOf('POST /api/questions/{id}/answer', ana.token)
    const asAna = (await requestOf('GET /api/questions/{id}', ana.token)).json()
    expect(asAna.answer.question.correctAnswer).toBeTypeOf('string')
    const cleo = await backend.signedIn()
    expect((await requestOf('GET /api/questions/{id}', cleo.token)).json()).toMatchObject({ code: 'questionNotFound' })
    await backend.give(cleo.userId, [anasQuestionId])
    const asCleo = await requestOf('GET /api/questions/{id}', cleo.token)
    expect(asCleo.json()).toMatchObject({ id: anasQuestionId, answer: null })
    for (const secret of ['correctAnswer', 'explanation', 'rationale', 'isCorrect', asAna.answer.question.explanation])
      expect(asCleo.body).not.toContain(secret)
  })
})

test('an administrator may make every call', async () => {
  for (const key of calls.filter((each) => !ends.includes(each)))
    expect([401, 403], key).not.toContain((await requestOf(key, admin.token)).statusCode)
})

test('calls that are not in the contract do not exist', async () => {
  for (const app of [backend.commandApi, backend.readApi]) {
    for (const [method, url] of [
      ['GET', '/api/nothing'],
      ['DELETE', '/api/user/modules'],
      ['DELETE', '/api/admin/students'],
      ['PUT', '/'],
    ] as const) {
      const answer = await app.inject({ method, url })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({ message: 'Nothing was found at this address.', code: 'routeNotFound' })
    }
  }
})
