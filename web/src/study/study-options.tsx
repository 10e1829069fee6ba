import type { UserModule } from '@medicready/domain/contract/study'
import { includesTier, sessionQuestions, studyModeRules } from '@medicready/domain/study/modes'
import { moduleLabel } from '@medicready/domain/study/modules'
import { BookOpenCheck, ChartNoAxesCombined, GraduationCap, Layers, RotateCcw } from 'lucide-react'
import { useUser } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { countOf } from '../ui/words.ts'
import { useBeginSession } from './beginning.ts'
import { WaysToStudy } from './ways-to-study.tsx'

/** Ways to study beside today's questions, and the modules that they draw from. */
export function StudyOptions({ modules, onChangeModules }: { modules: readonly UserModule[]; onChangeModules: () => void }) {
  const { subscriptionTier } = useUser()
  const { begin, beginning } = useBeginSession()
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
          { title: 'View Progress', text: 'See how it goes, and what to do next', to: paths.analytics(), icon: ChartNoAxesCombined },
        ]}
      />
      <div className="border-t border-hairline pt-3">
        <div className="flex items-center justify-between gap-3">
          <h3 className="text-sm font-semibold">Your modules</h3>
          <Button variant="ghost" size="sm" className="-mr-2" aria-label="Change your modules" onClick={onChangeModules}>
            Change
          </Button>
        </div>
        <ul className="mt-1 flex flex-wrap gap-2">
          {modules.map(({ id, module }) => (
            <li key={id} className="inline-flex">
              <Badge>{moduleLabel(module)}</Badge>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
