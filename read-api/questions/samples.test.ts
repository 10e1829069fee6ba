import { randomUUID } from 'node:crypto'
import { sampleAddressOf } from '@medicready/domain/contract/questions/answer-result'
import { Question } from '@medicready/domain/contract/questions/questions'
import type { Fact } from '@medicready/domain/events'
import { questionContent } from '@medicready/domain/questions/content/testing/question-content'
import { drawPicture } from '@medicready/domain/questions/pictures/drawn/draw'
import { sampleNames } from '@medicready/domain/questions/samples'
import { PictureAddresses } from '@medicready/platform/http/picture-addresses'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestReadApi, type TestReadApi } from '../testing/test-read-api.ts'

const [first, second, third] = sampleNames
const strip = { kind: 'ecg_strip', rhythm: 'supraventricular_tachycardia', rate: 188, seed: 1, alt: null } as const
const ids = { [first]: randomUUID(), [second]: randomUUID(), [third]: randomUUID(), other: randomUUID() }
let api: TestReadApi

const append = (questionId: string, ...facts: Fact[]) =>
  api.eventStore.append(
    `question-${questionId}`,
    'no_stream',
    facts.map((event) => ({
      id: randomUUID(),
      event,
      metadata: {
        correlationId: 'test',
        causationId: 'test',
        commandId: randomUUID(),
        actorId: 'test',
        occurredAt: '2026-03-02T03:00:00.000Z',
      },
    })),
  )
const added = (bankId: string, questionId: string): Fact => ({
  type: 'QuestionAdded',
  data: { questionId, version: 1, source: 'curated', bankId, generation: null, content: questionContent({ picture: strip }) },
})

beforeAll(async () => {
  api = await startTestReadApi()
  for (const [bankId, questionId] of Object.entries(ids))
    await append(
      questionId,
      added(bankId, questionId),
      ...(bankId === second ? [{ type: 'QuestionRetired', data: { questionId, cause: 'bank', reason: 'Only for a test' } } as const] : []),
    )
  api.startProjector()
  await vi.waitFor(async () => expect((await samples()).map(({ id }) => id)).toEqual([ids[first], ids[third]]), { timeout: 30_000 })
})
afterAll(() => api.close())

const samples = async () => {
  const answer = await api.app.inject('/api/samples')
  return answer.statusCode === 200 ? Question.array().parse(answer.json()) : []
}

test('shows a visitor the samples in use, in order, without their answers', async () => {
  const answer = await api.app.inject('/api/samples')
  expect(answer.json().map(({ id }: Question) => id)).toEqual([ids[first], ids[third]])
  expect(answer.body).not.toMatch(/"(?:key|rationales?|explanation|correctAnswer|references|clinicalPearl)"/)
})

test('draws only pictures of samples for a visitor', async () => {
  const [sample] = await samples()
  const address = sample?.picture?.imageUrl ?? ''
  const picture = await api.app.inject(address)
  expect([picture.statusCode, picture.body]).toEqual([200, drawPicture(strip).svg])
  expect((await api.app.inject(address.replace('/samples', ''))).statusCode).toBe(401)
  const { of: addressOf } = new PictureAddresses('a secret for tests, 32 letters long')
  const refused = await api.app.inject(sampleAddressOf(addressOf)({ questionId: ids.other, version: 1, of: 'question' }))
  expect([refused.statusCode, refused.json().code]).toEqual([404, 'pictureNotFound'])
})
