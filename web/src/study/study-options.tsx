import { includesTier, sessionQuestions, studyModeRules } from '@medicready/domain/study/modes'
import { useQuery } from '@tanstack/react-query'
import { BookOpenCheck, ChartNoAxesCombined, GraduationCap, Layers, Presentation, RotateCcw, Timer } from 'lucide-react'
import { readinessQuery } from '../api/readiness.ts'
import { useUser } from '../api/session.ts'
import { useToday } from '../api/today.ts'
import { chanceToday } from '../app/chance-words.ts'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { countOf } from '../ui/words.ts'
import { useBeginSession } from './beginning.ts'
import { WaysToStudy, type WayToStudy } from './ways-to-study.tsx'

const practiceExam: WayToStudy = {
  title: 'NREMT Practice Exam',
  text: 'Full-length adaptive practice exam',
  to: paths.exam(),
  icon: Timer,
}

/** Ways to study beside today's questions. */
export function StudyOptions() {
  const { subscriptionTier } = useUser()
  const { begin, beginning } = useBeginSession()
  // Beside the rest, which waits for none of it.
  const chance = useQuery(readinessQuery(useToday())).data?.figures
  /** Where a mode of other plans leads, and what it says there. */
  const unlessLocked = (mode: 'tutor_mode' | 'review', way: { text: string; to: string }) =>
    includesTier(subscriptionTier, studyModeRules[mode].requiredTier)
      ? way
      : { text: 'Comes with Basic and Premium', to: paths.subscription(), locked: true }
  return (
    <Card className="grid gap-4" aria-labelledby="other-study-options">
      <h2 id="other-study-options" className="text-lg font-semibold">
        Other Study Options
      </h2>
      <WaysToStudy
        ways={[
          { title: 'Manage Modules', text: 'Choose what you study and see how each goes', to: paths.modules(), icon: Layers },
          {
            title: 'Practice Mode',
            text: `Generate ${countOf(sessionQuestions(subscriptionTier), 'question')} for focused practice`,
            icon: BookOpenCheck,
            busy: beginning === 'practice',
            onPress: () => void begin({ mode: 'practice' }),
          },
          {
            title: 'Tutor Mode',
            icon: GraduationCap,
            ...unlessLocked('tutor_mode', { text: 'Say how sure you are, and read everything behind the answer', to: paths.tutor() }),
          },
          {
            title: 'Review Mode',
            icon: RotateCcw,
            ...unlessLocked('review', { text: 'What comes back today, and what you missed or flagged', to: paths.review() }),
          },
          ...(subscriptionTier === 'premium' ? [{ ...practiceExam, ...(chance && { note: chanceToday(chance) }) }] : []),
          { title: 'Tutoring', text: 'An hour with a paramedic about what you find hard', to: paths.tutoring(), icon: Presentation },
          { title: 'View Progress', text: 'See how it goes, and what to do next', to: paths.analytics(), icon: ChartNoAxesCombined },
        ]}
      />
    </Card>
  )
}
