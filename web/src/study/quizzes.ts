import type { History, QuizFilter, QuizPreset } from '@medicready/domain/contract/study/quizzes'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { read } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'
import { useWrite } from '../api/write.ts'

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

/** A saved quiz, reduced to what the current plan allows. */
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

export const topicsQuery = queryOptions({
  queryKey: [...rooms.study, 'quizzes', 'topics'],
  queryFn: (query) => read(query, 'GET /api/quizzes/topics'),
})

export const presetsQuery = queryOptions({
  queryKey: presetsKey,
  queryFn: (query) => read(query, 'GET /api/quizzes/presets'),
})

export function useSavePreset() {
  const queries = useQueryClient()
  return useWrite('POST /api/quizzes/presets', { onSuccess: () => queries.invalidateQueries({ queryKey: presetsKey }) })
}

export function useDeletePreset() {
  const queries = useQueryClient()
  return useWrite('DELETE /api/quizzes/presets/{id}', { onSuccess: () => queries.invalidateQueries({ queryKey: presetsKey }) })
}
