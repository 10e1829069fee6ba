import { expect, it } from 'vitest'
import { newUuid } from './new-uuid.ts'

it('makes random, distinct UUIDs', () => {
  const made = Array.from({ length: 1_000 }, newUuid)
  for (const uuid of made) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(made).size).toBe(made.length)
})
