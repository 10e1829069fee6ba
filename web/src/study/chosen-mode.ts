import type { Question } from '@medicready/domain/contract/questions'
import { studyModeRules } from '@medicready/domain/study/modes'
import type { BeginSession, BegunMode } from './study-modes.ts'

/**
 * The mode that was chosen in this window, and the questions that practice began with. They outlive a reload, so that
 * a beginning whose answer was lost is sent again as the same one, and begins one session.
 */

const CHOSEN_MODE = 'selectedStudyMode'
const PRACTICE_QUESTIONS = 'practiceQuestions'

export interface ChosenMode {
  id: BegunMode
  name: string
  showAnswersImmediately: boolean
  showExplanations: boolean
  showClinicalPearls: boolean
  requiredTier: string
  /** What the session is asked for with. */
  request: BeginSession
  /** Tells this beginning from others of the same mode. */
  attempt: string
  /** Null until it has begun. */
  sessionId: string | null
}

/** A browser that refuses to keep anything still has the session's address. */
function kept<Kept>(key: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

function keep(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Then it is asked for again.
  }
}

export const chosenMode = (): ChosenMode | null => kept<ChosenMode>(CHOSEN_MODE)

/** Chooses a mode. Choosing the same again before it is known whether it has begun is the same choice. */
export function chooseMode(request: BeginSession, newAttempt: string): ChosenMode {
  const before = chosenMode()
  if (before && before.sessionId === null && JSON.stringify(before.request) === JSON.stringify(request)) return before
  const { name, requiredTier, showsAnswers, showsExplanations, showsPearls } = studyModeRules[request.mode]
  const chosen: ChosenMode = {
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
  keep(CHOSEN_MODE, chosen)
  return chosen
}

/** Notes which session the choice became, with its questions where it is practice. */
export function noteBegun(chosen: ChosenMode, sessionId: string, questions: readonly (Question | null)[]): void {
  keep(CHOSEN_MODE, { ...chosen, sessionId })
  keep(PRACTICE_QUESTIONS, chosen.id === 'practice' ? questions : null)
}

/** Forgets a choice that became nothing. */
export const forgetChosenMode = (): void => keep(CHOSEN_MODE, null)

/** The questions that a practice session began with, until its first answer; null of other sessions. */
export function practiceQuestions(sessionId: string): readonly Question[] | null {
  const chosen = chosenMode()
  if (chosen?.id !== 'practice' || chosen.sessionId !== sessionId) return null
  const questions = kept<(Question | null)[]>(PRACTICE_QUESTIONS) ?? []
  const known = questions.filter((question) => question !== null)
  return known.length > 0 && known.length === questions.length ? known : null
}

/** From the first answer on, only the server knows how the session stands. */
export const forgetPracticeQuestions = (): void => keep(PRACTICE_QUESTIONS, null)
