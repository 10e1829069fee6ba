import { tiers, UNLIMITED } from '@medicready/domain/billing/tiers'
import type { SubscriptionStatus } from '@medicready/domain/contract/billing/billing'
import type { DailyQuestion, UserModule } from '@medicready/domain/contract/study/study'
import type { SessionInShort } from '@medicready/domain/contract/study/study-sessions'
import { studyModeRules } from '@medicready/domain/study/modes'
import type { ToastWords } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'

/** The one thing to do next today. */
export type TodaysTask =
  | { state: 'selectModules' }
  /** `more` are still to come today; `before` of today are answered already, as after an upgrade. */
  | { state: 'generate'; more: number; before: number }
  /** `next` is the part of a case that comes next; null where a question by itself does. */
  | { state: 'answer'; waiting: number; next: DailyQuestion['part'] }
  /** A session has questions that wait for an answer. */
  | { state: 'goOn'; session: SessionInShort }
  /** `correct` is null while a timed exam withholds what one of them came to. */
  | { state: 'done'; correct: number | null; total: number }
  /** Nothing was assigned today, and what the tier allows was used elsewhere. */
  | { state: 'usedUp' }

/** What of the plan the day's task goes by. */
type Allowance = Pick<SubscriptionStatus, 'subscriptionTier' | 'remainingQuestions'>

/** How many more questions of the day the plan would still give. */
function moreToday({ subscriptionTier, remainingQuestions: left }: Allowance, assigned: number): number {
  const more = Math.max(0, tiers[subscriptionTier].dailyQuestions - assigned)
  return left === UNLIMITED ? more : Math.min(more, left)
}

export function todaysTask(
  modules: readonly UserModule[],
  dailyQuestions: readonly DailyQuestion[],
  openSessions: readonly SessionInShort[],
  allowance: Allowance,
): TodaysTask {
  if (modules.length === 0) return { state: 'selectModules' }
  const waiting = dailyQuestions.filter((daily) => !daily.isCompleted)
  const [next] = waiting
  if (next) return { state: 'answer', waiting: waiting.length, next: next.part }
  const more = moreToday(allowance, dailyQuestions.length)
  if (more > 0) return { state: 'generate', more, before: dailyQuestions.length }
  const session = openSessions.find(hasWaiting)
  if (session) return { state: 'goOn', session }
  if (dailyQuestions.length === 0) return { state: 'usedUp' }
  const isToldOfAll = dailyQuestions.every(({ isWithheld }) => !isWithheld)
  const correct = dailyQuestions.filter(({ answer }) => answer?.isCorrect).length
  return { state: 'done', correct: isToldOfAll ? correct : null, total: dailyQuestions.length }
}

/** Whether a session has questions that wait for an answer. */
export const hasWaiting = ({ answered, totalQuestions }: SessionInShort): boolean => answered < totalQuestions

/** How much of a session waits, and of which. */
export const sessionWords = ({ mode, answered, totalQuestions }: SessionInShort): string =>
  `${countOf(totalQuestions - answered, 'question')} waiting for you in ${studyModeRules[mode].name}`

/** What is said of the day once all its questions are answered. */
export function doneWords({ correct, total }: Extract<TodaysTask, { state: 'done' }>): string {
  const answered =
    correct === null ? `You answered ${countOf(total, 'question')}.` : `You answered ${correct} of ${countOf(total, 'question')} correctly.`
  return `${answered} New ones are ready for you tomorrow.`
}

export function waitingWords({ waiting, next }: Extract<TodaysTask, { state: 'answer' }>): string {
  const words = `${countOf(waiting, 'question')} waiting for you`
  if (next === null) return words
  return next.part === 1 ? `${words}, first a case in ${next.of} parts` : `${words}, first part ${next.part} of ${next.of} of a case`
}

/**
 * The notice after questions were generated: how many there are today, and how many of them are new. When the modules
 * hold no new ones, it says so instead of succeeding.
 */
export function generationNotice(count: number, before = 0): ToastWords {
  if (count <= before)
    return {
      title: 'No Questions Available',
      description: 'There are no new questions for your modules right now. Please try again later.',
      variant: 'destructive',
    }
  const ready = before === 0 ? `Your ${count} daily questions are ready.` : `${countOf(count - before, 'more daily question')} ready.`
  return { title: 'Questions Generated!', description: `${ready} Start studying now!` }
}

export interface LimitNotice {
  title: string
  text: string
  /** The words of the link to the plans. */
  action: string
}

interface UsedToday {
  dailyQuestions: readonly Pick<DailyQuestion, 'isCompleted'>[]
  openSessions: readonly SessionInShort[]
  /** How many answers were given. */
  answered: number
}

/**
 * What there is to say about today's limit: nothing while enough is left, when there is none, or while questions wait
 * for an answer, since nobody has used what they have not answered. What a session was ended without was given, and not
 * used.
 */
export function limitNotice(
  { subscriptionTier, dailyLimit, remainingQuestions }: SubscriptionStatus,
  { dailyQuestions, openSessions, answered }: UsedToday,
): LimitNotice | null {
  if (remainingQuestions === 0) {
    if (dailyQuestions.some(({ isCompleted }) => !isCompleted) || openSessions.some(hasWaiting)) return null
    const used = answered >= dailyLimit ? 'used' : 'been given'
    return {
      title: 'Daily Limit Reached:',
      text: `You've ${used} all ${dailyLimit} questions today. Upgrade for unlimited access.`,
      action: 'UPGRADE NOW',
    }
  }
  if (subscriptionTier === 'free' && remainingQuestions === 1)
    return {
      title: 'Almost at Daily Limit:',
      text: 'You have 1 question remaining today. Consider upgrading for more practice.',
      action: 'VIEW PLANS',
    }
  return null
}
