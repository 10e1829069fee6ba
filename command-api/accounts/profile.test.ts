import { everyFact } from '@medicready/platform/testing/event-log'
import { rawLog } from '@medicready/platform/testing/raw-events'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownContext } from '../command-context.ts'
import { dependenciesOver } from '../dependencies.ts'
import { startTestCommandApi, type TestCommandApi } from '../testing/test-command-api.ts'
import { ensureAdministrator } from './change-role.ts'

let api: TestCommandApi
beforeAll(async () => {
  api = await startTestCommandApi()
})
beforeEach(() => {
  api.clock.now = '2026-03-01T12:00:00.000Z'
})
afterAll(() => api.close())

async function person() {
  const credentials = { email: `${uuidV4()}@example.com`, password: 'correct horse' }
  const context = ownContext('test', () => api.clock.now)
  const { userId } = await ensureAdministrator(dependenciesOver(api), credentials, context)
  const { token } = (await api.app.inject({ method: 'POST', url: '/api/auth/login', payload: credentials })).json()
  const patch = (what: 'profile' | 'settings' | 'reminders', payload: object, headers: Record<string, string> = {}) =>
    api.app.inject({ method: 'PATCH', url: `/api/user/${what}`, payload, headers: { authorization: `Bearer ${token}`, ...headers } })
  const facts = async (type: string) =>
    (await everyFact(api.eventStore)).filter((fact) => fact.type === type && 'userId' in fact.data && fact.data.userId === userId)
  return { userId, patch, facts }
}

test("names and phone numbers are encrypted in the log with the person's key", async () => {
  const ana = await person()
  const profile = { firstName: 'Anneliese', lastName: "O'Quigley", phone: '+1 303 555 0177' }
  const background = { firstLanguage: 'haitian_creole', paramedicProgram: 'Ponderosa College' }
  const typed = { ...profile, ...background, firstName: '  Anneliese', lastName: 'O’Quigley', paramedicProgram: ' Ponderosa  College' }
  const answer = await ana.patch('profile', typed)
  expect([answer.statusCode, answer.json()]).toEqual([200, { ...profile, ...background }])
  expect(answer.headers['consistency-token']).toMatch(/^\d+$/)
  expect(await ana.facts('ProfileChanged')).toMatchObject([{ data: profile, metadata: { actorId: ana.userId } }])
  expect(await ana.facts('BackgroundTold')).toMatchObject([{ data: background }])
  const log = JSON.stringify(await rawLog(api.eventStoreUrl))
  for (const secret of Object.values({ ...profile, ...background })) expect(log).not.toContain(secret)

  // Without the field the number stays; null removes it.
  expect((await ana.patch('profile', { firstName: 'Ann', lastName: 'Quigley' })).json()).toMatchObject({ phone: profile.phone })
  expect((await ana.patch('profile', { firstName: 'Ann', lastName: 'Quigley', phone: null })).json()).toMatchObject({ phone: null })
})

test('an invalid profile is refused field by field', async () => {
  const ana = await person()
  const answer = await ana.patch('profile', { firstName: ' ', lastName: 'http://evil.example', phone: 'call me', paramedicProgram: ' ' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    code: 'invalidRequest',
    issues: [
      { path: 'firstName', message: 'First name is required' },
      { path: 'lastName', message: 'Please use only letters, spaces, apostrophes, hyphens, and periods' },
      { path: 'phone', message: 'Please enter a phone number, such as +1 303 555 0100' },
      { path: 'paramedicProgram', message: 'This field is required' },
    ],
  })
  expect(await ana.facts('ProfileChanged')).toEqual([])
})

test('settings can be changed separately or together, and the answer contains all current settings', async () => {
  const ana = await person()
  const asBefore = {
    showCorrectAnswers: true,
    dailyEmailEnabled: false,
    dailyEmailTime: '13:00',
    examDate: null,
    calmMode: false,
    showOnLeaderboard: true,
    timeZone: 'UTC',
    formerTimeZone: null,
    timeZoneChangedAt: null,
  }
  expect((await ana.patch('settings', { showCorrectAnswers: false })).json()).toEqual({ ...asBefore, showCorrectAnswers: false })
  const answer = await ana.patch('settings', { dailyEmailTime: '07:30', examDate: '2026-09-01', timeZone: 'America/Denver' })
  expect(answer.json()).toEqual({
    ...asBefore,
    showCorrectAnswers: false,
    dailyEmailTime: '07:30',
    examDate: '2026-09-01',
    calmMode: false,
    showOnLeaderboard: true,
    timeZone: 'America/Denver',
    formerTimeZone: 'UTC',
    timeZoneChangedAt: api.clock.now,
  })
})

test('two tabs can change different settings at the same time', async () => {
  const ana = await person()
  const changes = [{ showCorrectAnswers: false }, { dailyEmailEnabled: true }, { dailyEmailTime: '06:15' }, { examDate: '2026-06-01' }]
  const answers = await Promise.all(changes.map((change) => ana.patch('settings', change)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect((await ana.patch('settings', { showCorrectAnswers: false })).json()).toMatchObject(Object.assign({}, ...changes))
  expect(await ana.facts('SettingsChanged')).toHaveLength(changes.length)
})

test('a double click saves only once', async () => {
  const ana = await person()
  const headers = { 'idempotency-key': uuidV4() }
  const save = () => ana.patch('settings', { timeZone: 'America/Denver' }, headers)
  const [first, second] = await Promise.all([save(), save()])
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  expect(first.json()).toEqual(second.json())
  await Promise.all(['a', 'b'].map(() => ana.patch('profile', { firstName: 'Ana', lastName: 'Silva' })))
  expect(await ana.facts('SettingsChanged')).toHaveLength(1)
  expect(await ana.facts('ProfileChanged')).toHaveLength(1)
})

test('an invalid setting is refused with its own message, and nothing else in the request is saved', async () => {
  const ana = await person()
  expect((await ana.patch('settings', { timeZone: 'Asia/Tokyo' })).statusCode).toBe(200)
  const refused = async (settings: object) => {
    const answer = await ana.patch('settings', { showCorrectAnswers: false, ...settings })
    return [answer.statusCode, answer.json().code]
  }
  expect(await refused({ timeZone: 'UTC' })).toEqual([409, 'timeZoneChangedLately'])
  expect(await refused({ examDate: '2026-02-27' })).toEqual([400, 'examDateOutOfRange'])
  for (const settings of [
    { timeZone: 'Mars/Olympus' },
    { examDate: '2026-02-30' },
    { dailyEmailTime: '25:00' },
    { dailyEmailEnabled: 'yes' },
  ])
    expect(await refused(settings)).toEqual([400, 'invalidRequest'])
  for (const nothing of [{}, { theme: 'dark' }, { role: 'admin' }]) expect((await ana.patch('settings', nothing)).statusCode).toBe(400)
  expect(await ana.facts('SettingsChanged')).toHaveLength(1)
  expect(await ana.facts('RoleGranted')).toHaveLength(1)
})

test('reminders can be changed separately, and the answer contains all current ones', async () => {
  const ana = await person()
  const headers = { 'idempotency-key': uuidV4() }
  const first = { mail: { streak: true }, push: { reviews: false } }
  const holds = {
    mail: { streak: true, reviews: false, sessions: true },
    push: { dailyQuestions: true, streak: true, reviews: false, sessions: true },
    quietHours: { from: '22:00', until: '07:00' },
  }
  for (const _twice of [1, 2]) expect((await ana.patch('reminders', first, headers)).json()).toEqual(holds)
  expect((await ana.patch('reminders', { quietHours: null })).json()).toEqual({ ...holds, quietHours: null })
  expect(await ana.facts('RemindersChanged')).toHaveLength(2)

  for (const wrong of [{}, { quietHours: { from: '22:00', until: '22:00' } }, { quietHours: { from: '24:00', until: '07:00' } }])
    expect((await ana.patch('reminders', wrong)).statusCode).toBe(400)
  expect(await ana.facts('RemindersChanged')).toHaveLength(2)
})
