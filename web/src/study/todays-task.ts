import type { SubscriptionStatus } from '@medicready/domain/contract/billing'
import type { DailyQuestion, UserModule } from '@medicready/domain/contract/study'
import type { ToastWords } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'

/** The one thing to do next today. */
export type TodaysTask =
  | { state: 'selectModules' }
  | { state: 'generate' }
  /** `next` is the part of a case that comes next; null where a question by itself does. */
  | { state: 'answer'; waiting: number; next: DailyQuestion['part'] }
  | { state: 'done'; correct: number; total: number }
  /** Nothing was assigned today, and what the tier allows was used elsewhere. */
  | { state: 'usedUp' }

export function todaysTask(
  modules: readonly UserModule[],
  dailyQuestions: readonly DailyQuestion[],
  { remainingQuestions }: Pick<SubscriptionStatus, 'remainingQuestions'>,
): TodaysTask {
  if (modules.length === 0) return { state: 'selectModules' }
  const waiting = dailyQuestions.filter((daily) => !daily.isCompleted)
  const [next] = waiting
  if (next) return { state: 'answer', waiting: waiting.length, next: next.part }
  if (dailyQuestions.length > 0)
    return { state: 'done', correct: dailyQuestions.filter((daily) => daily.answer?.isCorrect).length, total: dailyQuestions.length }
  return remainingQuestions === 0 ? { state: 'usedUp' } : { state: 'generate' }
}

export function waitingWords({ waiting, next }: Extract<TodaysTask, { state: 'answer' }>): string {
  const words = `${countOf(waiting, 'question')} waiting for you`
  if (next === null) return words
  return next.part === 1 ? `${words}, first a case in ${next.of} parts` : `${words}, first part ${next.part} of ${next.of} of a case`
}

/** The notice after questions were generated. When the modules hold no new ones, it says so instead of succeeding. */
export const generationNotice = (count: number): ToastWords =>
  count === 0
    ? {
        title: 'No Questions Available',
        description: 'There are no new questions for your modules right now. Please try again later.',
        variant: 'destructive',
      }
    : { title: 'Questions Generated!', description: `Your ${count} daily questions are ready. Start studying now!` }

export interface LimitNotice {
  title: string
  text: string
  /** The words of the link to the plans. */
  action: string
}

/**
 * What there is to say about today's limit: nothing while enough is left, when there is none, or while questions of the
 * day wait for an answer, since nobody has used what they have not answered.
 */
export function limitNotice(
  { subscriptionTier, dailyLimit, remainingQuestions }: SubscriptionStatus,
  dailyQuestions: readonly Pick<DailyQuestion, 'isCompleted'>[],
): LimitNotice | null {
  if (remainingQuestions === 0 && dailyQuestions.some(({ isCompleted }) => !isCompleted)) return null
  if (remainingQuestions === 0)
    return {
      title: 'Daily Limit Reached:',
      text: `You've used all ${dailyLimit} questions today. Upgrade for unlimited access.`,
      action: 'UPGRADE NOW',
    }
  if (subscriptionTier === 'free' && remainingQuestions === 1)
    return {
      title: 'Almost at Daily Limit:',
      text: 'You have 1 question remaining today. Consider upgrading for more practice.',
      action: 'VIEW PLANS',
    }
  return null
}
