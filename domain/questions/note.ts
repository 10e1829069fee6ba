import { z } from 'zod'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf, personal } from '../event.ts'
import { Rejection } from '../rejection.ts'

/**
 * `note-<userId>_<questionId>`: what a learner has written down about a question, for themselves alone. It is saved
 * while they write, in whatever windows they have open: each saving says which state of the note it goes on from, so
 * that no window takes away what another has saved.
 */

const note = { userId: z.uuid(), questionId: z.uuid() }

export const NoteWritten = defineEvent(
  'NoteWritten',
  { ...note, text: personal(z.string()) },
  { personal: { subject: 'userId', fields: ['text'] } },
)
export const NoteDeleted = defineEvent('NoteDeleted', note)

export const noteEvents = [NoteWritten, NoteDeleted] as const
export type NoteEvent = EventOf<(typeof noteEvents)[number]>

export interface NoteState {
  /** Null where there is no note. */
  readonly text: string | null
  /** How often it was saved or deleted. */
  readonly version: number
}

export const noteAggregate: Aggregate<NoteState, NoteEvent> = {
  category: 'note',
  initial: { text: null, version: 0 },
  evolve: ({ version }, event) => ({ text: event.type === 'NoteWritten' ? event.data.text : null, version: version + 1 }),
}

export const noteId = (userId: string, questionId: string): string => `${userId}_${questionId}`

interface Owned {
  readonly userId: string
  readonly questionId: string
  /** The version that the writer has before them; 0 where they saw no note yet. */
  readonly version: number
}

/** Writes the whole note. Refused with `noteChanged` where another window has saved something else since. */
export const writeNote =
  ({ userId, questionId, version, text }: Owned & { readonly text: string }): Decide<NoteState, NoteEvent> =>
  (state) => {
    if (state.text === text) return []
    if (state.version !== version) throw new Rejection('noteChanged')
    return [{ type: 'NoteWritten', data: { userId, questionId, text } }]
  }

/** Takes the note away. Refused with `noteChanged` where another window has saved something since. */
export const deleteNote =
  ({ userId, questionId, version }: Owned): Decide<NoteState, NoteEvent> =>
  (state) => {
    if (state.text === null) return []
    if (state.version !== version) throw new Rejection('noteChanged')
    return [{ type: 'NoteDeleted', data: { userId, questionId } }]
  }
