import { ownContext } from '@medicready/command-api/command-context'
import { bankDirectory, loadBank, questionIdOf, readBank } from '@medicready/command-api/questions/load-bank'
import type { QuestionVersion } from '@medicready/domain/contract/questions/authoring'
import { type BankQuestion, QuestionContent } from '@medicready/domain/questions/content/content'
import { systemClock } from '@medicready/platform/clock'
import { cleanContent } from '@medicready/platform/testing/openai/questions'
import { expect, test } from 'vitest'
import { ownBackend } from './backend.ts'

const backend = await ownBackend()
const { token } = await backend.signedIn('educator')
const bank = (await readBank(bankDirectory)).filter(({ module }) => module === 'Trauma').slice(0, 16)

const question = (id: string) => backend.done('GET /api/admin/review-requests/{id}', { token, params: { id } })
const queue = () => backend.done('GET /api/admin/review-requests', { token })
const list = (query: string) => backend.done('GET /api/admin/questions', { token, at: `/api/admin/questions?${query}` })
const check = async (content: object, questionId: string | null = null) =>
  (await backend.done('POST /api/admin/questions/check', { token, body: { questionId, content } })).findings
const add = (content: object, acceptWarnings = false) =>
  backend.send('POST /api/admin/questions', { token, body: { content, acceptWarnings } })
const revise = (id: string, version: number, content: object, acceptWarnings = true) =>
  backend.send('POST /api/admin/questions/{id}/revise', { params: { id }, token, body: { version, content, acceptWarnings } })
const settle = (id: string, body: object) =>
  backend.send('POST /api/admin/questions/{id}/settle-bank-revision', {
    params: { id },
    token,
    body: { acceptWarnings: true, ...body },
  })

const fresh = (n: number) => cleanContent(n, { module: 'Trauma', subTopic: 'Burns', difficulty: 'easy', bloomsLevel: 'apply' })

/** Loads the bank as if its file had been changed. */
async function load(changed: Readonly<Record<string, Partial<BankQuestion>>> = {}) {
  const questions = bank.map((entry) => ({ ...entry, ...changed[entry.id] }))
  return loadBank(backend.deps, questions, ownContext('test', systemClock))
}

const entry = (n: number): { id: string; bankId: string; content: QuestionContent } => {
  const found = bank[n]
  if (!found) throw new Error('The bank is too small.')
  const { id: bankId, ...content } = found
  return { id: questionIdOf(bankId), bankId, content: QuestionContent.parse(content) }
}
const another = (content: QuestionContent, words: string) => ({ ...content, clinicalPearl: `${content.clinicalPearl} ${words}` })

test('an educator adds a question, which is a pilot and is found by its text, module, and kind', async () => {
  const content = fresh(5)
  const answer = await add(content)
  expect(answer.statusCode).toBe(201)
  const { questionId } = answer.json<{ questionId: string }>()
  expect(await question(questionId)).toMatchObject({ content, source: 'educator', isPilot: true, version: 1, isOpen: false })
  const row = {
    questionId,
    bankId: null,
    kind: 'multiple_choice',
    stem: content.stem,
    source: 'educator',
    isPilot: true,
    situation: 'active',
  }
  for (const query of ['search=', `search=${questionId}`, 'search=STUNG+by+a+wasp&module=Trauma&kind=multiple_choice'])
    expect((await list(query))[0]).toMatchObject(row)
  for (const query of ['search=50%25', 'search=stung_by', 'search=wasp&kind=build_list', 'search=wasp&module=Geriatrics'])
    expect(await list(query)).toEqual([])
  // Written again, it is too much like itself.
  const again = await add(content)
  expect(again.json()).toMatchObject({ code: 'revisionRefused', issues: [{ path: 'content.stem' }] })
})

test('checking a draft writes nothing, and each message names its field', async () => {
  const content = fresh(3)
  expect(await check(content)).toEqual([])
  expect(await check({ ...content, stem: 'A crew reads its protocols.' })).toContainEqual({
    path: 'stem',
    level: 'error',
    message: 'no single question: the stem must end in its only question',
  })
  expect((await check({ ...content, stem: '', references: [] })).map(({ path }) => path)).toEqual(['stem', 'references'])
  const taken = entry(4)
  expect(await check(taken.content)).toMatchObject([{ path: 'stem', level: 'error' }])
  expect((await check(taken.content, taken.id)).filter(({ level }) => level === 'error')).toEqual([])
  expect(await list(`search=${encodeURIComponent(content.stem.slice(0, 60))}`)).toEqual([])
})

test('a case that already exists is no new question, however it is asked about', async () => {
  const taken = entry(4)
  const told = taken.content.stem
    .split(/(?<=[.!]) /)
    .slice(0, -1)
    .join(' ')
  const stem = `${told} Which entry of the report does the charge nurse of the receiving hospital read before everything else, by the custom of this county?`
  const findings = await check({ ...fresh(3), stem })
  expect(findings).toContainEqual({
    path: 'stem',
    level: 'error',
    message: expect.stringMatching(new RegExp(`^(?:case repeated: as in|near duplicate: of) ${taken.bankId} `)),
  })
})

test('a revision is a new version; warnings must be accepted, and errors cannot be', async () => {
  const { id, content } = entry(0)
  const longAnswer = structuredClone(content)
  if (longAnswer.item.kind !== 'multiple_choice') throw new Error('This test is about single choice.')
  const { key } = longAnswer.item
  for (const option of longAnswer.item.options)
    if (option.id === key) option.text = `${option.text} and everything else that could help in such a situation as this one`
  const unread = await revise(id, 1, longAnswer, false)
  expect(unread.json()).toMatchObject({ code: 'warningsUnread', issues: [{ message: expect.stringContaining('length cue') }] })
  expect((await revise(id, 1, { ...content, stem: 'No question.' })).json()).toMatchObject({ code: 'revisionRefused' })
  expect((await revise(id, 1, longAnswer)).json()).toEqual({ questionId: id, version: 2 })
  expect((await revise(id, 1, longAnswer)).json()).toMatchObject({ code: 'conflict' })
  expect((await revise(id, 2, longAnswer)).json()).toMatchObject({ code: 'revisionMissing' })
  const versions = await backend.send('GET /api/admin/questions/{id}/versions', { token, params: { id } })
  expect(versions.json<QuestionVersion[]>().map(({ version, content }) => [version, content])).toEqual([
    [2, longAnswer],
    [1, content],
  ])
})

test('a question can only name a stored image, as the type it is stored as', async () => {
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="10"/></svg>')
  const sent = { token, body: bytes, headers: { 'content-type': 'application/octet-stream' } }
  const stored = await backend.done('POST /api/admin/pictures', sent)
  const picture = { kind: 'image', ...stored, alt: 'A round mark.' } as const
  const unknown = { ...picture, hash: '0'.repeat(64) }
  const { id, content } = entry(5)
  const refusal = (path: string) => ({
    code: 'revisionRefused',
    issues: [{ path, message: 'This image has not been uploaded. Please upload it first.' }],
  })

  expect((await add({ ...fresh(7), picture: unknown })).json()).toMatchObject(refusal('content.picture'))
  const revised = await revise(id, 1, { ...content, explanationPicture: unknown })
  expect([revised.statusCode, revised.json()]).toMatchObject([400, refusal('content.explanationPicture')])
  expect(await check({ ...fresh(7), picture: { ...picture, width: 80 } })).toEqual([
    {
      path: 'picture',
      level: 'error',
      message: 'This image is stored as image/svg+xml with 40 × 40 pixels. Please send the same type and size.',
    },
  ])
  expect((await revise(id, 1, { ...content, picture })).statusCode).toBe(200)
  expect((await add({ ...fresh(7), picture })).statusCode).toBe(201)
})

test("the bank's file does not overwrite what an educator wrote: it is offered once, and accepted, declined, or edited", async () => {
  const [taken, kept, edited] = [entry(1), entry(2), entry(3)]
  for (const { id, content } of [taken, kept, edited])
    expect((await revise(id, 1, another(content, 'So says an educator.'))).statusCode).toBe(200)
  expect(await load()).toEqual({ changed: 0, retired: 0, waiting: 0 })
  const fromBank = ({ content }: { content: QuestionContent }) => another(content, 'So says the bank.')
  const changed = Object.fromEntries([taken, kept, edited].map((each) => [each.bankId, fromBank(each)]))
  expect(await load(changed)).toEqual({ changed: 3, retired: 0, waiting: 3 })
  expect(await load(changed)).toEqual({ changed: 0, retired: 0, waiting: 3 })

  const offered = async () => (await queue()).filter(({ hasBankOffer }) => hasBankOffer).map(({ questionId }) => questionId)
  await expect.poll(async () => (await offered()).sort()).toEqual([taken.id, kept.id, edited.id].sort())
  expect(await question(taken.id)).toMatchObject({
    version: 2,
    content: another(taken.content, 'So says an educator.'),
    bankOffer: { offer: 1, bankId: taken.bankId, content: fromBank(taken) },
  })

  expect((await settle(taken.id, { version: 2, offer: 2, decision: 'taken' })).json()).toMatchObject({ code: 'conflict' })
  expect((await settle(taken.id, { version: 2, offer: 1, decision: 'taken' })).json()).toEqual({ questionId: taken.id, version: 3 })
  expect((await settle(taken.id, { version: 3, offer: 1, decision: 'taken' })).json()).toMatchObject({ code: 'conflict' })
  expect((await settle(kept.id, { version: 2, offer: 1, decision: 'kept' })).json()).toEqual({ questionId: kept.id, version: 2 })
  const both = another(edited.content, 'So say both of them.')
  const unsound = { ...both, stem: 'No question.' }
  expect((await settle(edited.id, { version: 2, offer: 1, decision: 'edited', content: unsound })).json()).toMatchObject({
    code: 'revisionRefused',
  })
  expect((await settle(edited.id, { version: 2, offer: 1, decision: 'edited', content: both })).statusCode).toBe(200)

  expect(await question(taken.id)).toMatchObject({ version: 3, content: fromBank(taken), bankOffer: null })
  expect(await question(kept.id)).toMatchObject({ version: 2, bankOffer: null })
  expect(await question(edited.id)).toMatchObject({ version: 3, content: both, bankOffer: null })
  expect(await offered()).toEqual([])
  expect(await load(changed)).toEqual({ changed: 0, retired: 0, waiting: 0 })
  expect((await question(taken.id)).history.map(({ what, cause }) => [what, cause])).toEqual([
    ['bank_settled', 'taken'],
    ['revised', 'bank'],
    ['bank_offered', null],
    ['revised', 'educator'],
    ['added', 'curated'],
  ])
})

test('students cannot write questions', async () => {
  const student = await backend.signedIn()
  for (const key of ['POST /api/admin/questions', 'POST /api/admin/questions/check'] as const)
    expect((await backend.send(key, { token: student.token, body: { content: {}, questionId: null } })).statusCode).toBe(403)
})
