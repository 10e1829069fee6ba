import { Refused } from '@medicready/command-api/operations'
import { guidelineOperations } from '@medicready/command-api/questions/operations'
import type { Question } from '@medicready/domain/contract/questions/questions'
import { everyFact } from '@medicready/platform/testing/event-log'
import { patience } from '@medicready/platform/testing/patience'
import { v4 as uuidV4 } from 'uuid'
import { expect, test, vi } from 'vitest'
import { ownBackend } from './backend.ts'

const backend = await ownBackend()
const [ana, ben, educator] = [await backend.learner('premium'), await backend.learner('premium'), await backend.signedIn('educator')]

/** As in the shell; reads wait for what it wrote. */
async function guideline(name: string, ...words: string[]): Promise<string> {
  const answer = await guidelineOperations[name]?.run(backend.deps, words)
  backend.show(await backend.eventStore.head())
  return answer ?? 'usage'
}
async function begin(mode: string, count: number) {
  const begun = await backend.send('POST /api/study-session/generate', { token: ana.token, body: { mode, count, quiz: null } })
  return begun.json<{ sessionId: string; questions: Question[] }>()
}
async function answerRight(id: string, studySessionId: string) {
  const body = { selectedAnswer: (await backend.keyTo(id)).right, timeSpent: 60, studySessionId }
  return backend.done('POST /api/questions/{id}/answer', { token: ana.token, params: { id }, body })
}
const reviewOf = (id: string) => backend.done('GET /api/admin/review-requests/{id}', { token: educator.token, params: { id } })
async function resolve(id: string, decision: object) {
  const body = { version: 1, requestsSeen: (await reviewOf(id)).requestsMade, note: 'Thank you.', ...decision }
  await backend.done('POST /api/admin/review-requests/{id}/resolve', { token: educator.token, params: { id }, body })
}
const noticesOf = ({ token }: { readonly token: string }) => backend.done('GET /api/user/guideline-notices', { token })
const cardOf = async (id: string) =>
  (await backend.every<{ questionId: string }>('GET /api/review/cards', { token: ana.token, query: { state: 'all' } })).find(
    ({ questionId }) => questionId === id,
  )
const facts = async () => (await everyFact(backend.eventStore)).length

// Until the first questions are projected there is nothing to choose from.
await vi.waitFor(async () => expect((await begin('practice', 2)).questions).toHaveLength(2), patience)

test('a changed guideline withdraws what is wrong, asks the educators, brings cards back, and tells those who learned the old way', async () => {
  const { sessionId, questions } = await begin('practice', 2)
  const [wrong = '', doubtful = ''] = questions.map(({ id }) => id)
  for (const id of [wrong, doubtful]) await answerRight(id, sessionId)
  const { content, added } = await backend.keyTo(wrong)
  const [cited = ''] = content.references
  const source = cited.slice(0, 12).trim()
  await backend.done('GET /api/review/due', { token: ana.token })

  const csv = await guideline('list', content.guideline.name, '--csv')
  expect(csv).toContain(`,${added.bankId},active,1,1,`)
  expect(await guideline('list', content.guideline.name, '--before', String(content.guideline.year))).not.toContain(`${added.bankId} `)
  expect(await guideline('list', content.guideline.name)).toMatch(/Questions: \d+$/)

  const words = ['--year', '2031', '--what', 'The first dose is now 2 mg.', '--why', 'It saves more lives.']
  const change = (ids: string, ...more: string[]) => guideline('change', source, ...words, '--questions', ids, ...more)
  const before = await facts()
  await expect(change(`${wrong},${uuidV4()},trauma-999`)).rejects.toThrow(
    /no question .* in use.\nThere is no question trauma-999 in use.\nNothing has changed/,
  )
  await expect(guideline('change', 'Another source', ...words, '--questions', wrong)).rejects.toThrow(Refused)
  await expect(guideline('change', source, ...words.with(1, '31'), '--questions', wrong)).rejects.toThrow('31 is not a year')
  expect(await guideline('change', source, '--questions', wrong)).toBe('usage')
  expect(await facts()).toBe(before)

  const doubtfulSource = (await backend.keyTo(doubtful)).content.references[0]?.slice(0, 12).trim() ?? ''
  await guideline('change', doubtfulSource, ...words, '--questions', doubtful)
  expect(await change(wrong)).toMatch(/^Questions to be revised: 1\./)
  // Killed before the others, sent again, and sent with more.
  expect(await change(added.bankId ?? '', '--withdraw')).toMatch(/^Questions withdrawn: 1\./)
  expect(await change(wrong, '--withdraw')).toMatch(/^Questions withdrawn: 0\. Unchanged, since they were before: 1\./)
  expect(await facts()).toBe(before + 3)

  const queue = await backend.done('GET /api/admin/review-requests', { token: educator.token })
  expect(queue).toMatchObject([
    { questionId: wrong, situation: 'withdrawn', isOutdated: true },
    { questionId: doubtful, situation: 'active', isOutdated: true },
  ])
  const told = { source, section: null, year: 2031, what: 'The first dose is now 2 mg.', why: 'It saves more lives.' }
  expect(await reviewOf(wrong)).toMatchObject({
    isOpen: true,
    changes: [told],
    requestsMade: 2,
    history: [{ what: 'outdated' }, { what: 'outdated' }, { what: 'added' }],
  })
  const asked = { token: ben.token, params: { id: wrong }, body: { selectedAnswer: (await backend.keyTo(wrong)).right } }
  expect((await backend.send('POST /api/questions/{id}/answer', asked)).json()).toMatchObject({ code: 'questionNotFound' })

  expect((await noticesOf(ana)).flatMap(({ questions }) => questions.map(({ questionId }) => questionId)).toSorted()).toEqual(
    [wrong, doubtful].toSorted(),
  )
  expect(await noticesOf(ben)).toEqual([])
  const explained = async () =>
    (await backend.done('GET /api/questions/{id}', { token: ana.token, params: { id: wrong } })).answer?.question.changed
  await vi.waitFor(async () => expect(await explained()).toMatchObject(told), { ...patience, interval: 500 })

  // What an educator keeps was right all the time.
  await resolve(doubtful, { decision: 'kept' })
  expect(await noticesOf(ana)).toMatchObject([{ ...told, questions: [{ questionId: wrong }] }])
  expect((await backend.done('GET /api/review/due', { token: ana.token })).due).toBe(0)
  await resolve(wrong, {
    decision: 'revised',
    content: { ...content, clinicalPearl: 'Look for what has changed since.' },
    acceptWarnings: true,
  })
  const changed = { guideline: content.guideline.name, year: 2031 }
  expect(await backend.done('GET /api/review/due', { token: ana.token })).toMatchObject({ due: 1, cards: [{ questionId: wrong, changed }] })
  expect(await backend.done('GET /api/admin/review-requests', { token: educator.token })).toEqual([])

  const [{ changeId = '' } = {}] = await noticesOf(ana)
  const dismiss = (id: string) => backend.send('POST /api/user/guideline-notices/{id}/dismiss', { token: ana.token, params: { id } })
  expect((await dismiss(uuidV4())).json()).toMatchObject({ code: 'noticeNotFound' })
  for (let again = 0; again < 2; again++) expect((await dismiss(changeId)).json()).toEqual({ dismissed: true })
  expect(await noticesOf(ana)).toEqual([])
  expect(await backend.factsOf('GuidelineNoticeDismissed')).toHaveLength(1)

  backend.pass(86_400_000)
  const again = await begin('review', 1)
  expect(again.questions).toMatchObject([{ id: wrong, version: 2 }])
  // The same answer again is answered again.
  const answered = () => answerRight(wrong, again.sessionId)
  await vi.waitFor(async () => expect(await answered()).toMatchObject({ question: { changed: told } }), { ...patience, interval: 500 })
  expect(await cardOf(wrong)).toMatchObject({ changed: null })
})

test('it is the same after a rebuild', async () => {
  expect(await backend.rebuildAll()).toEqual([])
})
