import { buffer } from 'node:stream/consumers'
import { type PackagedQuestion, readPackage, writePackage } from '@medicready/command-api/questions/qti/package'
import { QuestionContent } from '@medicready/domain/questions/content/content'
import { everyFact } from '@medicready/platform/testing/event-log'
import { cleanContent } from '@medicready/platform/testing/openai/questions'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import { ownBackend } from './backend.ts'

const backend = await ownBackend()
const token = (await backend.signedIn('educator')).token

const KEY = 'POST /api/admin/questions/package'
const send = (bytes: Uint8Array) =>
  backend.send(KEY, {
    token,
    body: Buffer.from(bytes),
    headers: { 'content-type': 'application/octet-stream' },
  })
const fetchPackage = async (query = '') => {
  const answer = await backend.send('GET /api/admin/questions/package', { token, at: `/api/admin/questions/package${query}` })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/zip')
  return readPackage(answer.rawPayload)
}
const facts = async () => (await everyFact(backend.eventStore)).length

/** A circle, as an institution's picture. */
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="10"/></svg>'
const image = { kind: 'image', hash: '0'.repeat(64), mediaType: 'image/svg+xml', width: 40, height: 40, alt: 'A round mark.' } as const
const packed = async (contents: readonly QuestionContent[]) => {
  const questions: PackagedQuestion[] = contents.map((content, index) => ({ identifier: `own-${index + 1}`, content }))
  const file = { bytes: new TextEncoder().encode(svg), extension: '.svg', alt: image.alt }
  return buffer(writePackage(questions, async () => file).bytes)
}
const fresh = (n: number): QuestionContent =>
  cleanContent(n, { module: 'Trauma', subTopic: 'Burns', difficulty: 'easy', bloomsLevel: 'apply' })
const own = () => [fresh(1), { ...fresh(2), picture: image }, fresh(3)]

test('a package is added as a whole, with its pictures, and adds nothing when sent again', async () => {
  const bytes = await packed(own())
  const added = await send(bytes)
  expect([added.statusCode, added.json()]).toEqual([200, { added: 3, known: 0 }])
  const before = await facts()
  expect((await send(bytes)).json()).toEqual({ added: 0, known: 3 })
  expect(await facts()).toBe(before)

  const listed = await backend.done('GET /api/admin/questions', { token, query: { search: '' } })
  expect(listed.filter(({ source }) => source === 'educator')).toMatchObject(
    Array(3).fill({ isPilot: true, situation: 'active', bankId: null }),
  )
  const [kept] = await backend.ownerSql<{ media_type: string }[]>`SELECT media_type FROM pictures.images`
  expect(kept).toEqual({ media_type: 'image/svg+xml' })
})

test('an export can be imported again, and has only what was requested', async () => {
  const { questions, faults } = await fetchPackage()
  expect(faults).toEqual([])
  const stems = questions.map(({ content }) => content.stem)
  for (const { stem } of own()) expect(stems).toContain(stem)
  expect(questions.flatMap(({ images }) => images)).toMatchObject([{ field: 'picture', alt: image.alt }])
  const some = await fetchPackage('?kind=multiple_choice&module=Trauma')
  expect(some.questions.length).toBeGreaterThan(3)
  expect((await fetchPackage('?module=Geriatrics')).faults).toMatchObject([{ message: 'it names no items' }])
})

test('a package of any size is exported at once, without reading streams of the log', async () => {
  const reads = vi.spyOn(backend.eventStore, 'readStream')
  await fetchPackage()
  const asked = reads.mock.calls.map(([stream]) => stream).filter((stream) => stream.startsWith('question-'))
  reads.mockRestore()
  expect(asked).toEqual([])
})

test('a package with errors reports all of them, and nothing is added', async () => {
  const before = await facts()
  const rows = () => backend.ownerSql`SELECT hash FROM pictures.images`
  const [images] = [(await rows()).length]
  const { questions } = await fetchPackage('?kind=multiple_choice&module=Trauma')
  const known = QuestionContent.parse(questions[0]?.content)
  const refused = await send(
    await packed([
      fresh(4),
      { ...fresh(5), clinicalPearl: 'Watch it.', explanation: 'It is right.' },
      { ...fresh(6), stem: 'This asks for nothing.', picture: image },
      { ...fresh(7), tags: { ...fresh(7).tags, subTopic: 'Birds' } },
      known,
    ]),
  )
  expect(refused.statusCode).toBe(400)
  const { code, issues } = refused.json<{ code: string; issues: { path: string; message: string }[] }>()
  expect(code).toBe('packageRefused')
  const told = issues.map(({ path, message }) => `${path} ${message}`).join('\n')
  for (const words of ['own-2.xml explanation', 'own-3.xml stem', 'own-4.xml tags.subTopic', 'own-5.xml stem: near duplicate'])
    expect(told).toContain(words)
  expect(told).not.toContain('own-1.xml')
  expect(await facts()).toBe(before)
  expect((await rows()).length).toBe(images)

  for (const bytes of [new Uint8Array(), new TextEncoder().encode('no package')])
    expect((await send(bytes)).json()).toMatchObject({ code: 'packageRefused', issues: [{ message: expect.stringContaining('ZIP') }] })
})

test('a package that names a missing image is refused, whatever else is in it', async () => {
  const drawn = { kind: 'capnogram', pattern: 'normal', rate: null, etco2: null, seed: 1, alt: null } as const
  const files = unzipSync(await packed([fresh(9), { ...fresh(10), explanationPicture: drawn }, { ...fresh(11), picture: image }]))
  const manifest = strFromU8(files['imsmanifest.xml'] ?? new Uint8Array())
  const named = manifest.replace(/(<own:explanation-picture>).*(<\/own:explanation-picture>)/, `$1${JSON.stringify(image)}$2`)
  expect(named).not.toBe(manifest)
  files['imsmanifest.xml'] = strToU8(named)
  const before = await facts()
  const refused = await send(zipSync(files))
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    {
      code: 'packageRefused',
      issues: [{ path: 'items/own-2.xml', message: 'explanationPicture: This image has not been uploaded. Please upload it first.' }],
    },
  ])
  expect(await facts()).toBe(before)
})

test('only educators can import and export packages', async () => {
  const { token: student } = await backend.signedIn()
  const answers = [
    await backend.send('GET /api/admin/questions/package', { token: student }),
    await backend.send(KEY, { token: student, body: Buffer.from(await packed([fresh(8)])) }),
  ]
  for (const answer of answers) expect(answer.json()).toMatchObject({ code: 'forbidden' })
})
