import { reactions } from '@medicready/command-api/processes'
import { type AccountEvent, accountAggregate } from '@medicready/domain/accounts/account'
import { createCode, discountCodeAggregate, redeemAtPayment, reserveCode } from '@medicready/domain/billing/discount-code'
import type { DataExport } from '@medicready/domain/contract/accounts/accounts'
import { type CallKey, contract } from '@medicready/domain/contract/contract'
import type { Question } from '@medicready/domain/contract/questions/questions'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { anyAnswerTo } from '@medicready/domain/questions/content/testing/answers'
import { readinessAggregate } from '@medicready/domain/readiness/readiness-facts'
import { passPredicted } from '@medicready/domain/readiness/testing/readiness-facts'
import { everyFact } from '@medicready/platform/testing/event-log'
import { everyRow, holds } from '@medicready/platform/testing/everything'
import { rawLog } from '@medicready/platform/testing/raw-events'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { readModelRows } from '@medicready/projector/testing/read-models'
import { rowsIn } from '@medicready/projector/testing/read-tables'
import { strFromU8, unzipSync } from 'fflate'
import { v4 as uuidV4 } from 'uuid'
import { beforeAll, expect, test, vi } from 'vitest'
import { type Backend, ownBackend, type SignedIn } from './backend.ts'
import { putExam } from './put-exam.ts'

/**
 * The life of one person in the product, from what they tell it to the day on which it knows nothing of them any more.
 */

const WAIT = { timeout: 60_000 }
const DAY = 24 * 3_600_000
const everyReaction = reactions.map(({ name }) => name)

/** What the mail server says to a mail; null takes it. */
let refusal: number | null = null
const backend = await ownBackend({ reacting: everyReaction, answersMail: (step) => (step === 'RCPT TO' ? refusal : null) })
let rosalind: SignedIn
let ben: SignedIn

const today = new Date().toISOString().slice(0, 10)
/** Personal data that must not be left once she is erased. */
const pieces = {
  email: 'rosalind.quillfeather@example.org',
  nextEmail: 'quillfeather.next@example.org',
  firstName: 'Rosalind',
  lastName: 'Quillfeather',
  phone: '+1 303 555 7788',
  paramedicProgram: 'Ponderosa Memorial College',
  examDate: addDays(today, 777),
  reason: '=HYPERLINK("http://evil.example") my aunt Philippa was treated otherwise',
  quizName: 'what cousin Philippine missed',
  note: '=HYPERLINK("http://evil.example") as cousin Leopoldine had it',
  factorName: 'her turquoise telephone',
  roleReason: 'she has asked Bartholomew for it',
  tutoringGoals: 'to make great-aunt Theodora proud',
  struggleArea: 'whatever uncle Ferdinand says of it',
  message: 'as great-uncle Sebastian wrote to you before',
}

const as = (person: SignedIn | null, key: CallKey, asked: Parameters<Backend['send']>[1] = {}) =>
  backend.send(key, { token: person?.token, ...asked })

beforeAll(async () => {
  ben = await backend.signedIn()
  const { firstName, lastName, email, phone, paramedicProgram, examDate, reason } = pieces
  rosalind = await backend.signedIn('student', { firstName, lastName }, email)
  await happens([{ type: 'RoleGranted', data: { userId: rosalind.userId, role: 'tutor', reason: pieces.roleReason } }])
  // Whose role has changed signs in again.
  await vi.waitFor(async () => expect((await as(rosalind, 'GET /api/auth/user')).statusCode).toBe(401), WAIT)
  rosalind = { ...rosalind, token: await backend.signInAgain(rosalind) }
  await as(rosalind, 'POST /api/user/modules', { body: { module: 'Trauma' } })
  await as(rosalind, 'PATCH /api/user/profile', { body: { firstName, lastName, phone, paramedicProgram } })
  await as(rosalind, 'PATCH /api/user/settings', { body: { examDate } })
  for (const person of [rosalind, ben]) await answersOne(person)
  const { id } = await question()
  const asked = await as(rosalind, 'POST /api/questions/{id}/request-review', {
    params: { id },
    body: { reason },
  })
  expect(asked.statusCode).toBe(200)
  const quiz = {
    filter: { modules: [], subTopics: [], difficulties: [], kinds: [], judgmentSteps: [], histories: [] },
    mode: 'tutor_mode',
    count: 5,
  }
  await backend.grant(rosalind.userId, 'basic')
  expect((await as(rosalind, 'POST /api/quizzes/presets', { body: { ...quiz, name: pieces.quizName } })).statusCode).toBe(200)
  const noted = await as(rosalind, 'PUT /api/questions/{id}/note', {
    params: { id },
    body: { text: pieces.note, version: 0 },
  })
  expect(noted.statusCode).toBe(200)
  const wish = {
    ...(contract['POST /api/tutoring-requests'].example.body as object),
    email,
    tutoringGoals: pieces.tutoringGoals,
    struggleAreas: [pieces.struggleArea],
  }
  expect((await as(rosalind, 'POST /api/tutoring-requests', { body: wish })).statusCode).toBe(201)
  const message = { kind: 'privacy', name: `${firstName} ${lastName}`, email, message: pieces.message, website: '' }
  expect((await as(rosalind, 'POST /api/contact', { body: message })).statusCode).toBe(201)
  // Of a practice exam whose time is up but which is not completed yet.
  const startedAt = new Date(Date.now() - DAY).toISOString()
  await putExam(backend, { userId: rosalind.userId, answered: [{ questionId: id, isCorrect: true }], next: [id], startedAt })
  await isPredicted()
  await usesACode()
  await happens([
    { type: 'SecondFactorAdded', data: { userId: rosalind.userId, factorId: uuidV4(), kind: 'totp', name: pieces.factorName } },
    {
      type: 'EmailChangeRequested',
      data: { userId: rosalind.userId, changeId: uuidV4(), email: pieces.nextEmail, expiresAt: backend.clock() },
    },
  ])
})

/** Her exam has come, as it were: its date is in what was predicted of it. */
async function isPredicted(): Promise<void> {
  const { userId } = rosalind
  const predicted = passPredicted({ userId, of: { kind: 'national_exam', sittingId: uuidV4() }, on: pieces.examDate })
  await backend.execute(readinessAggregate, userId, () => [predicted])
}

/** She takes a code to the checkout, and then has it for nothing. */
async function usesACode(): Promise<void> {
  const { userId } = rosalind
  const asked = { userId, now: backend.clock() }
  const terms = { name: 'Spring', description: null, maxUses: null, expiresAt: null }
  const steps = [
    createCode({
      ...{ ...terms, discountType: 'percentage', discountValue: 20, grantsTier: null },
      ...{ codeId: uuidV4(), code: 'HERS', by: ben.userId, reason: 'a code for the spring', now: backend.clock() },
    }),
    reserveCode({ ...asked, checkoutId: uuidV4(), tier: 'premium', reservedUntil: backend.clock() }),
    reserveCode({ ...asked, checkoutId: uuidV4(), tier: 'premium', reservedUntil: backend.clock() }),
    redeemAtPayment({
      userId,
      usageId: uuidV4(),
      for: { kind: 'payment', checkoutId: uuidV4(), subscriptionId: 'sub_hers', tier: 'premium' },
      amountSaved: { amount: 240, currency: 'usd' },
    }),
  ]
  for (const decide of steps) await backend.execute(discountCodeAggregate, 'HERS', decide)
}

async function happens(events: readonly AccountEvent[]): Promise<void> {
  const context = { commandId: uuidV4(), actorId: 'test', correlationId: 'test', now: backend.clock() }
  await backend.deps.commands.execute(accountAggregate, rosalind.userId, () => events, context)
}

async function question(): Promise<Question> {
  const [row] = (await as(rosalind, 'GET /api/daily-questions')).json<{ question: Question }[]>()
  if (!row) throw new Error('There is no question of the day.')
  return row.question
}

async function answersOne(person: SignedIn): Promise<void> {
  const [first] = await rowsIn(backend.ownerSql, questions).questions.where()
  await backend.give(person.userId, [first?.id ?? ''])
  const { id, item } = await question()
  const answer = await as(person, 'POST /api/questions/{id}/answer', { params: { id }, body: { answer: anyAnswerTo(item) } })
  expect(answer.statusCode).toBe(200)
}

/** Which pieces of her a text holds. */
const heldIn = (text: string) => Object.keys(pieces).filter((name) => holds(text, pieces[name as keyof typeof pieces]))
const heldInTables = async () =>
  new Map(
    [...(await everyRow(backend.ownerSql))].map(([name, text]) => [name, heldIn(text)] as const).filter(([, held]) => held.length > 0),
  )
const everyOpenedFact = async () => JSON.stringify((await everyFact(backend.eventStore)).map(({ type, data }) => [type, data]))
const mailsTo = (email: string) => backend.lettersTo({ email })
const subjectsTo = (email: string) => mailsTo(email).map(({ message }) => /^Subject: (.*)$/m.exec(message)?.[1])

let exportId: string
let files: Record<string, string>

test('a request for personal data gives one ZIP and an email that links to the profile', async () => {
  const asked = await as(rosalind, 'POST /api/user/exports')
  expect(asked.statusCode).toBe(202)
  exportId = asked.json<DataExport>().id
  expect(asked.json()).toMatchObject({ situation: 'beingMade', expiresAt: null })
  await expect
    .poll(async () => (await as(rosalind, 'GET /api/user/exports')).json<DataExport[]>(), WAIT)
    .toMatchObject([{ id: exportId, situation: 'ready' }])

  const answer = await as(rosalind, 'GET /api/user/exports/{id}', { params: { id: exportId } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="medicready-data.zip"',
    'cache-control': 'no-store',
  })
  files = Object.fromEntries(Object.entries(unzipSync(answer.rawPayload)).map(([name, bytes]) => [name, strFromU8(bytes)]))
  await expect.poll(() => subjectsTo(pieces.email), WAIT).toContain('Your data from MedicReady is ready')
  const mail = mailsTo(pieces.email).at(-1)?.message ?? ''
  expect(mail).toContain('/profile')
  expect(mail).not.toContain(exportId)
})

test('it has all facts about the person, and nothing that would help a thief', async () => {
  const facts = JSON.parse(files['facts.json'] ?? '') as { what: string }[]
  const known = (await everyFact(backend.eventStore)).filter(({ data }) => 'userId' in data && data.userId === rosalind.userId)
  // What came of the export itself is later than it.
  const types = (of: readonly string[]) => of.filter((type) => !['ExportMade', 'AccountMailSent'].includes(type)).toSorted()
  expect(types(facts.map(({ what }) => what))).toEqual(types(known.map(({ type }) => type)))
  expect(heldIn(files['facts.json'] ?? '').toSorted()).toEqual(Object.keys(pieces).toSorted())

  const secrets = await backend.ownerSql<{ password_hash: string; credential_id: string }[]>`
    SELECT password_hash, credential_id FROM auth.credentials WHERE user_id = ${rosalind.userId}`
  expect(secrets).toHaveLength(1)
  const all = Object.values(files).join('\n')
  for (const secret of [
    ...secrets.flatMap((row) => Object.values(row)),
    'argon2',
    rosalind.token,
    rosalind.password,
    ben.userId,
    ben.email,
  ])
    expect(all).not.toContain(secret)
})

test('it has every read model with rows of the person, including future ones', async () => {
  /** They name the user who asks, and say no more of others. */
  const ofTheQuestion = ['doubted_questions']
  for (const [name, all] of Object.entries(await readModelRows(backend.ownerSql))) {
    const rows = all.filter((row) => row.includes(rosalind.userId))
    if (rows.length === 0 || ofTheQuestion.includes(name)) continue
    expect(files[`${name}.csv`]?.split('\r\n').slice(1, -1), name).toHaveLength(rows.length)
  }
  expect(files['users.csv']).toContain(pieces.email)
  for (const name of ['practice_exams', 'practice_exam_questions', 'readiness_learners', 'national_exam_predictions'])
    expect(files[`${name}.csv`], name).toContain(rosalind.userId)
  // A formula in someone's words is the words that it is.
  expect(files['review_requests.csv']).toContain(`"'=HYPERLINK(""http://evil.example"")`)
})

test('an export is only for its owner, made once a day, and deleted after one', async () => {
  const params = { id: exportId }
  expect((await as(ben, 'GET /api/user/exports/{id}', { params })).json()).toMatchObject({ code: 'exportNotFound' })
  expect((await as(null, 'GET /api/user/exports/{id}', { params })).statusCode).toBe(401)
  expect((await as(rosalind, 'POST /api/user/exports')).json()).toMatchObject({ code: 'exportTooSoon' })
  expect((await as(ben, 'GET /api/user/exports')).json()).toEqual([])

  const parts = await backend.ownerSql<{ sealed: Buffer }[]>`SELECT sealed FROM auth.export_parts`
  expect(parts.length).toBeGreaterThan(0)
  for (const { sealed } of parts) expect(heldIn(sealed.toString('latin1'))).toEqual([])

  backend.pass(DAY)
  expect((await as(rosalind, 'GET /api/user/exports/{id}', { params })).json()).toMatchObject({ code: 'exportNotFound' })
  expect((await as(rosalind, 'GET /api/user/exports')).json()).toMatchObject([{ id: exportId, situation: 'expired' }])
  backend.pass(60_000)
  expect(await backend.runJob('expired-exports')).toEqual({ forgotten: 1 })
  expect(await backend.ownerSql`SELECT FROM auth.export_parts`).toHaveLength(0)
})

const wantsToGo = (password: string) => as(rosalind, 'POST /api/user/deletion', { body: { password } })
const eraseAt = async () => (await as(rosalind, 'GET /api/auth/user')).json<{ eraseAt: string | null }>().eraseAt

test('someone who finds an open browser cannot delete the account: a wrong password changes nothing and is counted', async () => {
  // What the worker does meanwhile is its own.
  const written = async () => (await everyFact(backend.eventStore)).filter(({ metadata }) => metadata.actorId === rosalind.userId)
  const before = await written()
  const answers = []
  for (let guess = 0; guess < 8; guess++) answers.push((await wantsToGo(`guess ${guess}`)).json<{ code: string }>().code)
  expect(answers[0]).toBe('passwordWrong')
  expect(answers.at(-1)).toBe('tooManyRequests')
  expect(await written()).toEqual(before)
  expect(await eraseAt()).toBeNull()
  backend.pass(3_600_000)
})

test('people who delete their account have a week to change their mind', async () => {
  expect((await wantsToGo(rosalind.password)).statusCode).toBe(200)
  const date = await eraseAt()
  expect(Date.parse(date ?? '') - Date.parse(backend.clock())).toBeGreaterThan(6.9 * DAY)
  // Asking again keeps the first date.
  expect((await wantsToGo(rosalind.password)).json()).toEqual({ eraseAt: date })
  await expect.poll(() => subjectsTo(pieces.email), WAIT).toContain('Your account with MedicReady will be deleted')

  expect((await as(rosalind, 'DELETE /api/user/deletion')).json()).toEqual({ eraseAt: null })
  expect(await eraseAt()).toBeNull()
  backend.pass(8 * DAY)
  expect(await backend.runJob('due-deletions')).toEqual({ erased: 0, kept: 0 })
  expect((await as(rosalind, 'GET /api/auth/user')).statusCode).toBe(200)

  expect((await wantsToGo(rosalind.password)).statusCode).toBe(200)
  backend.pass(6.9 * DAY)
  expect(await backend.runJob('due-deletions')).toEqual({ erased: 0, kept: 0 })
  const again = await as(null, 'POST /api/auth/login', { body: { email: pieces.email, password: rosalind.password } })
  expect(again.statusCode).toBe(200)
})

test('until then, everything she entered is where it belongs, and nowhere else', async () => {
  // A rebuild leaves the previous build for rollback.
  expect(await backend.rebuildAll()).toEqual([])
  const held = await heldInTables()
  const found = new Set([...held.values()].flat())
  expect([...found].toSorted()).toEqual([
    'email',
    'examDate',
    'factorName',
    'firstName',
    'lastName',
    'message',
    'note',
    'paramedicProgram',
    'phone',
    'quizName',
    'reason',
    'roleReason',
    'struggleArea',
    'tutoringGoals',
  ])
  expect(
    [...held.keys()].filter(
      (name) =>
        !/^(accounts_users|accounts_second_factors|study_leaderboard|questions_review_requests|questions_question_notes|study_quiz_presets|study_study_plans|readiness_readiness|tutoring_tutoring_requests|legal_contact_requests|admin_learning|admin_audit)_/.test(
          name,
        ),
    ),
  ).toEqual([])
  expect(heldIn(await rawLog(backend.environment.EVENTSTORE_URL))).toEqual([])
  expect(heldIn(await everyOpenedFact()).toSorted()).toEqual(Object.keys(pieces).toSorted())
})

test('a mail server that does not accept the last email yet delays nothing but the key', async () => {
  await expect.poll(() => subjectsTo(pieces.email).filter((subject) => subject?.includes('will be deleted')), WAIT).toHaveLength(2)
  refusal = 450
  backend.pass(DAY)
  expect(await backend.runJob('due-deletions')).toEqual({ erased: 1, kept: 0 })
  // Signed out everywhere, and signing in is refused.
  await expect.poll(async () => (await as(rosalind, 'GET /api/auth/user')).statusCode, WAIT).toBe(401)
  const signIn = await as(null, 'POST /api/auth/login', { body: { email: pieces.email, password: rosalind.password } })
  expect(signIn.json()).toMatchObject({ code: 'credentialsInvalid' })
  await expect.poll(async () => (await backend.ownerSql`SELECT FROM worker.deferred`).length, WAIT).toBe(1)
  expect(await backend.ownerSql`SELECT FROM auth.credentials WHERE user_id = ${rosalind.userId}`).toHaveLength(0)

  // A worker that is killed here goes on from here.
  await backend.restartWorker(everyReaction, { fromTheBeginning: true })
  refusal = null
  await expect
    .poll(
      async () => (await backend.ownerSql`SELECT FROM vault.keys WHERE subject = ${rosalind.userId} AND destroyed_at IS NOT NULL`).length,
      WAIT,
    )
    .toBe(1)
  expect(subjectsTo(pieces.email).at(-1)).toBe('Your account with MedicReady is deleted')
})

test('nothing of her is left: not in the log, not in any table, and not in a build kept for rollback', async () => {
  await expect.poll(heldInTables, WAIT).toEqual(new Map())
  expect(heldIn(await rawLog(backend.environment.EVENTSTORE_URL))).toEqual([])
  expect(heldIn(await everyOpenedFact())).toEqual([])
  const auth = [...(await everyRow(backend.ownerSql))].filter(([name, text]) => name.startsWith('auth.') && text.includes(rosalind.userId))
  expect(auth).toEqual([])
  // Of the numbers of all, hers are still part, under no name.
  const ranks = (await as(ben, 'GET /api/leaderboard')).json<{ userId: string; name: string; totalAnswered: number }[]>()
  expect(ranks.find(({ userId }) => userId === rosalind.userId)).toMatchObject({ name: 'Former student', totalAnswered: 1 })
  expect(ranks.find(({ userId }) => userId === ben.userId)).toMatchObject({ name: 'Ana S.' })
})

test('every table of secrets names the owner of its rows, so that none is forgotten when someone leaves', async () => {
  const tables = await backend.ownerSql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'auth' AND table_type = 'BASE TABLE' AND NOT EXISTS (
      SELECT FROM information_schema.columns
      WHERE columns.table_schema = 'auth' AND columns.table_name = tables.table_name AND column_name = 'user_id')
    ORDER BY name`
  // Tokens end with their sessions; attempts go by the account; mails that were asked for are forgotten after a day.
  expect(tables.map(({ name }) => name)).toEqual(['asked_mails', 'attempts', 'bearer_tokens'])
})

test('no process keeps her in memory', async () => {
  const state = await backend.deps.commands.read(accountAggregate, rosalind.userId, () => true)
  expect(state).toEqual({ situation: 'erased', userId: rosalind.userId })
  expect(await backend.deps.vault.keysOf([rosalind.userId])).toEqual(new Map())
})

test('rebuilt read models have the same rows as those folded while her data could be read', async () => {
  expect(await backend.rebuildAll()).toEqual([])
})

test('a worker that starts over from the beginning of the log sends her nothing, and no key comes back', async () => {
  const before = mailsTo(pieces.email).length
  await backend.restartWorker(everyReaction, { fromTheBeginning: true })
  const marker = await as(ben, 'POST /api/user/exports')
  expect(marker.statusCode).toBe(202)
  await expect.poll(async () => (await as(ben, 'GET /api/user/exports')).json(), WAIT).toMatchObject([{ situation: 'ready' }])
  await expect
    .poll(async () => {
      const behind =
        await backend.ownerSql`SELECT FROM worker.checkpoints WHERE commit_position < (SELECT max(commit_position) FROM worker.checkpoints)`
      return behind.length
    }, WAIT)
    .toBe(0)
  expect(mailsTo(pieces.email)).toHaveLength(before)
  expect(await heldInTables()).toEqual(new Map())
})

test('her address is free: registering it creates a new account', async () => {
  const again = await backend.signedIn('student', { firstName: 'Other', lastName: 'SignedIn' }, pieces.email)
  expect(again.userId).not.toBe(rosalind.userId)
})
