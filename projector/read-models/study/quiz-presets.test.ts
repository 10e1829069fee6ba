import type { Fact, FactOf } from '@medicready/domain/events'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { quizPresets } from './quiz-presets.ts'

const person = (n: number) => `00000000-0000-4000-8000-00000000100${n}`
const presetId = (n: number) => `00000000-0000-4000-8000-00000000200${n}`
const quiz: Pick<FactOf<'QuizPresetSaved'>['data'], 'filter' | 'mode' | 'count'> = {
  filter: { modules: [], subTopics: [], difficulties: [], kinds: [], judgmentSteps: [], histories: ['missed'] },
  mode: 'tutor_mode',
  count: 5,
}
const saved = (userId: string, n: number, name: string): Fact => ({
  type: 'QuizPresetSaved',
  data: { ...quiz, userId, presetId: presetId(n), name },
})
const deleted = (userId: string, n: number): Fact => ({ type: 'QuizPresetDeleted', data: { userId, presetId: presetId(n) } })
const [ana, ben] = [person(1), person(2)]

test('saved quizzes are the latest ones, separately for each learner', () =>
  given(quizPresets, [saved(ana, 1, 'a'), saved(ana, 2, 'b'), saved(ben, 3, 'c'), saved(ana, 1, 'A')]).leaves({
    quiz_presets: [
      {
        user_id: ana,
        presets: [
          { id: presetId(2), name: 'b', ...quiz },
          { id: presetId(1), name: 'A', ...quiz },
        ],
      },
      { user_id: ben, presets: [{ id: presetId(3), name: 'c', ...quiz }] },
    ],
  }))

test('deleted presets are removed, and all presets of an erased user', async () => {
  await given(quizPresets, [saved(ana, 1, 'a'), saved(ana, 2, 'b'), deleted(ana, 1)]).leaves({
    quiz_presets: [{ presets: [{ id: presetId(2), name: 'b', ...quiz }] }],
  })
  await given(quizPresets, [saved(ana, 1, 'a'), deleted(ana, 1)]).leaves({ quiz_presets: [] })
  await given(quizPresets, [saved(ana, 1, 'a'), saved(ben, 3, 'c'), { type: 'AccountErased', data: { userId: ana } }]).leaves({
    quiz_presets: [{ user_id: ben }],
  })
})
