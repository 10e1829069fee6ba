import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { Rejection } from '../refusals/rejection.ts'
import { given } from '../testing/given.ts'
import { deleteQuizPreset, MAX_QUIZ_PRESETS, type QuizPresetEvent, quizPresetsAggregate, saveQuizPreset } from './quiz-presets.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const preset = (number: number, name = `Quiz ${number}`, count = 10) => ({
  userId,
  presetId: `3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a1${String(number).padStart(2, '0')}`,
  name,
  filter: { modules: [], subTopics: [], difficulties: [], kinds: [], judgmentSteps: [], histories: ['missed' as const] },
  mode: 'tutor_mode' as const,
  count,
})
const saved = (number: number, name?: string, count?: number): QuizPresetEvent => ({
  type: 'QuizPresetSaved',
  data: preset(number, name, count),
})
const deleted = (number: number): QuizPresetEvent => ({ type: 'QuizPresetDeleted', data: { userId, presetId: preset(number).presetId } })
const remove = (number: number) => deleteQuizPreset({ userId, presetId: preset(number).presetId })

test('a quiz is saved, and replaced under its id by one of the same name', () => {
  given(quizPresetsAggregate, [])
    .when(saveQuizPreset(preset(1)))
    .emits([saved(1)])
  given(quizPresetsAggregate, [saved(1)])
    .when(saveQuizPreset(preset(2, 'Quiz 1')))
    .emits([])
  given(quizPresetsAggregate, [saved(1)])
    .when(saveQuizPreset(preset(2, 'QUIZ 1', 20)))
    .emits([saved(1, 'QUIZ 1', 20)])
})

test('a quiz is deleted once', () => {
  given(quizPresetsAggregate, [saved(1)])
    .when(remove(1))
    .emits([deleted(1)])
  given(quizPresetsAggregate, [saved(1), deleted(1)])
    .when(remove(1))
    .emits([])
  given(quizPresetsAggregate, [saved(1), deleted(1)])
    .when(saveQuizPreset(preset(2, 'Quiz 1')))
    .emits([saved(2, 'Quiz 1')])
})

test('there is a limit, but a preset can be replaced at the limit', () => {
  const full = Array.from({ length: MAX_QUIZ_PRESETS }, (_, number) => saved(number))
  given(quizPresetsAggregate, full)
    .when(saveQuizPreset(preset(50)))
    .refuses('tooManyQuizPresets')
  given(quizPresetsAggregate, full)
    .when(saveQuizPreset(preset(50, 'Quiz 3', 7)))
    .emits([saved(3, 'Quiz 3', 7)])
  given(quizPresetsAggregate, [...full, deleted(4)])
    .when(saveQuizPreset(preset(50)))
    .emits([saved(50)])
})

test('whatever is saved and deleted, no name occurs twice and the limit holds', () =>
  fc.assert(
    fc.property(fc.array(fc.record({ number: fc.nat(40), name: fc.nat(30), isSaved: fc.boolean() }), { maxLength: 120 }), (steps) => {
      const events: QuizPresetEvent[] = []
      for (const [index, { number, name, isSaved }] of steps.entries())
        try {
          events.push(...(isSaved ? saveQuizPreset(preset(index, `Quiz ${name}`)) : remove(number))(fold(quizPresetsAggregate, events)))
        } catch (error) {
          expect(error).toEqual(new Rejection('tooManyQuizPresets'))
        }
      const { presets } = fold(quizPresetsAggregate, events)
      expect(presets.length).toBeLessThanOrEqual(MAX_QUIZ_PRESETS)
      expect(new Set(presets.map((one) => one.name)).size).toBe(presets.length)
    }),
  ))
