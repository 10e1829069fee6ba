import { type Tier, tierNames, tiers } from '@medicready/domain/billing/tiers'

export interface Plan {
  readonly tier: Tier
  readonly summary: string
  readonly includes: readonly string[]
}

const words: Readonly<Record<Tier, Omit<Plan, 'tier'>>> = {
  free: {
    summary: 'A question a day, and a habit that lasts.',
    includes: [
      '1 question a day',
      "Today's question and Practice Mode",
      'The right answer and the explanation after each question',
      "Clinical pearls with today's question",
      'Your own totals: questions, accuracy, study time and achievements',
      'Streaks, the leaderboard and a plan up to your exam date',
    ],
  },
  basic: {
    summary: 'Practice with depth, and reviews that come when they are due.',
    includes: [
      'Everything in Free',
      '5 questions a day',
      'Practice, Review and Tutor Mode',
      'Detailed explanations: the reason for each option, the references, and how others chose',
      'Spaced repetition: your questions come back when they are due',
      'The quiz builder, with up to 5 questions a session',
    ],
  },
  premium: {
    summary: 'Everything, without a daily limit.',
    includes: [
      'Everything in Basic',
      'Unlimited questions, up to 50 in a session',
      '10 daily questions, and as many more as you like',
      'All modes, Timed Exam too, and timed quizzes',
      'Practice exams with computer adaptive testing',
      'Full analytics with recommendations, as PDF or CSV too',
    ],
  },
}

/** What there is to choose, the smallest first. */
export const plans: readonly Plan[] = tierNames.map((tier) => ({ tier, ...words[tier] }))

/** "$5 a month"; nothing is paid for by the month where nothing is paid. */
export const priceOf = (tier: Tier): string => {
  const { monthlyPrice } = tiers[tier]
  return monthlyPrice === 0 ? '$0' : `$${monthlyPrice} a month`
}

/** What is left of today's questions. */
export function leftWords(left: number, limit: number): string {
  if (limit < 0) return 'Unlimited questions'
  if (left === 0) return 'No questions left today'
  return `${left} ${left === 1 ? 'question' : 'questions'} left today, of ${limit}`
}

interface Choice {
  readonly label: string
  /** Why it cannot be chosen now. */
  readonly reason?: string
}

/** The button of a plan, for somebody who has another one or this one. */
export function choiceOf(tier: Tier, current: Tier): Choice {
  const { label } = tiers[tier]
  if (tier === current)
    return { label: 'Current Plan', reason: tier === 'free' ? "You're already on the free plan." : 'This is your plan now.' }
  return { label: `${tierNames.indexOf(tier) > tierNames.indexOf(current) ? 'Upgrade' : 'Change'} to ${label}` }
}
