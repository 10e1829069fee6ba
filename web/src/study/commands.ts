import type { Question } from '@medicready/domain/contract/questions/questions'
import type { AnswerReceipt, UserModule } from '@medicready/domain/contract/study/study'
import { type ModuleName, moduleNames } from '@medicready/domain/questions/shown/modules'
import { studyModeRules } from '@medicready/domain/study/shown/modes'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SentAnswer } from '../answering/answer/delivery.ts'
import { api } from '../api/client.ts'
import { ApiError, friendlyMessage } from '../api/errors.ts'
import { rooms } from '../api/query-keys.ts'
import { sessionQuery, useUser } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { keepUnsent } from '../offline/keep-answer.ts'
import { toast } from '../ui/toast.tsx'
import { forgetPracticeQuestions } from './beginning.ts'
import { activeModulesQuery, allModulesQuery } from './queries.ts'

/** Also refetches queries that are not on screen, so that they do not open with old figures. */
const refreshStudy = (queries: QueryClient) => queries.invalidateQueries({ queryKey: rooms.study, refetchType: 'all' })

const refreshModules = (queries: QueryClient) =>
  Promise.all(
    [allModulesQuery, activeModulesQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey, exact: true, refetchType: 'all' })),
  )

export function useGenerateDailyQuestions() {
  const queries = useQueryClient()
  return useWrite('POST /api/daily-questions/generate', { onSuccess: () => refreshStudy(queries) })
}

/** What came of an answer; of one that waits to be sent, what was answered. */
export type RecordedAnswer = AnswerReceipt

/** An answer that does not arrive is kept and sent later, except where a clock runs. */
export function useRecordAnswer(mode: keyof typeof studyModeRules) {
  const { id: userId } = useUser()
  const record = useArrivingAnswer()
  return async (question: Question, given: SentAnswer, studySessionId: string | null): Promise<RecordedAnswer> => {
    const body = { questionId: question.id, ...given, studySessionId }
    try {
      return await record.mutateAsync({ body })
    } catch (error) {
      if (!studyModeRules[mode].showsAnswers) throw error
      const { id: questionId, stem } = question
      const { answer } = given
      return { ...(await keepUnsent(error, { userId, questionId, studySessionId, stem, answer, body })), isWithheld: true, opened: null }
    }
  }
}

function useArrivingAnswer() {
  const queries = useQueryClient()
  return useWrite('POST /api/user/responses', {
    onSuccess: () => {
      forgetPracticeQuestions()
      void refreshStudy(queries)
      void queries.invalidateQueries({ queryKey: rooms.questions })
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === 'sessionEnded')) return
      // It was ended on another device.
      toast({ title: 'Session Ended', description: friendlyMessage(error) })
      void refreshStudy(queries)
    },
  })
}

export function useCompleteSession() {
  const queries = useQueryClient()
  return useWrite('POST /api/study-sessions/{id}/complete', {
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: rooms.questions })
      return refreshStudy(queries)
    },
  })
}

export function useShowOnLeaderboard() {
  const queries = useQueryClient()
  return useWrite('PATCH /api/user/settings', {
    onSuccess: async ({ showOnLeaderboard }) => {
      // A read that is still under way would restore the old value.
      await queries.cancelQueries({ queryKey: sessionQuery.queryKey })
      queries.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, showOnLeaderboard })
      await queries.invalidateQueries({ queryKey: [...rooms.study, 'leaderboard'], refetchType: 'all' })
    },
  })
}

/** After a partial failure, saving again sends only what is missing. */
export function useSaveModules() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (wanted: ReadonlySet<ModuleName>) => {
      const saved = await queries.fetchQuery(allModulesQuery)
      // One at a time: they change the same stream.
      for (const change of moduleChanges(saved, wanted))
        if (change.type === 'select') await api('POST /api/user/modules', { body: { module: change.module } })
        else await api('PATCH /api/user/modules/{id}', { params: { id: change.id }, body: { isActive: change.isActive } })
    },
    onSettled: () => refreshModules(queries),
  })
}

/** The id of a selected module until the server has answered. */
const AWAITING_ID = ''

/** Optimistic; reverts if the server refuses. */
export function useSwitchModule() {
  const queries = useQueryClient()
  const { queryKey } = allModulesQuery
  const entryOf = (module: ModuleName) => queries.getQueryData(queryKey)?.find((entry) => entry.module === module)
  const show = (module: ModuleName, change: Partial<UserModule>) =>
    queries.setQueryData(queryKey, (entries = []) => {
      const entry = entries.find((candidate) => candidate.module === module)
      const added: UserModule = { id: AWAITING_ID, module, isActive: true, createdAt: new Date().toISOString() }
      return entry
        ? entries.map((candidate) => (candidate === entry ? { ...entry, ...change } : candidate))
        : [...entries, { ...added, ...change }]
    })
  return useMutation({
    // One at a time, so that switching off again uses the id from the response.
    scope: { id: 'modules' },
    onMutate: async ({ module, isActive }: { module: ModuleName; isActive: boolean }) => {
      await queries.cancelQueries({ queryKey })
      show(module, { isActive })
    },
    mutationFn: async ({ module, isActive }) => {
      const id = entryOf(module)?.id ?? AWAITING_ID
      if (id !== AWAITING_ID) await api('PATCH /api/user/modules/{id}', { params: { id }, body: { isActive } })
      else if (isActive) show(module, { id: (await api('POST /api/user/modules', { body: { module } })).id })
    },
    onError: (_, { module, isActive }) => show(module, { isActive: !isActive }),
    onSettled: () => {
      // Only the last of several quick presses refetches; earlier results would be intermediate.
      if (queries.isMutating({ mutationKey: SWITCH_MODULE }) <= 1) return refreshModules(queries)
    },
    mutationKey: SWITCH_MODULE,
  })
}

const SWITCH_MODULE = ['switchModule']

type ModuleChange = { type: 'select'; module: ModuleName } | { type: 'switch'; id: string; isActive: boolean }

/** Computed from what is saved, so that saving again after a failure sends only what is missing. */
export function moduleChanges(saved: readonly UserModule[], wanted: ReadonlySet<ModuleName>): ModuleChange[] {
  return moduleNames.flatMap((module): ModuleChange[] => {
    const existing = saved.find((candidate) => candidate.module === module)
    const isActive = wanted.has(module)
    if (!existing) return isActive ? [{ type: 'select', module }] : []
    return existing.isActive === isActive ? [] : [{ type: 'switch', id: existing.id, isActive }]
  })
}
