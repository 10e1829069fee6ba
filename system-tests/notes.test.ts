import type { Note } from '@medicready/domain/contract/questions/notes'
import { noteAggregate, noteId } from '@medicready/domain/questions/note'
import { rawLog } from '@medicready/platform/testing/raw-events'
import { expect, test } from 'vitest'
import { ownBackend, type SignedIn } from './backend.ts'

/** Private notes on questions, from the one who writes them to the log and back. */

const backend = await ownBackend()
const [ana, ben] = [await backend.signedIn(), await backend.signedIn()]
const [mine, others] = (await backend.factsOf('QuestionAdded')).map(({ data }) => data.questionId)
await backend.give(ana.userId, [mine ?? ''])
await backend.give(ben.userId, [mine ?? '', others ?? ''])

const read = (person: SignedIn, id = mine) => backend.send('GET /api/questions/{id}/note', { token: person.token, params: { id } })
const write = (person: SignedIn, text: string, version: number, { id = mine, headers = {} } = {}) =>
  backend.send('PUT /api/questions/{id}/note', { token: person.token, params: { id }, body: { text, version }, headers })
const remove = (person: SignedIn, version: number, headers: Record<string, string> = {}) =>
  backend.send('DELETE /api/questions/{id}/note', {
    token: person.token,
    params: { id: mine },
    query: { version: String(version) },
    headers,
  })

test('a note is written, changed and deleted, and is read by its writer alone', async () => {
  expect((await read(ana)).json()).toEqual({ text: null, version: 0 })
  expect((await write(ana, 'TXA within\nthree hours', 0)).json()).toEqual({ text: 'TXA within\nthree hours', version: 1 })
  expect((await read(ana)).json()).toEqual({ text: 'TXA within\nthree hours', version: 1 })
  expect((await read(ben)).json()).toEqual({ text: null, version: 0 })
  expect((await write(ana, 'TXA within 3 h', 1)).json<Note>().version).toBe(2)
  expect((await remove(ana, 2)).json()).toEqual({ text: null, version: 3 })
  expect((await read(ana)).json()).toEqual({ text: null, version: 3 })
})

test('of two windows, the outdated one is told so and overwrites nothing', async () => {
  const { version } = (await read(ana)).json<Note>()
  expect((await write(ana, 'from one window', version)).statusCode).toBe(200)
  const late = await write(ana, 'from the other', version)
  expect([late.statusCode, late.json().code]).toEqual([409, 'noteChanged'])
  expect((await remove(ana, version)).json().code).toBe('noteChanged')
  expect((await read(ana)).json()).toEqual({ text: 'from one window', version: version + 1 })
  // Sent once more, as after a lost answer, it is answered as it was, with its key and without.
  const headers = { 'idempotency-key': 'a-saving-of-hers' }
  const [first, again] = [await write(ana, 'once', version + 1, { headers }), await write(ana, 'once', version + 1, { headers })]
  expect(again.json()).toEqual(first.json())
  expect((await write(ana, 'once', version + 1)).json()).toEqual(first.json())
  // A repeated key with another version deletes that one, since the address is part of the command.
  const key = { 'idempotency-key': 'a-deletion-of-hers' }
  for (const _ of ['first', 'again']) expect((await remove(ana, version + 2, key)).json()).toEqual({ text: null, version: version + 3 })
  expect((await write(ana, 'anew', version + 3)).statusCode).toBe(200)
  expect((await remove(ana, version + 4, key)).json()).toEqual({ text: null, version: version + 5 })
})

test('people can only write notes on questions they were given, of up to 2,000 characters', async () => {
  expect((await read(ana, others)).json().code).toBe('questionNotFound')
  expect((await write(ana, 'mine?', 0, { id: others })).json().code).toBe('questionNotFound')
  const { version } = (await read(ben)).json<Note>()
  expect((await write(ben, 'x'.repeat(2001), version)).statusCode).toBe(400)
  expect((await write(ben, ' \n ', version)).statusCode).toBe(400)
  expect((await write(ben, 'x'.repeat(2000), version)).statusCode).toBe(200)
})

test('the log keeps the text sealed', async () => {
  await write(ben, 'Zebrawood splint', 1)
  const { state } = await backend.deps.commands.load(noteAggregate, noteId(ben.userId, mine ?? ''))
  expect(state.text).toBe('Zebrawood splint')
  expect(await rawLog(backend.environment.EVENTSTORE_URL)).not.toContain('Zebrawood')
})
