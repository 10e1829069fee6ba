import { type Tier, tierNames } from '@medicready/domain/billing/shown/tiers'

export interface PlanOffer {
  readonly tier: Tier
  readonly summary: string
  readonly includes: readonly string[]
}

const words: Readonly<Record<Tier, Omit<PlanOffer, 'tier'>>> = {
  free: {
    summary: 'One question a day to build a lasting habit.',
    includes: [
      '1 question a day',
      "Today's question and Practice Mode",
      'The right answer and the explanation after each question',
      "Clinical pearls with today's question",
      'Your totals: questions, accuracy, study time, and achievements',
      'Streaks, the leaderboard, and a study plan up to your exam date',
    ],
  },
  basic: {
    summary: 'Practice in depth, and reviews when they are due.',
    includes: [
      'Everything in Free',
      '5 questions a day',
      'Practice, Review, and Tutor Mode',
      'Detailed explanations: the reason for each option, the references, and how others chose',
      'Spaced repetition: your questions come back when they are due',
      'The quiz builder, with up to 5 questions a session',
    ],
  },
  premium: {
    summary: 'Everything, with no daily limit.',
    includes: [
      'Everything in Basic',
      'Unlimited questions, up to 50 in a session',
      '10 daily questions, and as many more as you want',
      'All modes, including Timed Exam and timed quizzes',
      'Full analytics with recommendations, also as PDF or CSV',
      'Practice exams with computer adaptive testing',
    ],
  },
}

export const plans: readonly PlanOffer[] = tierNames.map((tier) => ({ tier, ...words[tier] }))

export function leftWords(left: number, limit: number): string {
  if (limit < 0) return 'Unlimited questions'
  if (left === 0) return 'No questions left today'
  return `${left} ${left === 1 ? 'question' : 'questions'} left today, of ${limit}`
}
