import type { History, QuizFilter, QuizPreset } from '@medicready/domain/contract/study/quizzes'
import { PRESET_NAME_MAX_LENGTH } from '@medicready/domain/study/shown/modes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useForm } from '../api/form.ts'
import { rooms } from '../api/query-keys.ts'
import { read, readQuery } from '../api/read.ts'
import { attempt, useRefetching, useWrite } from '../api/write.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { lazyPart, Part } from '../ui/part.tsx'
import { toast } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'
import type { SessionWish } from './beginning.ts'

export type QuizDraft = Pick<QuizPreset, 'filter' | 'mode' | 'count'>

export const emptyFilter: QuizFilter = { modules: [], subTopics: [], difficulties: [], kinds: [], judgmentSteps: [], histories: [] }

export const historyWords: Readonly<Record<History, string>> = {
  new: 'New to you',
  missed: 'Missed last time',
  flagged: 'Flagged',
  slow: 'Right, but slow',
  guessed: 'Right, but not sure',
}

/** In a fixed order, because the order of choosing makes no difference. */
export const toggled = <Word extends string>(words: readonly Word[], word: Word): Word[] =>
  words.includes(word) ? words.filter((other) => other !== word) : [...words, word].sort()

/** Null unless it is a whole number of 1 to `most`. */
export function wantedCount(typed: string, most: number): number | null {
  const count = Number(typed)
  return /^\d+$/.test(typed.trim()) && count >= 1 && count <= most ? count : null
}

/** A case is given as a whole, so the minimum may exceed one question. */
export function obstacleTo({ questions, fewest }: { questions: number; fewest: number }, count: number, most: number): string | undefined {
  if (questions === 0) return 'No question matches.'
  if (fewest <= count) return undefined
  return fewest <= most
    ? `The matching questions are in cases of ${fewest} or more. Please choose at least ${fewest}.`
    : `The matching questions are in cases of ${fewest} or more, but your plan allows ${most} per session.`
}

export const asAllowed = (
  { filter, mode, count }: QuizDraft,
  { most, isTimedOpen }: { most: number; isTimedOpen: boolean },
): QuizDraft => ({
  filter,
  mode: isTimedOpen ? mode : 'tutor_mode',
  count: Math.min(count, most),
})

const presetsKey = [...rooms.study, 'quizzes', 'presets']

/** Keeps the previous count while the next one loads. */
export const matchingQuery = (filter: QuizFilter) =>
  queryOptions({
    queryKey: [...rooms.study, 'quizzes', 'matching', filter],
    queryFn: (query) => read(query, 'GET /api/quizzes/matching', { query: { filter: JSON.stringify(filter) } }),
    placeholderData: keepPreviousData,
  })

export const topicsQuery = readQuery([...rooms.study, 'quizzes', 'topics'], 'GET /api/quizzes/topics')

export const presetsQuery = readQuery(presetsKey, 'GET /api/quizzes/presets')

const loadSchema = async () => (await import('@medicready/domain/contract/study/forms')).PresetName

const KeepAheadButton = lazyPart(() => import('./keep-ahead-button.tsx'))

interface SavedQuizzesProps {
  presets: readonly QuizPreset[]
  isBeginning: boolean
  wishOf: (preset: QuizPreset) => SessionWish
  onLoad: (preset: QuizPreset) => void
  onStart: (preset: QuizPreset) => void
}

export function SavedQuizzes({ presets, isBeginning, wishOf, onLoad, onStart }: SavedQuizzesProps) {
  const deletion = useWrite('DELETE /api/quizzes/presets/{id}', useRefetching(presetsKey))
  if (presets.length === 0) return null
  const remove = ({ id, name }: QuizPreset) =>
    attempt(async () => {
      await deletion.mutateAsync({ params: { id } })
      toast({ title: 'Quiz Deleted', description: name })
    })
  return (
    <section aria-labelledby="saved-quizzes" className="grid gap-1">
      <h3 id="saved-quizzes" className="text-sm font-semibold">
        Your saved quizzes
      </h3>
      <ul className="divide-y divide-hairline">
        {presets.map((preset) => (
          <li key={preset.id} className="flex flex-wrap items-center gap-2 py-1.5">
            <div className="grid min-w-40 flex-1">
              <span className="font-medium wrap-anywhere">{preset.name}</span>
              <span className="text-sm text-muted">
                {countOf(preset.count, 'question')} · {preset.mode === 'timed_exam' ? 'Timed' : 'Tutor'}
              </span>
            </div>
            <Button size="sm" aria-label={`Start ${preset.name}`} loading={isBeginning} onClick={() => onStart(preset)} label="Start" />
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Load ${preset.name}`}
              onClick={() => {
                onLoad(preset)
                toast({ title: 'Quiz Loaded', description: preset.name })
              }}
              label="Load"
            />
            {preset.mode !== 'timed_exam' && (
              <Part>
                <KeepAheadButton size="sm" wish={wishOf(preset)} name={preset.name} />
              </Part>
            )}
            <IconButton icon={Trash2} small label={`Delete ${preset.name}`} onClick={() => void remove(preset)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function SaveQuiz({ draft }: { draft: QuizDraft | null }) {
  const saving = useWrite('POST /api/quizzes/presets', useRefetching(presetsKey))
  const { form, field, isSending, reset } = useForm({
    schema: loadSchema,
    initial: { name: '' },
    send: async ({ name }, { showAt }) => {
      if (!draft) return showAt('name', 'Please choose how many questions first.')
      await saving.mutateAsync({ body: { ...draft, name } })
      toast({ title: 'Quiz Saved', description: name })
      reset()
    },
  })
  return (
    <form {...form} className="flex flex-wrap items-start gap-3">
      <div className="min-w-48 flex-1">
        <TextField {...field('name')} label="Save this quiz as" maxLength={PRESET_NAME_MAX_LENGTH} />
      </div>
      <Button type="submit" variant="secondary" className="sm:mt-6.5" loading={isSending} busy="SAVING..." label="SAVE QUIZ" />
    </form>
  )
}
