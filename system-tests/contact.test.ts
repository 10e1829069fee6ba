import type { CallKey } from '@medicready/domain/contract/contract'
import { everyRow, holds } from '@medicready/platform/testing/everything'
import { rawLog } from '@medicready/platform/testing/raw-events'
import { expect, test, vi } from 'vitest'
import { ownBackend } from './backend.ts'

/** What someone writes to the Admin Team, from the form to the end of it. */

const WAIT = { timeout: 60_000 }
const reacting = ['contact-acknowledgements', 'closed-contacts', 'erasures']
const HOUR = 3_600_000

const backend = await ownBackend({ reacting })
const admin = await backend.signedIn('admin')
const ana = await backend.signedIn()

const written = { kind: 'privacy', name: 'Wilhelmina Featherstone', email: 'wilhelmina@example.org', message: 'What do you know of me?' }
let keys = 0
const write = (body: object, token?: string, key = `contact-test-${keys++}`, from: Record<string, string> = {}) =>
  backend.send('POST /api/contact', { ...(token && { token }), body, headers: { 'idempotency-key': key, ...from } })
const listed = (status: 'open' | 'answered') => backend.done('GET /api/admin/contact-requests', { token: admin.token, query: { status } })
const answer = (id: string, promise: number) =>
  backend.send('POST /api/admin/contact-requests/{id}/answer' satisfies CallKey, {
    token: admin.token,
    params: { id },
    body: { promise, note: 'Told her by mail.' },
  })
const mailsTo = (email: string) => backend.lettersTo({ email })
/** What the administrator has got when so much more time is over. */
async function digests(milliseconds = HOUR) {
  backend.pass(milliseconds)
  await backend.runJob('contact-digests')
  return mailsTo(admin.email)
}
/** Whether anything that is kept holds the words. */
const isKept = async (words: string) => [...(await everyRow(backend.ownerSql)).values()].some((text) => holds(text, words))

test("a visitor's message is mailed and listed once, and its text is deleted when it is closed", async () => {
  const sent = await write(written, undefined, 'the-same-key')
  expect(sent.statusCode).toBe(201)
  const { id, owed, isAcknowledged } = sent.json()
  expect(owed.map(({ what }: { what: string }) => what)).toEqual(['a confirmation', 'an answer'])
  expect(isAcknowledged).toBe(true)
  expect((await write(written, undefined, 'the-same-key')).json()).toEqual({ id, owed, isAcknowledged })
  expect(await listed('open')).toMatchObject([
    { id, userId: null, kept: 0, dueAt: owed[0].by, name: written.name, message: written.message },
  ])
  await vi.waitFor(() => expect(mailsTo(written.email)).toHaveLength(1), WAIT)
  expect(await digests()).toHaveLength(1)
  expect(mailsTo(written.email)[0]?.messageId).toBe(`contact.${id}@localhost`)
  // The address is not verified, and mails are not erased.
  for (const { message } of backend.mails.taken) expect(message).not.toContain(written.name.split(' ')[0])
  expect(await backend.factsOf('ContactRequested')).toHaveLength(1)
  for (const words of Object.values(written).slice(1)) expect(holds(await rawLog(backend.environment.EVENTSTORE_URL), words)).toBe(false)

  expect((await answer(id, 0)).json()).toEqual({ id, isClosed: false })
  expect(await listed('open')).toMatchObject([{ id, kept: 1, dueAt: owed[1].by }])
  expect((await answer(id, 0)).json()).toMatchObject({ code: 'contactRequestAnswered' })
  expect((await answer(id, 1)).json()).toEqual({ id, isClosed: true })
  expect(await listed('open')).toEqual([])
  expect(await listed('answered')).toMatchObject([{ id, dueAt: null, name: '', email: '', message: '' }])
  expect(await isKept(written.message)).toBe(false)
  await vi.waitFor(async () => {
    const [fact] = await backend.factsOf('ContactRequested')
    expect(fact?.data).toMatchObject({ name: null, email: null, message: null })
  }, WAIT)
})

test('reactions that read the log again send nothing twice', async () => {
  const before = backend.mails.taken.length
  await backend.restartWorker(reacting, { fromTheBeginning: true })
  await backend.reacted()
  expect(backend.mails.taken.length).toBe(before)
})

test('administrators get one email an hour, however many people write, and a network can send ten messages', async () => {
  const flood = []
  for (let n = 0; n < 45; n++) {
    const from = { 'x-forwarded-for': `203.0.${n % 4}.7` }
    flood.push(
      write({ ...written, kind: n === 20 ? 'copyright' : 'question', email: `flood.${n}@example.org` }, undefined, undefined, from),
    )
  }
  const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 201)).toHaveLength(40)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  const before = (await digests(0)).length
  const [digest, ...others] = (await digests()).slice(before)
  expect(others).toEqual([])
  const words = digest?.message.replaceAll('=\r\n', '') ?? ''
  expect(words).toContain('Subject: 40 messages to the Admin Team')
  expect(words).toMatch(/Copyright notice: 1 message, due: a decision/)
  expect(words).toMatch(/General question: 39 messages, first due: a first answer/)
  expect((await digests()).slice(before)).toHaveLength(1)
  for (const { id } of await listed('open')) await answer(id, 0)
})

test('what is due first is listed first', async () => {
  for (const kind of ['license', 'privacy', 'copyright', 'affiliate'])
    expect((await write({ ...written, kind }, ana.token)).statusCode).toBe(201)
  const open = await listed('open')
  expect(open.map(({ dueAt }) => dueAt)).toEqual(open.map(({ dueAt }) => dueAt).sort())
  expect(open.map(({ kind }) => kind).at(-1)).toBe('privacy')
  expect(open.every(({ userId }) => userId === ana.userId)).toBe(true)
})

test('an account can send five messages an hour, and an address gets five emails a day', async () => {
  expect((await write({ ...written, kind: 'question' }, ana.token)).statusCode).toBe(201)
  expect((await write({ ...written, kind: 'question' }, ana.token)).json()).toMatchObject({ code: 'tooManyRequests' })
  const other = { ...written, email: 'other@example.org' }
  expect((await write(other)).json()).toMatchObject({ isAcknowledged: true })
  expect((await write(other)).json()).toMatchObject({ isAcknowledged: false })
})

test('the hidden field must be empty, and incomplete messages are rejected', async () => {
  const before = (await backend.factsOf('ContactRequested')).length
  for (const wrong of [{ website: 'http://example.com' }, { message: ' ' }, { email: 'none' }, { kind: 'other' }, { name: '' }])
    expect((await write({ ...written, ...wrong })).statusCode).toBe(400)
  expect((await backend.factsOf('ContactRequested')).length).toBe(before)
})

test('erasing an account erases its messages', async () => {
  const words = 'my uncle Archibald said so'
  const ben = await backend.signedIn()
  expect((await write({ ...written, message: words }, ben.token)).statusCode).toBe(201)
  await listed('open')
  expect(await isKept(words)).toBe(true)
  const erasing = { email: ben.email, reason: 'Asked by letter.' }
  const erased = await backend.send('POST /api/admin/students/{id}/erase', {
    token: admin.token,
    params: { id: ben.userId },
    body: erasing,
  })
  expect(erased.statusCode).toBe(200)
  expect((await listed('open')).some(({ message }) => message === words)).toBe(false)
  expect(await isKept(words)).toBe(false)
})
