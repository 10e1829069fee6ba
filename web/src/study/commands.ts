import type { Question } from '@medicready/domain/contract/questions/questions'
import type { AnswerReceipt, UserModule } from '@medicready/domain/contract/study/study'
import { studyModeRules } from '@medicready/domain/study/modes'
import { type ModuleName, moduleNames } from '@medicready/domain/study/modules'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SubmittedAnswer } from '../answering/delivery.ts'
import { api } from '../api/client.ts'
import { ApiError, friendlyMessage } from '../api/errors.ts'
import { rooms } from '../api/rooms.ts'
import { sessionQuery, useUser } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { keepUnsent } from '../offline/keep-answer.ts'
import { toast } from '../ui/toast.tsx'
import { forgetPracticeQuestions } from './beginning.ts'
import { activeModulesQuery, allModulesQuery } from './queries.ts'

/** Screens that are not shown now are fetched again too, so that they do not open with figures from before. */
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

/**
 * Records the answer of a study session. Where it does not arrive it is kept, and sent when there is a connection
 * again; not where a clock runs.
 */
export function useRecordAnswer(mode: keyof typeof studyModeRules) {
  const { id: userId } = useUser()
  const record = useArrivingAnswer()
  return async (question: Question, given: SubmittedAnswer, studySessionId: string | null): Promise<RecordedAnswer> => {
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
      // It was ended elsewhere: its screen goes on to what it came to, which is not what the learner waits for.
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

/** Takes the learner from the leaderboard, or puts them there again. */
export function useShowOnLeaderboard() {
  const queries = useQueryClient()
  return useWrite('PATCH /api/user/settings', {
    onSuccess: async ({ showOnLeaderboard }) => {
      // A read of before, that is still on its way, would show what it was.
      await queries.cancelQueries({ queryKey: sessionQuery.queryKey })
      queries.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, showOnLeaderboard })
      await queries.invalidateQueries({ queryKey: [...rooms.study, 'leaderboard'], refetchType: 'all' })
    },
  })
}

/** Makes the wanted modules the learner's modules. After a failure half-way, saving again sends what is missing. */
export function useSaveModules() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (wanted: ReadonlySet<ModuleName>) => {
      const saved = await queries.fetchQuery(allModulesQuery)
      // One after the other: they all change the same short stream.
      for (const change of moduleChanges(saved, wanted))
        if (change.type === 'select') await api('POST /api/user/modules', { body: { module: change.module } })
        else await api('PATCH /api/user/modules/{id}', { params: { id: change.id }, body: { isActive: change.isActive } })
    },
    onSettled: () => refreshModules(queries),
  })
}

/** The id of a module that is shown as selected before the server has given it one. */
const AWAITING_ID = ''

/** Switches one module on or off. The switch moves at once, and back if the server refuses. */
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
    // One after the other, so that switching off what was just switched on meets the id that it got.
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
      // The last of several quick presses fetches; an earlier fetch would show the state between them.
      if (queries.isMutating({ mutationKey: SWITCH_MODULE }) <= 1) return refreshModules(queries)
    },
    mutationKey: SWITCH_MODULE,
  })
}

const SWITCH_MODULE = ['switchModule']

type ModuleChange = { type: 'select'; module: ModuleName } | { type: 'switch'; id: string; isActive: boolean }

/**
 * What turns the learner's modules into the wanted ones: new ones are selected, those no longer wanted are set aside,
 * and those once set aside are taken up again. Computed from what is saved, so that saving again after a failure sends
 * only what is missing.
 */
export function moduleChanges(saved: readonly UserModule[], wanted: ReadonlySet<ModuleName>): ModuleChange[] {
  return moduleNames.flatMap((module): ModuleChange[] => {
    const existing = saved.find((candidate) => candidate.module === module)
    const isActive = wanted.has(module)
    if (!existing) return isActive ? [{ type: 'select', module }] : []
    return existing.isActive === isActive ? [] : [{ type: 'switch', id: existing.id, isActive }]
  })
}
