import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { defineEvents, type EventOf, eventWith, personal, sealed } from '../core/event.ts'
import { Rejection } from '../refusals/rejection.ts'

// `note-<userId>_<questionId>`: a private note. A save names the version it continues, so windows do not overwrite it.

const note = { userId: z.uuid(), questionId: z.uuid() }

export const noteEvents = defineEvents({
  NoteWritten: eventWith({ ...note, text: personal(z.string()) }, sealed('text')),
  NoteDeleted: eventWith(note),
})
export type NoteEvent = EventOf<(typeof noteEvents)[number]>

export interface NoteState {
  readonly text: string | null
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
  /** 0 for a new note. */
  readonly version: number
}

/** Rejects with `noteChanged` if another window saved meanwhile. */
export const writeNote =
  ({ userId, questionId, version, text }: Owned & { readonly text: string }): Decide<NoteState, NoteEvent> =>
  (state) => {
    if (state.text === text) return []
    if (state.version !== version) throw new Rejection('noteChanged')
    return [{ type: 'NoteWritten', data: { userId, questionId, text } }]
  }

export const deleteNote =
  ({ userId, questionId, version }: Owned): Decide<NoteState, NoteEvent> =>
  (state) => {
    if (state.text === null) return []
    if (state.version !== version) throw new Rejection('noteChanged')
    return [{ type: 'NoteDeleted', data: { userId, questionId } }]
  }
