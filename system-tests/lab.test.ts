import { type CallKey, contract } from '@medicready/domain/contract/contract'
import type { CountedFact } from '@medicready/domain/contract/lab/facts'
import { everyFact } from '@medicready/platform/testing/event-log'
import { patience } from '@medicready/platform/testing/patience'
import { expect, test, vi } from 'vitest'
import { ownBackend } from './backend.ts'

const backend = await ownBackend()
const name = { firstName: 'Quirina', lastName: 'Zwetkow' }
const learner = await backend.signedIn('student', name)
const analyst = await backend.signedIn('analyst')

test('an analyst sees each type of fact with its meaning, and as many as are in the log', async () => {
  await backend.send('POST /api/user/modules', { token: learner.token, body: { module: 'Trauma' } })
  await vi.waitFor(async () => {
    const facts = (await backend.send('GET /api/analyst/facts', { token: analyst.token })).json() as CountedFact[]
    const log = Map.groupBy(await everyFact(backend.eventStore), ({ type }) => type)
    expect(Object.fromEntries(facts.filter(({ count }) => count > 0).map(({ type, count }) => [type, count]))).toEqual(
      Object.fromEntries([...log].map(([type, { length }]) => [type, length])),
    )
    const selected = log.get('ModuleSelected')?.map(({ metadata }) => metadata.occurredAt) ?? []
    expect(facts.find(({ type }) => type === 'ModuleSelected')).toMatchObject({
      room: 'study',
      meaning: expect.stringContaining('module'),
      firstAt: selected.at(0),
      lastAt: selected.at(-1),
    })
    expect(facts.find(({ type }) => type === 'ExamCompleted')).toMatchObject({ count: 0, firstAt: null, lastAt: null })
  }, patience)
})

test('a search looks at types, meanings, and fields', async () => {
  const found = async (search: string) => {
    const at = `/api/analyst/facts?${new URLSearchParams({ search })}`
    return ((await backend.send('GET /api/analyst/facts', { token: analyst.token, at })).json() as CountedFact[]).map(({ type }) => type)
  }
  expect(await found('flaggedForReview CONFIDENCE')).toEqual(['AnswerSubmitted'])
  expect(await found('flaggedForReview zebra')).toEqual([])
})

test('a type has its fields, with what is sealed, and the shapes of their values', async () => {
  const inFull = (type: string) => backend.send('GET /api/analyst/facts/{type}', { token: analyst.token, params: { type } })
  const { fields } = (await inFull('AccountRegistered')).json()
  expect(fields).toContainEqual(expect.objectContaining({ path: 'email', type: 'text or null', isSealed: true }))
  expect((await inFull('QuestionAdded')).json()).toMatchObject({
    count: expect.any(Number),
    readModels: expect.arrayContaining(['questions/questions']),
    shapes: expect.arrayContaining([expect.objectContaining({ name: 'Item' }), expect.objectContaining({ name: 'moduleNames' })]),
  })
  expect((await inFull('NothingHappened')).statusCode).toBe(404)
})

const ofAnalysts = (Object.keys(contract) as CallKey[]).filter((key) => contract[key].access === 'analyzeData')

test.each(ofAnalysts)('%s names no one', async (key) => {
  const { statusCode, body } = await backend.sendExample(key, {}, analyst.token)
  expect(statusCode).toBeLessThan(400)
  for (const personal of [learner.email, name.firstName, name.lastName, analyst.email]) expect(body).not.toContain(personal)
})
