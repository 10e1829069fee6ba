import { expect, test } from 'vitest'
import { fnv1a } from './seeded-numbers.ts'

// From the authors' table of test vectors.
test.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['b', 0xe70c2de5],
  ['foobar', 0xbf9cf968],
])('the hash of %j matches the published one', (text, hash) => {
  expect(fnv1a(text)).toBe(hash)
})
