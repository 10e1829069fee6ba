import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { Rejection } from '../refusals/rejection.ts'
import { given } from '../testing/given.ts'
import { deleteNote, type NoteEvent, noteAggregate, writeNote } from './note.ts'

const note = { userId: '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001', questionId: '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a021' }
const written = (text: string): NoteEvent => ({ type: 'NoteWritten', data: { ...note, text } })
const deleted: NoteEvent = { type: 'NoteDeleted', data: note }
const write = (text: string, version: number) => writeNote({ ...note, text, version })
const remove = (version: number) => deleteNote({ ...note, version })

test('a note can be written, changed, deleted, and written again from its latest version', () => {
  given(noteAggregate, [])
    .when(write('TXA within 3 h', 0))
    .emits([written('TXA within 3 h')])
  given(noteAggregate, [written('a')])
    .when(write('b', 1))
    .emits([written('b')])
  given(noteAggregate, [written('a')])
    .when(remove(1))
    .emits([deleted])
  given(noteAggregate, [written('a'), deleted])
    .when(write('c', 2))
    .emits([written('c')])
})

test('an unchanged note is not written again, whichever version is named', () => {
  given(noteAggregate, [written('a')])
    .when(write('a', 0))
    .emits([])
  given(noteAggregate, []).when(remove(0)).emits([])
  given(noteAggregate, [written('a'), deleted])
    .when(remove(1))
    .emits([])
})

test('an outdated window overwrites nothing', () => {
  given(noteAggregate, [written('a')])
    .when(write('b', 0))
    .refuses('noteChanged')
  given(noteAggregate, [written('a'), written('b')])
    .when(remove(1))
    .refuses('noteChanged')
  given(noteAggregate, [written('a'), deleted])
    .when(write('b', 1))
    .refuses('noteChanged')
})

test('no window overwrites what it has not seen, in any order of saving', () =>
  fc.assert(
    fc.property(
      fc.array(fc.record({ window: fc.nat(2), text: fc.constantFrom('', 'a', 'b', 'c'), looks: fc.boolean() }), { maxLength: 30 }),
      (steps) => {
        const seen = [0, 0, 0]
        const events: NoteEvent[] = []
        for (const { window, text, looks } of steps) {
          const before = fold(noteAggregate, events)
          if (looks) seen[window] = before.version
          const decide = text === '' ? remove(seen[window] ?? 0) : write(text, seen[window] ?? 0)
          try {
            const decided = decide(before)
            if (decided.length > 0) expect(seen[window]).toBe(before.version)
            events.push(...decided)
            seen[window] = fold(noteAggregate, events).version
          } catch (error) {
            expect(error).toEqual(new Rejection('noteChanged'))
            expect(seen[window]).toBeLessThan(before.version)
          }
        }
        expect(fold(noteAggregate, events).version).toBe(events.length)
      },
    ),
  ))
