import type { Figures } from '@medicready/domain/contract/study/analytics'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.tsx'
import { ApiError, isSignedOut, serverMessage } from './errors.ts'
import { rooms } from './query-keys.ts'
import { useWrite } from './write.ts'

type Recommendations = Figures['recommendations']
export type PreparedQuiz = Pick<NonNullable<Recommendations[keyof Recommendations]>, 'mode' | 'count' | 'quiz'>

export function useBeginQuiz() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const generate = useWrite('POST /api/study-session/generate', {
    onSuccess: () => queries.invalidateQueries({ queryKey: rooms.study, refetchType: 'all' }),
  })
  const begin = async ({ mode, count, quiz }: PreparedQuiz) => {
    try {
      const { sessionId, questions } = await generate.mutateAsync({ body: { mode, count, quiz } })
      if (questions.length === 0) toast({ title: 'No Questions Available' })
      else await navigate(paths.studySession({ session: sessionId }))
    } catch (error) {
      if (!isSignedOut(error)) toast({ ...failureWords(error), variant: 'destructive' })
    }
  }
  return { begin, isPending: generate.isPending }
}

function failureWords(error: unknown) {
  if (error instanceof ApiError && error.code === 'dailyLimitReached')
    return { title: 'Daily Limit Reached', description: "You've reached your daily question limit." }
  return {
    title: 'Error',
    description: (error instanceof ApiError && serverMessage(error)) || 'Failed to generate questions. Please try again.',
  }
}
