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
    const { facts } = (await backend.send('GET /api/analyst/facts', { token: analyst.token })).json() as { facts: CountedFact[] }
    const log = Map.groupBy(await everyFact(backend.eventStore), ({ type }) => type)
    expect(Object.fromEntries(facts.filter(({ count }) => count > 0).map(({ type, count }) => [type, count]))).toEqual(
      Object.fromEntries([...log].map(([type, { length }]) => [type, length])),
    )
    const selected = log.get('ModuleSelected')?.map(({ metadata }) => metadata.occurredAt) ?? []
    expect(facts.find(({ type }) => type === 'ModuleSelected')).toMatchObject({
      room: 'study',
      meaning: expect.stringContaining('module'),
      readModels: expect.arrayContaining(['study/user-modules']),
      firstAt: selected.at(0),
      lastAt: selected.at(-1),
    })
    expect(facts.find(({ type }) => type === 'ExamCompleted')).toMatchObject({ count: 0, firstAt: null, lastAt: null })
  }, patience)
})

const ofAnalysts = (Object.keys(contract) as CallKey[]).filter((key) => contract[key].access === 'analyzeData')

test.each(ofAnalysts)('%s names no one', async (key) => {
  const { statusCode, body } = await backend.sendExample(key, {}, analyst.token)
  expect(statusCode).toBeLessThan(400)
  for (const personal of [learner.email, name.firstName, name.lastName, analyst.email]) expect(body).not.toContain(personal)
})
