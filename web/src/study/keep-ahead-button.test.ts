import { expect, test } from 'vitest'
import { keptWords, roomOf } from './keep-ahead-button.tsx'

test.each([
  [0, '1 KB'],
  [47_600, '48 KB'],
  [999_499, '999 KB'],
  [999_500, '1.0 MB'],
  [12_340_000, '12.3 MB'],
])('%d bytes are %s', (bytes, words) => expect(roomOf(bytes)).toBe(words))

test('the pictures of saved content are mentioned with it', () => {
  expect(keptWords({ bytes: 12_000, pictures: 0 })).toBe('12 KB')
  expect(keptWords({ bytes: 112_000, pictures: 1 })).toBe('112 KB, 1 picture')
  expect(keptWords({ bytes: 212_000, pictures: 3 })).toBe('212 KB, 3 pictures')
})
