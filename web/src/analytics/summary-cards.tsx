import type { Analytics } from '@medicready/domain/contract/study/analytics'
import { Award, CircleCheck, ClipboardList, Clock, type LucideIcon } from 'lucide-react'
import { classList } from '../ui/class-list.ts'
import { durationOf, percentOf } from '../ui/words.ts'

interface SummaryCardsProps {
  totals: Analytics['totals']
  /** Null in calm mode, which celebrates nothing. */
  achievements: { earned: number; of: number } | null
}

/** What it all came to so far, on every plan. */
export const SummaryCards = ({ totals: { answered, accuracy, studySeconds }, achievements }: SummaryCardsProps) => (
  <dl className={classList('grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2', achievements ? 'lg:grid-cols-4' : 'lg:grid-cols-3')}>
    <SummaryCard
      icon={ClipboardList}
      term="Total Questions"
      value={answered === 0 ? null : answered.toLocaleString('en-US')}
      explanation="Every answer you have given, in all modes."
      empty="None yet"
    />
    <SummaryCard
      icon={CircleCheck}
      term="Accuracy Rate"
      value={accuracy === null ? null : percentOf(accuracy)}
      explanation="The share of your scored answers that were right."
      empty="Not scored yet"
    />
    <SummaryCard
      icon={Clock}
      term="Study Time"
      value={studySeconds === 0 ? null : durationOf(studySeconds)}
      explanation="The time spent on questions before you answered them."
      empty="None yet"
    />
    {achievements && (
      <SummaryCard
        icon={Award}
        term="Achievements"
        value={achievements.earned === 0 ? null : `${achievements.earned} of ${achievements.of}`}
        explanation="How many you have earned, of all there are."
        empty="Your first one comes with your first answer"
      />
    )}
  </dl>
)

interface SummaryCardProps {
  icon: LucideIcon
  term: string
  /** Null while there is nothing to say. */
  value: string | null
  explanation: string
  empty: string
}

const SummaryCard = ({ icon: Icon, term, value, explanation, empty }: SummaryCardProps) => (
  <div className="flex break-inside-avoid flex-col rounded-card border border-hairline bg-surface p-4 sm:p-5">
    <dt className="flex items-center gap-2 text-sm font-medium">
      <Icon aria-hidden className="size-4 shrink-0 text-brand" />
      {term}
    </dt>
    <dd className={value === null ? 'mt-2 text-lg text-muted' : 'mt-1 text-3xl font-semibold tabular-nums'}>{value ?? empty}</dd>
    <dd className="mt-1 text-sm text-muted">{explanation}</dd>
  </div>
)
