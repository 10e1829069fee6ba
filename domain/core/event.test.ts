import { expect, test } from 'vitest'
import { z } from 'zod'
import { currentSchemaVersion, defineEvents, eventDataToWrite, eventWith, readEventData } from './event.ts'

/** An event whose name was first one text, then two, of which the second can be unknown. */
const [NameGiven] = defineEvents({
  NameGiven: eventWith(
    { first: z.string(), last: z.string().nullable() },
    {
      upcasters: [
        ({ name }) => ({ first: String(name).split(' ')[0], second: String(name).split(' ')[1] }),
        ({ first, second }) => ({ first, last: second ?? null }),
      ],
    },
  ),
})
if (!NameGiven) throw new Error('No event is defined.')

test('data of every older version is upcast to the current one, step by step', () => {
  expect(currentSchemaVersion(NameGiven)).toBe(3)
  expect(readEventData(NameGiven, 1, { name: 'Ana Silva' })).toEqual({ first: 'Ana', last: 'Silva' })
  expect(readEventData(NameGiven, 2, { first: 'Ana' })).toEqual({ first: 'Ana', last: null })
  expect(readEventData(NameGiven, 3, { first: 'Ana', last: 'Silva' })).toEqual({ first: 'Ana', last: 'Silva' })
})

test('data that does not match its version is refused, and so is a future version', () => {
  expect(() => readEventData(NameGiven, 3, { name: 'Ana Silva' })).toThrow(z.ZodError)
  expect(() => readEventData(NameGiven, 4, { first: 'Ana', last: null })).toThrow('NameGiven has schema version 4, newer than the known 3')
})

test('with a downcaster, the version before is written, and both are read', () => {
  const given = { first: 'Ana', last: 'Silva' }
  expect(eventDataToWrite(NameGiven, given)).toEqual({ data: given, schemaVersion: '3' })
  const expanding = { ...NameGiven, downcaster: ({ first, last }: Record<string, unknown>) => ({ first, second: last }) }
  expect(eventDataToWrite(expanding, given)).toEqual({ data: { first: 'Ana', second: 'Silva' }, schemaVersion: '2' })
  expect(readEventData(expanding, 2, { first: 'Ana', second: null })).toEqual({ first: 'Ana', last: null })
  expect(readEventData(expanding, 3, given)).toEqual(given)
})
