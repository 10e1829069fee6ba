import { upgradeWords } from '@medicready/domain/billing/upgrade-words'
import { sessionQuestions, studyModeRules } from '@medicready/domain/study/modes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { api } from '../api/client.ts'
import { ApiError, isSignedOut, serverMessage } from '../api/errors.ts'
import { newUuid } from '../api/new-uuid.ts'
import { rooms } from '../api/rooms.ts'
import { useUser } from '../api/session.ts'
import { paths } from '../paths.ts'
import { type ToastWords, toast } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'
import { type Beginning, chooseMode, forgetChosenMode, noteBegun } from './chosen-mode.ts'
import type { BeginSession, BegunMode } from './study-modes.ts'

/** What is asked of a session; as many questions as the plan has unless another number is given. */
export type SessionWish = Pick<BeginSession, 'mode'> & Partial<Pick<BeginSession, 'count' | 'quiz' | 'about'>>

/** Where it is begun: by a button, which stays, or by the screen of the session, which is left. */
type Place = 'button' | 'screen'

/** Begins a session and goes to it. `beginning` is the mode that is on its way; null while none is. */
export function useBeginSession(place: Place = 'button') {
  const { subscriptionTier } = useUser()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const generate = useMutation({
    mutationFn: ({ request, attempt }: Beginning) => api('POST /api/study-session/generate', { body: request, idempotencyKey: attempt }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: rooms.study, refetchType: 'all' }),
  })

  const refuse = (notice: ToastWords) => {
    toast(notice)
    if (place === 'screen') void navigate(paths.studyMode(), { replace: true })
  }

  const begin = async ({ mode, count = sessionQuestions(subscriptionTier), quiz = null, about = null }: SessionWish) => {
    const chosen = chooseMode({ mode, count, quiz, about }, newUuid())
    try {
      const { sessionId, questions } = await generate.mutateAsync(chosen)
      if (questions.length === 0) {
        forgetChosenMode()
        toast(quiz ? noneForQuiz(count) : noQuestions)
        return void navigate(paths.studyMode(), { replace: place === 'screen' })
      }
      noteBegun(chosen, sessionId, questions)
      void navigate(paths.studySession({ session: sessionId }), { replace: place === 'screen' })
    } catch (error) {
      if (isSignedOut(error)) return
      // What the server refused becomes nothing; of all else it is not known, and the same is sent again.
      if (error instanceof ApiError && error.status < 500) forgetChosenMode()
      refuse(beginFailure(error, mode, place))
    }
  }

  return { begin, beginning: generate.isPending ? generate.variables.id : null }
}

export const noQuestions: ToastWords = {
  title: 'No Questions Available',
  description: 'Nothing in your modules fits right now. Try another mode, or other modules.',
}

export const noneForQuiz = (count: number): ToastWords => ({
  title: 'No Questions Available',
  description: `Nothing that matches this quiz fits into ${countOf(count, 'question')} right now. Try more questions, or ask for less.`,
})

/** Why a session could not be begun, in the words of its place. */
export function beginFailure(error: unknown, mode: BegunMode, place: Place): ToastWords {
  const { name, requiredTier } = studyModeRules[mode]
  const isPracticeButton = mode === 'practice' && place === 'button'
  if (error instanceof ApiError && error.code === 'studyLimitReached')
    return failed('Daily Limit Reached', serverMessage(error) ?? "You've reached your daily question limit.")
  switch (error instanceof ApiError ? error.status : undefined) {
    case 429:
      return failed(
        'Daily Limit Reached',
        place === 'button'
          ? "You've reached your daily question limit. Upgrade your subscription for more questions."
          : "You've reached your daily question limit.",
      )
    case 403:
      return failed('Upgrade Required', upgradeWords(name, requiredTier))
    case 400:
      return isPracticeButton
        ? failed('Select Modules First', 'Please select study modules before starting practice mode.')
        : failed('Select Study Modules', 'Please select your study modules first.')
  }
  if (!isPracticeButton) return failed('Error', 'Failed to generate questions. Please try again.')
  return failed(
    'Error',
    error instanceof ApiError
      ? (serverMessage(error) ?? 'Failed to generate practice questions')
      : 'Failed to start practice mode. Please try again.',
  )
}

const failed = (title: string, description: string): ToastWords => ({ title, description, variant: 'destructive' })
