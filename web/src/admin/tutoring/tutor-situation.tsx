import type { TutorSituation } from '@medicready/domain/tutoring/rules'
import { Badge } from '../../ui/badge.tsx'

const looks = {
  applied: { words: 'Has applied', tone: 'warn' },
  approved: { words: 'Tutor', tone: 'ok' },
  declined: { words: 'Declined', tone: 'neutral' },
} as const

export const situationWord = (situation: TutorSituation): string => looks[situation].words

export const Situation = ({ situation }: { situation: TutorSituation }) => (
  <Badge tone={looks[situation].tone}>{looks[situation].words}</Badge>
)
