import { upgradeWords } from '@medicready/domain/billing/shown/plan-words'
import type { Question } from '@medicready/domain/contract/questions/questions'
import { sessionQuestions, studyModeRules } from '@medicready/domain/study/shown/modes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BookOpenCheck, GraduationCap, type LucideIcon, RotateCcw, Timer } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { api, type Sent } from '../api/client.ts'
import { ApiError, isSignedOut, serverMessage } from '../api/errors.ts'
import { newUuid } from '../api/new-uuid.ts'
import { rooms } from '../api/query-keys.ts'
import { useUser } from '../api/session.ts'
import { paths } from '../paths.ts'
import { keep, ofThisTab, readKept } from '../ui/kept.ts'
import { type ToastWords, toast } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'

type BeginSession = Sent<'POST /api/study-session/generate'>['body']
export type BegunMode = BeginSession['mode']

interface ModeTexts {
  readonly icon: LucideIcon
  readonly description: string
  readonly features: readonly string[]
  readonly help: { readonly when: string; readonly text: string }
}

export const modeTexts: Readonly<Record<BegunMode, ModeTexts>> = {
  practice: {
    icon: BookOpenCheck,
    description: 'A short set of questions from your modules, each explained as soon as you answer it.',
    features: [
      'New questions first, starting with your weakest modules',
      'The right answer and the explanation after each question',
      'No time limit and no confidence rating',
      'Flag what you want to see again',
    ],
    help: { when: 'New ground', text: 'Choose Practice Mode to see new questions and read why each answer is right.' },
  },
  review: {
    icon: RotateCcw,
    description: 'Your earlier questions come back when you are about to forget them.',
    features: [
      'Reviews that are due come first',
      'Then questions that you missed or flagged',
      'Answer, explanation, and clinical pearl after each question',
      'Choices in a new order',
    ],
    help: {
      when: 'Things you have seen before',
      text: 'Choose Review Mode when reviews are due or when you recently missed or flagged questions.',
    },
  },
  tutor_mode: {
    icon: GraduationCap,
    description: 'Take your time: rate your confidence, answer, and read the full explanation.',
    features: [
      'Rate your confidence from 1 to 5 before you answer',
      'Answer, explanation, and clinical pearl after each question',
      'The reason for each option, and the references',
      'Your own quiz by module, topic, and difficulty',
    ],
    help: {
      when: 'A topic that will not stick',
      text: 'Choose Tutor Mode to slow down, rate your confidence, and read the reason for each option.',
    },
  },
  timed_exam: {
    icon: Timer,
    description: 'Timed questions, with no feedback until the end.',
    features: [
      '90 seconds for each question',
      'The clock turns red for the last 10 seconds',
      'No answers or explanations until the session ends',
      'A question that runs out of time counts as wrong',
    ],
    help: {
      when: 'The exam is getting close',
      text: 'Choose Timed Exam to get used to the pace, once you answer most untimed questions correctly.',
    },
  },
}

export const begunModes = Object.keys(modeTexts) as BegunMode[]

/**
 * The chosen mode and the first questions of practice survive a reload. If the response is lost, the same request is
 * sent again and starts one session.
 */

const CHOSEN_MODE = 'selectedStudyMode'
const PRACTICE_QUESTIONS = 'practiceQuestions'

interface ChosenMode {
  id: BegunMode
  name: string
  showAnswersImmediately: boolean
  showExplanations: boolean
  showClinicalPearls: boolean
  requiredTier: string
  /** Null if only the mode was chosen. */
  request: BeginSession | null
  /** Distinguishes attempts with the same mode. */
  attempt: string
  sessionId: string | null
}

type Beginning = ChosenMode & { request: BeginSession }

/** Earlier builds kept the mode alone. */
export function chosenMode(): ChosenMode | null {
  const kept = readKept(ofThisTab, CHOSEN_MODE) as Partial<ChosenMode> | null
  if (typeof kept !== 'object' || kept === null || !begunModes.some((mode) => mode === kept.id)) return null
  return { request: null, sessionId: null, ...kept } as ChosenMode
}

/** Choosing the same mode again before the outcome is known is the same attempt. */
export function chooseMode(request: BeginSession, newAttempt: string): Beginning {
  const before = chosenMode()
  if (before && before.sessionId === null && JSON.stringify(before.request) === JSON.stringify(request)) return { ...before, request }
  const { name, requiredTier, showsAnswers, showsExplanations, showsPearls } = studyModeRules[request.mode]
  const chosen = {
    id: request.mode,
    name,
    showAnswersImmediately: showsAnswers,
    showExplanations: showsExplanations,
    showClinicalPearls: showsPearls,
    requiredTier,
    request,
    attempt: newAttempt,
    sessionId: null,
  }
  keep(ofThisTab, CHOSEN_MODE, chosen)
  return chosen
}

function noteBegun(chosen: ChosenMode, sessionId: string, questions: readonly (Question | null)[]): void {
  keep(ofThisTab, CHOSEN_MODE, { ...chosen, sessionId })
  keep(ofThisTab, PRACTICE_QUESTIONS, chosen.id === 'practice' ? questions : null)
}

const forgetChosenMode = (): void => keep(ofThisTab, CHOSEN_MODE, null)

/** Only until the first answer; null for other sessions. */
export function practiceQuestions(sessionId: string): readonly Question[] | null {
  const chosen = chosenMode()
  if (chosen?.id !== 'practice' || chosen.sessionId !== sessionId) return null
  const questions = readKept(ofThisTab, PRACTICE_QUESTIONS)
  return Array.isArray(questions) && questions.length > 0 && questions.every(isQuestion) ? questions : null
}

/** A closed part of a case has no content yet. */
const isQuestion = (kept: Partial<Question> | null): kept is Question => typeof kept?.item?.kind === 'string'

/** From the first answer on, only the server knows the state of the session. */
export const forgetPracticeQuestions = (): void => keep(ofThisTab, PRACTICE_QUESTIONS, null)

export type SessionWish = Pick<BeginSession, 'mode'> & Partial<Pick<BeginSession, 'count' | 'quiz' | 'about'>>

/** A button stays on screen, the session page is left. */
type Place = 'button' | 'screen'

/** `beginning` is the mode that is being started, or null. */
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
      // A refusal settles the attempt. After other failures its outcome is unknown, so it is sent again.
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
  description: `No matching questions fit into ${countOf(count, 'question')} right now. Try more questions or fewer filters.`,
})

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
