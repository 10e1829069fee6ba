import { addDays } from '@medicready/domain/core/shown/calendar'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import { rowsIn } from '@medicready/projector/testing/read-tables'
import { beforeEach, expect, test, vi } from 'vitest'
import { ownBackend, type SignedIn } from './backend.ts'

const WAIT = { timeout: 60_000 }
const HOUR = 3_600_000
const DAY = 24 * HOUR
const reacting = ['daily-emails', 'triggered-daily-emails']

/** Whether the mail server accepts sign-ins. */
let isDown = false

const backend = await ownBackend({ reacting, answersMail: (step) => (isDown && step === 'MAIL FROM' ? 421 : null) })
/** Each test begins at noon of a day of its own: none meets a midnight that it does not ask for. */
beforeEach(() => {
  const now = Date.parse(backend.clock())
  backend.pass(Date.parse(`${addDays(backend.clock().slice(0, 10), 1)}T12:00:00.000Z`) - now)
})

const set = ({ token }: SignedIn, body: object) => backend.done('PATCH /api/user/settings', { token, body })
async function subscriber(settings: object = {}): Promise<SignedIn> {
  const person = await backend.signedIn()
  await set(person, { dailyEmailEnabled: true, dailyEmailTime: '13:00', ...settings })
  return person
}
const sent = (person: SignedIn, times = 1) =>
  vi.waitFor(async () => expect(await backend.factsOf('DailyEmailSent', person)).toHaveLength(times), WAIT)
const runJob = () => backend.runJob('daily-emails')
const unsubscribe = (token: string, body = 'List-Unsubscribe=One-Click') =>
  backend.send('POST /api/unsubscribe', { query: { token }, body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })

test("it comes once a day at the chosen time, with the day's questions, and one click unsubscribes without a session", async () => {
  const ana = await subscriber()
  const [question] = await rowsIn(backend.sql, questions).questions.where()
  await backend.give(ana.userId, [question?.id ?? ''])
  expect(await runJob()).toEqual({ due: 0 })
  backend.pass(HOUR)
  expect(await runJob()).toEqual({ due: 1 })
  expect(await runJob()).toEqual({ due: 0 })
  await sent(ana)

  const [due] = await backend.factsOf('DailyEmailDue', ana)
  const [mail] = backend.lettersTo(ana)
  const message = mail?.text ?? ''
  expect(mail?.messageId).toBe(`dailyEmail.${due?.id}@localhost`)
  expect(message).toContain('Subject: 1 question waits for you today')
  expect(message).toContain('- Trauma: 1 question')
  expect(message).toContain('You asked for a daily email at 1:00 PM.')
  expect(message).toContain('1 Main Street, Denver, CO 80202')
  expect(message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const token = /List-Unsubscribe:\s*<http:\/\/localhost:3000\/api\/unsubscribe\?token=([\w-]+)>/.exec(message)?.[1] ?? ''
  expect(message).toContain(`http://localhost:3000/unsubscribe?token=${token}`)
  await vi.waitFor(async () => {
    const rows = await rowsIn(backend.sql, studyDays).daily_questions.where({ user_id: ana.userId })
    expect(rows).toMatchObject([{ email_sent: true, email_sent_at: expect.any(String) }])
  }, WAIT)

  // Following the link, and a scanner of mails that opens every address, change nothing.
  const opened = await backend.commandApi.inject(`/api/unsubscribe?token=${token}`)
  expect([opened.statusCode, opened.headers.location]).toEqual([302, `/unsubscribe?token=${token}`])
  expect(await backend.factsOf('SettingsChanged', ana)).toHaveLength(1)
  for (const wrong of ['x', `A${token.slice(1)}A`, `${token.slice(0, -2)}xx`]) expect((await unsubscribe(wrong)).statusCode).toBe(400)
  for (const _twice of [1, 2]) expect((await unsubscribe(token)).json()).toEqual({ mail: 'dailyEmail' })
  expect(await backend.factsOf('SettingsChanged', ana)).toMatchObject([{}, { data: { dailyEmailEnabled: false, dailyEmailTime: '13:00' } }])
  backend.pass(DAY)
  expect(await runJob()).toEqual({ due: 0 })
  expect(backend.lettersTo(ana)).toHaveLength(1)
})

test('a mail server that refuses connections delays it; what is still unsent the next day is dropped, and that day has its own', async () => {
  const [ana, ben] = [await subscriber(), await subscriber({ dailyEmailTime: '23:30' })]
  isDown = true
  backend.pass(HOUR)
  expect(await runJob()).toEqual({ due: 1 })
  await backend.restartWorker(reacting)
  isDown = false
  await sent(ana)
  expect(backend.lettersTo(ana)).toHaveLength(1)

  isDown = true
  backend.pass(10.6 * HOUR)
  expect(await runJob()).toEqual({ due: 1 })
  backend.pass(HOUR)
  isDown = false
  await vi.waitFor(
    async () => expect(await backend.factsOf('DailyEmailDropped', ben)).toMatchObject([{ data: { reason: 'dayOver' } }]),
    WAIT,
  )
  expect(backend.lettersTo(ben)).toEqual([])
  backend.pass(23 * HOUR)
  expect(await runJob()).toEqual({ due: 2 })
  await sent(ben)
  for (const person of [ana, ben]) await set(person, { dailyEmailEnabled: false })
})

test('a worker that reads everything again, or the same event several times at once, sends nothing twice', async () => {
  const ana = await subscriber()
  backend.pass(HOUR)
  await runJob()
  await sent(ana)
  await backend.restartWorker(reacting, { fromTheBeginning: true })
  const marker = await subscriber({ dailyEmailTime: '13:30' })
  backend.pass(HOUR)
  expect(await runJob()).toEqual({ due: 1 })
  await sent(marker)
  const [due] = await backend.factsOf('DailyEmailDue', ana)
  if (due) await Promise.all([1, 2, 3].map(() => backend.deliver('daily-emails', due)))
  expect(backend.lettersTo(ana)).toHaveLength(1)
  for (const person of [ana, marker]) await set(person, { dailyEmailEnabled: false })
})

test('an email that is turned off or moved to later before it is sent does not go out; a moved one comes at its new time', async () => {
  const [ana, ben] = [await subscriber(), await subscriber()]
  await backend.restartWorker([])
  backend.pass(HOUR)
  expect(await runJob()).toEqual({ due: 2 })
  await set(ana, { dailyEmailEnabled: false })
  await set(ben, { dailyEmailTime: '18:00' })
  await backend.restartWorker(reacting)
  await vi.waitFor(async () => {
    expect(await backend.factsOf('DailyEmailDropped', ana)).toMatchObject([{ data: { reason: 'switchedOff' } }])
    expect(await backend.factsOf('DailyEmailDropped', ben)).toMatchObject([{ data: { reason: 'moved' } }])
  }, WAIT)
  expect(await runJob()).toEqual({ due: 0 })
  backend.pass(5 * HOUR)
  expect(await runJob()).toEqual({ due: 1 })
  await sent(ben)
  expect([backend.lettersTo(ana).length, backend.lettersTo(ben).length]).toEqual([0, 1])
  await set(ben, { dailyEmailEnabled: false })
})

test("an administrator sends today's emails at once: no one gets two, and no one without questions today gets one", async () => {
  const admin = await backend.signedIn('admin')
  const [had, later, tomorrow] = [
    await subscriber({ dailyEmailTime: '12:30' }),
    await subscriber({ dailyEmailTime: '22:00' }),
    await subscriber({ dailyEmailTime: '11:00' }),
  ]
  const off = await backend.signedIn()
  backend.pass(HOUR)
  expect(await runJob()).toEqual({ due: 1 })
  await sent(had)
  const trigger = ({ token }: SignedIn) => backend.send('POST /api/admin/trigger-daily-emails', { token })
  expect((await trigger(off)).statusCode).toBe(403)
  for (const _twice of [1, 2]) {
    const answer = await trigger(admin)
    expect([answer.statusCode, answer.json()]).toEqual([202, { message: 'Daily emails have been triggered successfully!' }])
  }
  await sent(later)
  await backend.reacted()
  backend.pass(9 * HOUR)
  expect(await runJob()).toEqual({ due: 0 })
  await backend.settled()
  expect([had, later, tomorrow, off].map((person) => backend.lettersTo(person).length)).toEqual([1, 1, 0, 0])
  const audited = await backend.done('GET /api/admin/audit', { token: admin.token })
  expect(audited.filter(({ type }) => type === 'DailyEmailsTriggered')).toHaveLength(2)
})

test('rebuilt read models have the same rows', async () => {
  expect(await backend.rebuildAll()).toEqual([])
})
