import { createHash, randomUUID } from 'node:crypto'
import { accountRegistered } from '@medicready/domain/accounts/testing/account-facts'
import type { Fact } from '@medicready/domain/events'
import { questionContent } from '@medicready/domain/questions/content/testing/question-content'
import { asItStands } from '@medicready/domain/questions/delivered-question'
import { drawPicture } from '@medicready/domain/questions/pictures/drawn/draw'
import { soundFile } from '@medicready/domain/questions/pictures/sounds/sound'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestReadApi, type TestReadApi } from '../testing/test-read-api.ts'

const now = '2026-03-02T03:00:00.000Z'
const [questionId, heardId, ana, ben, eve] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), randomUUID()]
const capnogram = { kind: 'capnogram', pattern: 'esophageal', rate: null, etco2: null, seed: 4, alt: null } as const
const stridor = { kind: 'sound', sound: 'stridor', rate: null, seed: 4, alt: null } as const
const bytes = Buffer.from('the bytes of an image')
const hash = createHash('sha256').update(bytes).digest('hex')
const image = { kind: 'image', hash, mediaType: 'image/png', width: 640, height: 480, alt: 'A scale of pupils.' } as const
let api: TestReadApi
const tokens = new Map<string, string>()

const append = (streamName: string, ...facts: Fact[]) =>
  api.eventStore.append(
    streamName,
    'no_stream',
    facts.map((event) => ({
      id: randomUUID(),
      event,
      metadata: { correlationId: 'test', causationId: 'test', commandId: randomUUID(), actorId: 'test', occurredAt: now },
    })),
  )

const ask = (url: string, userId?: string, headers: Record<string, string> = {}) =>
  api.app.inject({ url, headers: { ...headers, ...(userId && { authorization: `Bearer ${tokens.get(userId)}` }) } })

/** The picture data that a question shows to a user. */
const asked = async (userId: string) => (await ask(`/api/questions/${questionId}`, userId)).json()

beforeAll(async () => {
  api = await startTestReadApi()
  api.clock.now = now
  const content = questionContent({ picture: capnogram, explanationPicture: image })
  await append(`question-${questionId}`, {
    type: 'QuestionAdded',
    data: { questionId, version: 1, source: 'curated', bankId: null, generation: null, content },
  })
  await append(`question-${heardId}`, {
    type: 'QuestionAdded',
    data: {
      questionId: heardId,
      version: 1,
      source: 'curated',
      bankId: null,
      generation: null,
      content: questionContent({ picture: stridor }),
    },
  })
  await append(`account-${ana}`, accountRegistered(ana))
  await append(`account-${ben}`, accountRegistered(ben))
  await append(`account-${eve}`, accountRegistered(eve), { type: 'RoleGranted', data: { userId: eve, role: 'educator', reason: null } })
  const answered = { questionId, questionVersion: 1, module: 'Trauma' as const }
  const question = { ...answered, set: null, ...asItStands }
  const answer = {
    ...answered,
    answer: { kind: 'multiple_choice' as const, option: 'a' },
    isCorrect: false,
    isScored: true,
    mode: null,
    timeSpentSeconds: 30,
    confidence: null,
    flaggedForReview: false,
    givenAt: null,
    studySessionId: null,
  }
  const date = '2026-03-02'
  await append(`studyDay-${ana}_${date}`, {
    type: 'QuestionsDrawn',
    data: { userId: ana, date, questions: [question, { ...question, questionId: heardId }], mode: null, studySessionId: null },
  })
  await append(
    `studyDay-${ben}_${date}`,
    { type: 'QuestionsDrawn', data: { userId: ben, date, questions: [question], mode: null, studySessionId: null } },
    { type: 'AnswerSubmitted', data: { userId: ben, date, ...answer } },
  )
  for (const userId of [ana, ben, eve]) tokens.set(userId, await api.signIn(userId))
  api.startProjector()
  await vi.waitFor(async () => expect((await asked(ben)).answer).toMatchObject({ isCorrect: false }), { timeout: 60_000, interval: 50 })
})
afterAll(() => api.close())

test("a question's picture is served at its address and reveals nothing else", async () => {
  const question = await asked(ana)
  expect(question.picture).toMatchObject({ width: 960, height: 330, table: null })
  expect(JSON.stringify(question)).not.toMatch(/esophageal|"seed"|"pattern"/)
  const drawn = await ask(question.picture.imageUrl, ana)
  expect(drawn.statusCode).toBe(200)
  expect(drawn.body).toBe(drawPicture(capnogram).svg)
  expect(drawn.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
  })
})

test('a picture that is already cached is not sent again', async () => {
  const { picture } = await asked(ana)
  const { etag } = (await ask(picture.imageUrl, ana)).headers
  const again = await ask(picture.imageUrl, ana, { 'if-none-match': String(etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('visitors see no pictures, and invented addresses are not found', async () => {
  const { picture } = await asked(ana)
  expect((await ask(picture.imageUrl)).statusCode).toBe(401)
  const last = picture.imageUrl.at(-5) === 'A' ? 'B' : 'A'
  const made = await ask(`${picture.imageUrl.slice(0, -5)}${last}${picture.imageUrl.slice(-4)}`, ana)
  expect([made.statusCode, made.json().code]).toEqual([404, 'pictureNotFound'])
})

test('the picture of an explanation is shown only with the answer, and an uploaded one is sent as stored', async () => {
  expect(await asked(ana)).not.toHaveProperty('explanationPicture')
  const { explanationPicture } = (await asked(ben)).answer.question
  expect(explanationPicture).toMatchObject({ alt: 'A scale of pupils.', width: 640, height: 480 })
  expect((await ask(explanationPicture.imageUrl, ben)).json().code).toBe('pictureNotFound')
  await api.sql`INSERT INTO pictures.images VALUES (${hash}, 'image/png', 640, 480, ${bytes}, ${now})`
  const sent = await ask(explanationPicture.imageUrl, ben)
  expect([sent.statusCode, sent.headers['content-type'], sent.rawPayload]).toEqual([200, 'image/png', bytes])
})

test('a sound is served beside its drawing, in parts if wanted, and reveals nothing else', async () => {
  const question = (await ask(`/api/questions/${heardId}`, ana)).json()
  const { imageUrl, soundUrl } = question.picture
  expect([soundUrl, (await asked(ana)).picture.soundUrl]).toEqual([`${imageUrl}/sound`, null])
  const told = await ask(soundUrl, ana)
  const bytes = Buffer.from(soundFile(stridor))
  expect([told.statusCode, told.headers['content-type'], told.rawPayload.equals(bytes)]).toEqual([200, 'audio/wav', true])
  expect(told.headers).toMatchObject({ 'accept-ranges': 'bytes', 'cache-control': 'private, max-age=31536000, immutable' })
  expect(JSON.stringify([question, told.headers, (await ask(imageUrl, ana)).body])).not.toMatch(/stridor|"seed"|"sound"/)
  for (const [range, from, to] of [
    ['bytes=0-1', 0, 1],
    ['bytes=100-', 100, 192_043],
    ['bytes=192000-999999', 192_000, 192_043],
  ] as const) {
    const part = await ask(soundUrl, ana, { range })
    expect([part.statusCode, part.headers['content-range'], part.rawPayload.equals(bytes.subarray(from, to + 1))]).toEqual([
      206,
      `bytes ${from}-${to}/192044`,
      true,
    ])
  }
  for (const range of ['bytes=999999-', 'bytes=5-2', 'bytes=-5', 'rows=1-2'])
    expect((await ask(soundUrl, ana, { range })).statusCode).toBe(200)
  expect((await ask(soundUrl, ana, { 'if-none-match': String(told.headers.etag) })).statusCode).toBe(304)
  expect((await ask(soundUrl)).statusCode).toBe(401)
  expect((await ask(`${(await asked(ana)).picture.imageUrl}/sound`, ana)).json().code).toBe('pictureNotFound')
})

test('only those who write questions can preview a picture', async () => {
  const url = `/api/admin/pictures/drawing?picture=${encodeURIComponent(JSON.stringify(capnogram))}`
  expect((await ask(url, eve)).body).toBe(drawPicture(capnogram).svg)
  const heard = `/api/admin/pictures/sound?picture=${encodeURIComponent(JSON.stringify(stridor))}`
  expect((await ask(heard, eve)).rawPayload.equals(soundFile(stridor))).toBe(true)
  expect((await ask(url.replace('/drawing', '/sound'), eve)).json().code).toBe('pictureNotFound')
  expect((await ask(url, ana)).json().code).toBe('forbidden')
  for (const wrong of ['{', '{"kind":"capnogram"}'])
    expect((await ask(`/api/admin/pictures/drawing?picture=${encodeURIComponent(wrong)}`, eve)).json().code).toBe('invalidRequest')
})
