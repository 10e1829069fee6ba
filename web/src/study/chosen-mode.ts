import type { Question } from '@medicready/domain/contract/questions/questions'
import { studyModeRules } from '@medicready/domain/study/modes'
import { keep, ofThisTab, readKept } from '../ui/kept.ts'
import { type BeginSession, type BegunMode, begunModes } from './study-modes.ts'

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
  /** What the session is asked for with; null where only the mode was chosen. */
  request: BeginSession | null
  /** Tells this beginning from others of the same mode. */
  attempt: string
  /** Null until it has begun. */
  sessionId: string | null
}

/** A choice with all that a session is begun with. */
export type Beginning = ChosenMode & { request: BeginSession }

/**
 * The choice that stands; null where there is none. An earlier build, or another hand, may have kept no more than the
 * mode.
 */
export function chosenMode(): ChosenMode | null {
  const kept = readKept(ofThisTab, CHOSEN_MODE) as Partial<ChosenMode> | null
  if (typeof kept !== 'object' || kept === null || !begunModes.some((mode) => mode === kept.id)) return null
  return { request: null, sessionId: null, ...kept } as ChosenMode
}

/** Chooses a mode. Choosing the same again before it is known whether it has begun is the same choice. */
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

/** Notes which session the choice became, with its questions where it is practice. */
export function noteBegun(chosen: ChosenMode, sessionId: string, questions: readonly (Question | null)[]): void {
  keep(ofThisTab, CHOSEN_MODE, { ...chosen, sessionId })
  keep(ofThisTab, PRACTICE_QUESTIONS, chosen.id === 'practice' ? questions : null)
}

/** Forgets a choice that became nothing. */
export const forgetChosenMode = (): void => keep(ofThisTab, CHOSEN_MODE, null)

/** The questions that a practice session began with, until its first answer; null of other sessions. */
export function practiceQuestions(sessionId: string): readonly Question[] | null {
  const chosen = chosenMode()
  if (chosen?.id !== 'practice' || chosen.sessionId !== sessionId) return null
  const questions = readKept(ofThisTab, PRACTICE_QUESTIONS)
  return Array.isArray(questions) && questions.length > 0 && questions.every(isQuestion) ? questions : null
}

/** Whether it can be shown; a closed part, of which nothing is known yet, cannot. */
const isQuestion = (kept: Partial<Question> | null): kept is Question => typeof kept?.item?.kind === 'string'

/** From the first answer on, only the server knows how the session stands. */
export const forgetPracticeQuestions = (): void => keep(ofThisTab, PRACTICE_QUESTIONS, null)
