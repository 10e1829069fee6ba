import type { Fact } from '@medicready/domain/events'
import { expect, test } from 'vitest'
import { given } from '../../testing/given.ts'
import { questionNotes } from './question-notes.ts'

const person = (n: number) => `00000000-0000-4000-8000-00000000100${n}`
const question = (n: number) => `00000000-0000-4000-8000-00000000200${n}`
const written = (userId: string, questionId: string, text: string): Fact => ({ type: 'NoteWritten', data: { userId, questionId, text } })
const deleted = (userId: string, questionId: string): Fact => ({ type: 'NoteDeleted', data: { userId, questionId } })

const [ana, ben] = [person(1), person(2)]

test('a note has its latest text, and its version counts the changes', () =>
  given(questionNotes, [written(ana, question(1), 'a'), written(ana, question(1), 'b'), written(ben, question(1), 'c')]).leaves({
    question_notes: [
      { user_id: ana, text: 'b', version: 2, updated_at: '2026-03-01T12:00:01.000Z' },
      { user_id: ben, text: 'c', version: 1 },
    ],
  }))

test('a deleted note keeps its version, which later notes continue', async () => {
  const notes = [written(ana, question(1), 'a'), deleted(ana, question(1))]
  await given(questionNotes, notes).leaves({ question_notes: [{ text: null, version: 2 }] })
  await given(questionNotes, [...notes, written(ana, question(1), 'b')]).leaves({ question_notes: [{ text: 'b', version: 3 }] })
})

test("an erased user's notes are removed, and others' notes stay", async () => {
  const notes = [1, 2, 3, 4].flatMap((n) => [written(ana, question(n), `a${n}`), written(ben, question(n), `b${n}`)])
  const { question_notes } = await given(questionNotes, [
    ...notes,
    deleted(ana, question(2)),
    written(ana, question(1), 'again'),
    { type: 'AccountErased', data: { userId: ana } },
  ]).rows()
  expect(question_notes.map(({ user_id, text }) => `${user_id} ${text}`)).toEqual([1, 2, 3, 4].map((n) => `${ben} b${n}`))
})
