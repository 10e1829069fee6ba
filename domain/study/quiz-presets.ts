import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith, personal, sealed } from '../core/event.ts'
import { Rejection } from '../refusals/rejection.ts'
import { MAX_QUIZ_QUESTIONS, QuizFilter, quizModes } from './quiz.ts'

/** `quizPresets-<userId>`: saved quizzes. */

export const MAX_QUIZ_PRESETS = 20
const preset = { userId: z.uuid(), presetId: z.uuid() }

export const quizPresetEvents = defineEvents({
  QuizPresetSaved: eventWith(
    { ...preset, name: personal(z.string()), filter: QuizFilter, mode: z.enum(quizModes), count: z.int().min(1).max(MAX_QUIZ_QUESTIONS) },
    sealed('name'),
  ),
  QuizPresetDeleted: eventWith(preset),
})
export type QuizPresetEvent = EventOf<(typeof quizPresetEvents)[number]>
type Preset = DataOf<QuizPresetEvent, 'QuizPresetSaved'>

export interface QuizPresetsState {
  readonly presets: readonly Preset[]
}

export const quizPresetsAggregate: Aggregate<QuizPresetsState, QuizPresetEvent> = {
  category: 'quizPresets',
  initial: { presets: [] },
  evolve: ({ presets }, { type, data }) => {
    const others = presets.filter(({ presetId }) => presetId !== data.presetId)
    return { presets: type === 'QuizPresetSaved' ? [...others, data] : others }
  },
}

export const presetNamed = ({ presets }: QuizPresetsState, name: string): Preset | undefined =>
  presets.find((other) => other.name !== null && other.name.toLowerCase() === name.toLowerCase())

/** Replaces one of the same name and keeps its id. Rejects with `tooManyQuizPresets`. */
export const saveQuizPreset =
  (command: Preset & { readonly name: string }): Decide<QuizPresetsState, QuizPresetEvent> =>
  (state) => {
    const known = presetNamed(state, command.name)
    const data = { ...command, presetId: known?.presetId ?? command.presetId }
    if (known && JSON.stringify(inOrder(known)) === JSON.stringify(inOrder(data))) return []
    if (!known && state.presets.length >= MAX_QUIZ_PRESETS) throw new Rejection('tooManyQuizPresets')
    return [{ type: 'QuizPresetSaved', data }]
  }

/** Independent of key order. */
const inOrder = ({ name, mode, count, filter }: Preset) => [name, mode, count, QuizFilter.parse(filter)]

export const deleteQuizPreset =
  (command: DataOf<QuizPresetEvent, 'QuizPresetDeleted'>): Decide<QuizPresetsState, QuizPresetEvent> =>
  ({ presets }) =>
    presets.some(({ presetId }) => presetId === command.presetId) ? [{ type: 'QuizPresetDeleted', data: command }] : []
