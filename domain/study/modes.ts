import { type Tier, tierNames, tiers } from '../billing/tiers.ts'
import type { StudyMode } from './study-day.ts'

/** For each question of a timed exam. */
export const TIMED_SECONDS = 90

/** What a study mode asks of a plan, and what it lets the learner see. */
interface ModeRules {
  readonly name: string
  readonly requiredTier: Tier
  /** Whether it is told after each answer if it was right; otherwise nothing is before the session has ended. */
  readonly showsAnswers: boolean
  readonly showsExplanations: boolean
  readonly showsPearls: boolean
  /** Whether the learner says how sure they are before they answer. */
  readonly asksConfidence: boolean
  /** Null where nothing counts down. */
  readonly secondsPerQuestion: number | null
}

export const studyModeRules: Readonly<Record<StudyMode, ModeRules>> = {
  daily: {
    name: "Today's Questions",
    requiredTier: 'free',
    showsAnswers: true,
    showsExplanations: true,
    showsPearls: true,
    asksConfidence: false,
    secondsPerQuestion: null,
  },
  practice: {
    name: 'Practice Mode',
    requiredTier: 'free',
    showsAnswers: true,
    showsExplanations: true,
    showsPearls: false,
    asksConfidence: false,
    secondsPerQuestion: null,
  },
  review: {
    name: 'Review Mode',
    requiredTier: 'basic',
    showsAnswers: true,
    showsExplanations: true,
    showsPearls: true,
    asksConfidence: false,
    secondsPerQuestion: null,
  },
  tutor_mode: {
    name: 'Tutor Mode',
    requiredTier: 'basic',
    showsAnswers: true,
    showsExplanations: true,
    showsPearls: true,
    asksConfidence: true,
    secondsPerQuestion: null,
  },
  timed_exam: {
    name: 'Timed Exam',
    requiredTier: 'premium',
    showsAnswers: false,
    showsExplanations: false,
    showsPearls: false,
    asksConfidence: false,
    secondsPerQuestion: TIMED_SECONDS,
  },
}

/** Whether a plan includes what this plan and those above it have. */
export const includesTier = (tier: Tier, required: Tier): boolean => tierNames.indexOf(tier) >= tierNames.indexOf(required)

/** How many questions a session has unless the learner asks for another number. */
export const sessionQuestions = (tier: Tier): number => tiers[tier].dailyQuestions
