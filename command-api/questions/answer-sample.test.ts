import { AnswerResult } from '@medicready/domain/contract/questions/questions'
import { keyOf } from '@medicready/domain/questions/content/item'
import { questionAggregate, retireQuestion } from '@medicready/domain/questions/question'
import { sampleNames } from '@medicready/domain/questions/samples'
import { everyFact } from '@medicready/platform/testing/event-log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownContext } from '../command-context.ts'
import { dependenciesOver } from '../dependencies.ts'
import { startTestCommandApi, type TestCommandApi } from '../testing/test-command-api.ts'
import { bankDirectory, loadBank, questionIdOf, readBank } from './load-bank.ts'

const bank = await readBank(bankDirectory)
const [adenosine, , tourniquet] = sampleNames.flatMap((name) => bank.filter(({ id }) => id === name))
const other = bank.find(({ id, item }) => !sampleNames.some((name) => name === id) && item.kind === 'multiple_choice')
if (!adenosine || !tourniquet || !other) throw new Error('The bank lacks what this tests.')
const loaded = bank.filter(({ id }) => id === other.id || sampleNames.some((name) => name === id))

const LIMIT = 20
let api: TestCommandApi

beforeAll(async () => {
  api = await startTestCommandApi({ attemptLimits: { perNetwork: LIMIT, overall: 10_000 } })
  await loadBank(
    { commands: dependenciesOver(api).commands, sql: api.sql },
    loaded,
    ownContext('test', () => api.clock.now),
  )
})
afterAll(() => api.close())

const answer = (name: string, payload: object, remoteAddress = '203.0.113.1') =>
  api.app.inject({ method: 'POST', url: `/api/samples/${questionIdOf(name)}/answer`, payload, remoteAddress })

test.each(sampleNames)('marks %s for a visitor, explains it with its sources, and stores nothing', async (name) => {
  const before = await api.eventStore.head()
  const item = bank.find(({ id }) => id === name)?.item
  if (!item) throw new Error(`No ${name}`)
  const right = await answer(name, { version: 1, answer: keyOf(item) })
  const { isCorrect, question } = AnswerResult.parse(right.json())
  expect(isCorrect).toBe(true)
  expect(question.explanation).toMatch(/\S/)
  expect(question.references.length).toBeGreaterThan(0)
  expect(question.rationales.length).toBeGreaterThan(0)
  expect(right.headers).not.toHaveProperty('set-cookie')
  expect(right.headers).not.toHaveProperty('consistency-token')
  expect(await everyFact(api.eventStore, before)).toEqual([])
})

test('explains a wrong answer, and links to a picture that needs no account', async () => {
  const result = AnswerResult.parse((await answer(adenosine.id, { version: 1, answer: { kind: 'multiple_choice', option: 'a' } })).json())
  expect(result).toMatchObject({ isCorrect: false, selectedAnswer: 'Adenosine 6 mg rapid IV push' })
  expect(result.question.picture?.imageUrl).toMatch(/^\/api\/samples\/pictures\//)
})

test('marks no other question, so that the bank cannot be queried for its answers', async () => {
  const refused = await answer(other.id, { version: 1, answer: keyOf(other.item) })
  expect([refused.statusCode, refused.json().code]).toEqual([404, 'questionNotFound'])
})

test.each([
  ['no such version', { version: 2, answer: { kind: 'multiple_choice', option: 'a' } }, 404, 'questionNotFound'],
  ['no such option', { version: 1, answer: { kind: 'multiple_choice', option: 'x' } }, 400, 'answerNotAChoice'],
  ['an answer of another kind', { version: 1, answer: { kind: 'build_list', order: ['a'] } }, 400, 'answerNotAChoice'],
  ['no answer', { version: 1 }, 400, 'answerRequired'],
])('refuses %s', async (_what, payload, status, code) => {
  const refused = await answer(adenosine.id, payload)
  expect([refused.statusCode, refused.json().code]).toEqual([status, code])
})

test('no longer marks a retired sample', async () => {
  const { commands } = dependenciesOver(api)
  const context = ownContext('test', () => api.clock.now)
  await commands.execute(questionAggregate, questionIdOf(tourniquet.id), retireQuestion({ reason: 'Only for a test' }), context)
  const refused = await answer(tourniquet.id, { version: 1, answer: keyOf(tourniquet.item) })
  expect(refused.json().code).toBe('questionNotFound')
})

test('limits answers per network and hour, and does not block other networks', async () => {
  const payload = { version: 1, answer: { kind: 'multiple_choice', option: 'a' } }
  for (let answered = 0; answered < LIMIT; answered++) expect((await answer(adenosine.id, payload, '198.51.100.7')).statusCode).toBe(200)
  const refused = await answer(adenosine.id, payload, '198.51.100.8')
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'tooManyRequests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await answer(adenosine.id, payload, '192.0.2.1')).statusCode).toBe(200)
})
