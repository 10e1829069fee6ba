import { tiers, UNLIMITED } from '@medicready/domain/billing/tiers'
import type { SubscriptionStatus } from '@medicready/domain/contract/billing/billing'
import type { DailyQuestion, UserModule, UserStats } from '@medicready/domain/contract/study/study'
import { moduleLabel } from '@medicready/domain/study/modules'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { countOf, percentOf } from '../ui/words.ts'

interface ModulePanelProps {
  modules: readonly UserModule[]
  dailyQuestions: readonly DailyQuestion[]
  subscription: SubscriptionStatus
  stats: Pick<UserStats, 'modules'>
  onChangeModules: () => void
}

/** What questions are drawn from and how each module goes, how far the day has come, and what the plan still gives. */
export function ModulePanel({ modules, dailyQuestions, subscription, stats, onChangeModules }: ModulePanelProps) {
  const completed = dailyQuestions.filter(({ isCompleted }) => isCompleted).length
  return (
    <Card className="grid gap-4" aria-labelledby="your-modules">
      <div className="flex items-center justify-between gap-3">
        <h2 id="your-modules" className="text-lg font-semibold">
          Your Modules
        </h2>
        <Button variant="ghost" size="sm" className="-mr-2" aria-label="Change your modules" onClick={onChangeModules}>
          Change
        </Button>
      </div>
      <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-3">
        <Fact term="Daily questions">
          {dailyQuestions.length === 0 ? 'None yet today' : `${completed} of ${dailyQuestions.length} answered`}
        </Fact>
        <Fact term="Left today">{leftWords(subscription)}</Fact>
        <Fact term="Subscription">
          <Link to={paths.subscription()} className="text-brand underline underline-offset-4">
            {tiers[subscription.subscriptionTier].label} plan
          </Link>
        </Fact>
      </dl>
      <ul className="divide-y divide-hairline border-t border-hairline">
        {modules.map(({ id, module }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 last:pb-0">
            <span className="font-medium">{moduleLabel(module)}</span>
            <span className="text-sm text-muted tabular-nums">{moduleWords(stats.modules.find((one) => one.module === module))}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex justify-between gap-x-3 sm:block">
    <dt className="text-muted">{term}</dt>
    <dd className="font-medium tabular-nums">{children}</dd>
  </div>
)

const leftWords = ({ remainingQuestions, dailyLimit }: SubscriptionStatus): string =>
  dailyLimit === UNLIMITED ? 'Unlimited' : `${remainingQuestions} of ${countOf(dailyLimit, 'question')}`

function moduleWords(progress: UserStats['modules'][number] | undefined): string {
  if (!progress || progress.totalQuestions === 0) return 'No answers yet'
  const { totalQuestions, scoredAnswers, correctAnswers } = progress
  return `${countOf(totalQuestions, 'answer')} · ${scoredAnswers === 0 ? 'not scored yet' : `${percentOf(correctAnswers / scoredAnswers)} correct`}`
}
