import { type Tier, tierNames, tiers } from '../../billing/shown/tiers.ts'

export const studyModes = ['daily', 'practice', 'review', 'tutor_mode', 'timed_exam'] as const
export type StudyMode = (typeof studyModes)[number]

export const TIMED_SECONDS = 90

interface ModeRules {
  readonly name: string
  readonly requiredTier: Tier
  /** Otherwise nothing is revealed before the session ends. */
  readonly showsAnswers: boolean
  readonly showsExplanations: boolean
  readonly showsPearls: boolean
  readonly asksConfidence: boolean
  /** Null without a clock. */
  readonly secondsPerQuestion: number | null
}

const open = { showsAnswers: true, showsExplanations: true, showsPearls: true, asksConfidence: false, secondsPerQuestion: null } as const

export const studyModeRules: Readonly<Record<StudyMode, ModeRules>> = {
  daily: { ...open, name: "Today's Questions", requiredTier: 'free' },
  practice: { ...open, name: 'Practice Mode', requiredTier: 'free', showsPearls: false },
  review: { ...open, name: 'Review Mode', requiredTier: 'basic' },
  tutor_mode: { ...open, name: 'Tutor Mode', requiredTier: 'basic', asksConfidence: true },
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

export const includesTier = (tier: Tier, required: Tier): boolean => tierNames.indexOf(tier) >= tierNames.indexOf(required)

export const sessionQuestions = (tier: Tier): number => tiers[tier].dailyQuestions

/** By itself, so that a screen can load it without the schemas. */
export const PRESET_NAME_MAX_LENGTH = 60
