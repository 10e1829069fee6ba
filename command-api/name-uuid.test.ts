import fc from 'fast-check'
import { v5 as uuidV5 } from 'uuid'
import { expect, test } from 'vitest'
import { uuidOfName } from './command-context.ts'

test('a name gets the UUID that the standard defines', () => {
  expect(uuidOfName('www.example.com', '6ba7b810-9dad-11d1-80b4-00c04fd430c8')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), (name, namespace) => {
      expect(uuidOfName(name, namespace)).toBe(uuidV5(name, namespace))
    }),
  )
})
