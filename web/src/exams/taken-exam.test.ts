import { beforeEach, expect, it, vi } from 'vitest'
import { forgetUnsent, keepUnsent, unsentAnswer } from './taken-exam.ts'

const examId = 'b8a4f0f6-8f0f-4a86-9d65-2f1a6f7e9a01'
const given = { questionId: 'q1', answer: { kind: 'multiple_choice', option: 'a' }, timeSpentSeconds: 12 } as const

const tab = () => {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

const numbered = () => {
  let keys = 0
  return () => {
    keys += 1
    return `key ${keys}`
  }
}

beforeEach(() => void vi.stubGlobal('sessionStorage', tab()))

it('an answer that is sent again keeps its key and time', () => {
  const newKey = numbered()
  expect(unsentAnswer(examId)).toBeNull()
  const first = keepUnsent(examId, given, newKey)
  expect(first).toEqual({ ...given, idempotencyKey: 'key 1' })
  expect(keepUnsent(examId, { ...given, timeSpentSeconds: 40 }, newKey)).toEqual(first)
  expect(unsentAnswer(examId)).toEqual(first)
})

it('another answer, or one to another question, is sent with a key of its own', () => {
  const newKey = numbered()
  keepUnsent(examId, given, newKey)
  expect(keepUnsent(examId, { ...given, answer: { ...given.answer, option: 'b' } }, newKey).idempotencyKey).toBe('key 2')
  expect(keepUnsent(examId, { ...given, questionId: 'q2' }, newKey).idempotencyKey).toBe('key 3')
})

it('delivered answers are dropped, and each exam keeps its own', () => {
  const newKey = numbered()
  keepUnsent(examId, given, newKey)
  keepUnsent('another', given, newKey)
  forgetUnsent(examId)
  expect(unsentAnswer(examId)).toBeNull()
  expect(unsentAnswer('another')).not.toBeNull()
})
