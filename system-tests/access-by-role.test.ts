import type { UserRole } from '@medicready/domain/accounts/shown/rules'
import { type CallKey, contract } from '@medicready/domain/contract/contract'
import type { ErrorCode } from '@medicready/domain/refusals/shown/errors'
import { everyFact } from '@medicready/platform/testing/event-log'
import { patience } from '@medicready/platform/testing/patience'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Backend, pathFor, startBackend } from './backend.ts'

/**
 * The access walk: every call of the contract in every role, with the product on this machine and where
 * people reach it.
 */

const withSecondFactor = [
  'educator with a second factor',
  'tutor with a second factor',
  'analyst with a second factor',
  'admin with a second factor',
] as const
const people = ['visitor', 'student', 'educator', 'tutor', 'analyst', 'admin', ...withSecondFactor] as const
type SignedIn = (typeof people)[number]
type Refusal = Extract<ErrorCode, 'notSignedIn' | 'forbidden' | 'secondFactorRequired'>

/** Whom a call of each access refuses, and how: written out, so that a change of the rights is a change here. */
const forbiddenTo = (...others: SignedIn[]): Partial<Record<SignedIn, Refusal>> => ({
  visitor: 'notSignedIn',
  ...Object.fromEntries(others.map((person) => [person, 'forbidden'])),
})
const [educators, tutors, analysts] = [
  ['educator', 'educator with a second factor'],
  ['tutor', 'tutor with a second factor'],
  ['analyst', 'analyst with a second factor'],
] as const
const refusals: Record<(typeof contract)[CallKey]['access'] | 'giveTutoring', Partial<Record<SignedIn, Refusal>>> = {
  visitor: {},
  signedIn: forbiddenTo(),
  reviewQuestions: forbiddenTo('student', ...tutors, ...analysts),
  giveTutoring: forbiddenTo('student', ...educators, ...analysts),
  analyzeData: forbiddenTo('student', ...educators, ...tutors),
  runBusiness: forbiddenTo('student', ...educators, ...tutors, ...analysts),
}
const refusalWords: readonly string[] = ['notSignedIn', 'forbidden', 'secondFactorRequired'] satisfies Refusal[]

/** What would end the session that the walk is made with. */
const ends: readonly CallKey[] = ['POST /api/auth/logout']
const calls = (Object.keys(contract) as CallKey[]).filter((key) => !ends.includes(key))

describe.each([
  ['on this machine', 'http://localhost:3000'],
  ['where people reach it', 'https://medicready.example'],
])('%s', (_, publicUrl) => {
  let backend: Backend
  const tokens = new Map<SignedIn, string>()
  let questionId: string

  beforeAll(async () => {
    backend = await startBackend({ publicUrl })
    const roles: [SignedIn, UserRole][] = [
      ['student', 'student'],
      ['educator', 'educator'],
      ['tutor', 'tutor'],
      ['analyst', 'analyst'],
      ['admin', 'admin'],
      ['educator with a second factor', 'educator'],
      ['tutor with a second factor', 'tutor'],
      ['analyst with a second factor', 'analyst'],
      ['admin with a second factor', 'admin'],
    ]
    for (const [person, role] of roles) {
      const { token, userId } = await backend.signedIn(role)
      tokens.set(person, token)
      if (!person.endsWith('with a second factor')) continue
      await backend.proveSecondFactor(userId)
      const isProven = async () => (await ask(person, 'GET /api/auth/user')).json().secondFactorRequired
      await vi.waitFor(async () => expect(await isProven()).toBe(false), patience)
    }
    const added = (await everyFact(backend.eventStore)).find(({ type }) => type === 'QuestionAdded')
    questionId = added?.type === 'QuestionAdded' ? added.data.questionId : ''
  })
  afterAll(() => backend.close())

  /** Makes a call without sense, which does nothing where it is allowed: who calls is checked before what is said. */
  function ask(person: SignedIn, key: CallKey, path = pathFor(key)) {
    const token = tokens.get(person)
    return backend.send(key, { at: path, ...(token && { token }), ...('body' in contract[key] && { body: { nonsense: true } }) })
  }

  const refusalOf = (person: SignedIn, { access }: (typeof contract)[CallKey]): Refusal | null => {
    const refusal = refusals[access][person] ?? null
    const needsRight = access !== 'visitor' && access !== 'signedIn'
    const isByPassword = ['educator', 'tutor', 'analyst', 'admin'].includes(person)
    return refusal === null && isByPassword && needsRight && publicUrl.startsWith('https:') ? 'secondFactorRequired' : refusal
  }

  test.each(calls)('%s', async (key) => {
    for (const person of people) {
      const answer = await ask(person, key)
      const expected = refusalOf(person, contract[key])
      if (expected) {
        expect(answer.json().code, person).toBe(expected)
        expect(answer.statusCode, person).toBe(expected === 'notSignedIn' ? 401 : 403)
      } else if (answer.statusCode >= 400) expect(refusalWords, person).not.toContain(answer.json().code)
    }
  })

  test('only reviewers see a question that they were not given', async () => {
    const statuses: Partial<Record<SignedIn, number>> = {}
    for (const person of people)
      statuses[person] = (await ask(person, 'GET /api/questions/{id}', `/api/questions/${questionId}`)).statusCode
    expect(statuses).toEqual({
      visitor: 401,
      student: 404,
      educator: publicUrl.startsWith('https:') ? 404 : 200,
      tutor: 404,
      analyst: 404,
      admin: publicUrl.startsWith('https:') ? 404 : 200,
      'educator with a second factor': 200,
      'tutor with a second factor': 404,
      'analyst with a second factor': 404,
      'admin with a second factor': 200,
    })
  })
})
