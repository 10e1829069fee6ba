import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { codesOfFieldWords, errors, examAnswerRequired } from '../refusals/shown/errors.ts'
import type { Call } from './call/call.ts'
import { contract } from './contract.ts'

const told = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).error?.issues.map(({ message }) => message)

test.each<[string, z.ZodType, unknown]>([
  ['This field is required', z.uuid(), undefined],
  ['This field is required', z.enum(['one', 'other']), ''],
  ['This field is required', z.int().min(0), null],
  ['This is not a valid ID', z.uuid(), 'x'],
  ['This must be text', z.string(), 7],
  ['This must be a whole number', z.int(), 0.5],
  ['This must be at least 0', z.int().min(0), -1],
  ['This must be more than 0', z.number().positive(), 0],
  ['This must be at most 5', z.int().max(5), 6],
  ['This must have at most 1 character', z.string().max(1), 'xx'],
  ['This must have at least 2 entries', z.array(z.int()).min(2), []],
  ['This must have exactly 4 entries', z.array(z.int()).length(4), []],
  ['This must be one of: one, other', z.enum(['one', 'other']), 'third'],
  ['This must be true', z.literal(true), false],
  ['This must be a date such as 2026-11-23', z.iso.date(), 'today'],
  ['This has the wrong format', z.string().regex(/^a$/), 'b'],
  ['This has unknown fields: b', z.strictObject({ a: z.int() }), { a: 1, b: 2 }],
  ['This is not valid', z.union([z.int(), z.boolean()]), 'x'],
  ['Words of its own', z.int('Words of its own'), 'x'],
])('%s', (words, schema, value) => {
  expect(told(schema, value)).toEqual([words])
})

const calls = Object.entries(contract) as [string, Call][]
const wrong = [undefined, null, '', 'x', -1, 0.5, Number.NaN, true, [], {}, 'x'.repeat(100_000), Array.from({ length: 5_000 }, () => 'x')]

/** The library's words are reached only if we have none. */
function reachedWordsOfZod(schema: z.core.$ZodType, example: unknown): string[] {
  const fields = Object.entries(example as Record<string, unknown>)
  const inputs = [...wrong, ...fields.flatMap(([name]) => wrong.map((value) => ({ ...(example as object), [name]: value })))]
  return inputs.flatMap((input) => told(schema, input) ?? []).filter((words) => words === 'Of zod')
}

describe('no call reports an invalid field in the words of zod', () => {
  const { localeError } = z.config()
  test.each(calls)('%s', (_key, { params, query, body, example }) => {
    z.config({ localeError: () => 'Of zod' })
    const reached = [
      ...(params ? reachedWordsOfZod(params, example.params) : []),
      ...(query ? reachedWordsOfZod(query, example.query) : []),
      ...(body ? reachedWordsOfZod(body, example.body) : []),
    ]
    z.config({ localeError })
    expect(reached).toEqual([])
  })
})

describe('a missing answer has its own code, in the words of', () => {
  const wordsOf = (key: string, answer: unknown) => {
    const { body, example } = contract[key as keyof typeof contract] as Call
    return told(body as z.core.$ZodType, { ...(example.body as object), selectedAnswer: null, answer })
  }
  test.each([
    ['POST /api/practice-exams/{examId}/answer', examAnswerRequired],
    ['POST /api/samples/{id}/answer', errors.answerRequired.message],
    ['POST /api/questions/{id}/answer', errors.answerRequired.message],
    ['POST /api/user/responses', errors.answerRequired.message],
  ])('%s', (key, words) => {
    for (const answer of [undefined, null]) expect(wordsOf(key, answer)).toEqual([words])
    expect(codesOfFieldWords[words]).toBe('answerRequired')
  })
})
