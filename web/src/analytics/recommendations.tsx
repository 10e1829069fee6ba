import type { Figures } from '@medicready/domain/contract/study/analytics'
import { moduleLabel } from '@medicready/domain/study/modules'
import { Gauge, type LucideIcon, ShieldCheck, Target } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type PreparedQuiz, useBeginQuiz } from '../api/prepared-quiz.ts'
import { agoOf } from '../ui/ago.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { countOf, percentOf } from '../ui/words.ts'

interface RecommendationsProps {
  recommendations: Figures['recommendations']
  isExample: boolean
}

/** What to do next, by rules that can be read, each with a quiz that is ready. */
export function Recommendations({ recommendations: { focusAreas, maintainStrengths, speedTraining }, isExample }: RecommendationsProps) {
  const [now] = useState(() => Date.now())
  const common = { isExample }
  return (
    <section aria-labelledby="what-next" className="grid gap-4">
      <h2 id="what-next" className="text-xl font-semibold">
        What to Do Next
      </h2>
      <div className="grid gap-4 lg:grid-cols-3 print:grid-cols-1">
        <RecommendationCard
          {...common}
          icon={Target}
          title="Focus Areas"
          text="Where an hour of study moves you furthest."
          rule="The modules where more right answers would raise your chance of passing most: those where the low end of your likely range is furthest below your own average, from 10 answers on, weighed by their share of the exam. Until a module has that many, those you have not answered in yet."
          quiz={focusAreas}
          action={(count) => `Study ${countOf(count, 'question')}`}
          empty={{ title: 'No weak module stands out', text: 'All your modules are close to your own average.' }}
        >
          {focusAreas?.modules.map(({ module, low, mean }) => (
            <li key={module}>
              {moduleLabel(module)}:{' '}
              {low === null
                ? 'no answers yet'
                : `likely at least ${percentOf(low)}${mean === null ? '' : `, your average ${percentOf(mean)}`}`}
            </li>
          ))}
        </RecommendationCard>
        <RecommendationCard
          {...common}
          icon={ShieldCheck}
          title="Maintain Strengths"
          text="What you are good at, before it fades."
          rule="The modules in which even the low end of your likely range is at or above your own average, those you have not answered in for the longest time first."
          quiz={maintainStrengths}
          action={(count) => `Refresh with ${countOf(count, 'question')}`}
          empty={{
            title: 'No strength to keep up yet',
            text: 'A module appears here from 10 answers on, once it is clearly above your own average.',
          }}
        >
          {maintainStrengths?.modules.map(({ module, low, lastAnsweredOn }) => (
            <li key={module}>
              {moduleLabel(module)}: likely at least {percentOf(low)}, last answered {daysAgo(lastAnsweredOn, now)}
            </li>
          ))}
        </RecommendationCard>
        <RecommendationCard
          {...common}
          icon={Gauge}
          title="Speed Training"
          text="Right already, and ready to come a little sooner."
          rule="Questions that you answered right in more than 90 seconds the last time you saw them, slowest first."
          quiz={speedTraining}
          action={(count) => `Practice ${countOf(count, 'question')}`}
          empty={{ title: 'Your pace is fine', text: 'None of your right answers took more than 90 seconds the last time.' }}
        >
          {speedTraining && <li>{slowWords(speedTraining)}</li>}
        </RecommendationCard>
      </div>
    </section>
  )
}

const daysAgo = (date: string, now: number): string => {
  const words = agoOf(`${date}T12:00:00Z`, now)
  return /day/.test(words) ? words : 'today'
}

const slowWords = ({ questions, modules: [most] }: NonNullable<Figures['recommendations']['speedTraining']>): string =>
  `${countOf(questions, 'question')} over 90 seconds${most ? `, mostly in ${moduleLabel(most.module)}` : ''}`

interface RecommendationCardProps {
  icon: LucideIcon
  title: string
  text: string
  rule: string
  /** Null where the rule finds nothing. */
  quiz: PreparedQuiz | null
  action: (count: number) => string
  empty: { title: string; text: string }
  isExample: boolean
  /** What the rule found, as entries of a list. */
  children: ReactNode
}

function RecommendationCard({ icon: Icon, title, text, rule, quiz, action, empty, isExample, children }: RecommendationCardProps) {
  const id = useId()
  const { begin, isPending } = useBeginQuiz()
  return (
    <Card
      {...(isExample ? { 'aria-label': `Example, not your own figures: ${title}` } : { 'aria-labelledby': id })}
      className="flex break-inside-avoid flex-col gap-3"
    >
      <div>
        <h3 id={id} className="flex flex-wrap items-center gap-2 text-lg font-semibold">
          <Icon aria-hidden className="size-5 text-brand" />
          {title}
          {isExample && <Badge>Example</Badge>}
        </h3>
        <p className="mt-1 text-sm text-muted">{text}</p>
      </div>
      {quiz ? (
        <ul className="grid flex-1 content-start gap-1.5 text-sm">{children}</ul>
      ) : (
        <div className="flex-1 text-sm">
          <p className="font-medium">{empty.title}</p>
          <p className="text-muted">{empty.text}</p>
        </div>
      )}
      <details className="text-sm print:hidden">
        <summary className="min-h-6 rounded-control font-medium text-brand">How this is chosen</summary>
        <p className="mt-1 text-muted">{rule}</p>
      </details>
      <p className="hidden text-sm text-muted print:block">{rule}</p>
      {quiz && !isExample && (
        <Button className="print:hidden" loading={isPending} onClick={() => void begin(quiz)}>
          {action(quiz.count)}
        </Button>
      )}
    </Card>
  )
}
