import type { Figures } from '@medicready/domain/contract/study/analytics'
import { moduleLabel } from '@medicready/domain/questions/shown/modules'
import { Gauge, type LucideIcon, ShieldCheck, Target } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type PreparedQuiz, useBeginQuiz } from '../api/prepared-quiz.ts'
import { useMoment } from '../api/rendered-at.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { agoOf, countOf, percentOf } from '../ui/words.ts'

interface RecommendationsProps {
  recommendations: Figures['recommendations']
  isExample: boolean
}

export function Recommendations({ recommendations: { focusAreas, maintainStrengths, speedTraining }, isExample }: RecommendationsProps) {
  const now = useMoment()
  return (
    <section aria-labelledby="what-next" className="grid gap-4">
      <h2 id="what-next" className="text-xl font-semibold">
        What to Do Next
      </h2>
      <div className="grid gap-4 lg:grid-cols-3 print:grid-cols-1">
        <RecommendationCard
          isExample={isExample}
          icon={Target}
          title="Focus Areas"
          text="Where an hour of study helps you most."
          rule="The modules where more right answers would raise your chance to pass most. We compare the low end of your likely range with your own average and weigh it by the module's share of the exam. A module needs 10 answers. Until one has that many, we show modules that you have not answered yet."
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
          isExample={isExample}
          icon={ShieldCheck}
          title="Maintain Strengths"
          text="Your strengths, before they fade."
          rule="The modules where even the low end of your likely range is at or above your own average. Modules that you have not practiced for the longest time come first."
          quiz={maintainStrengths}
          action={(count) => `Refresh with ${countOf(count, 'question')}`}
          empty={{
            title: 'No strengths to maintain yet',
            text: 'A module appears here after 10 answers, once it is clearly above your own average.',
          }}
        >
          {maintainStrengths?.modules.map(({ module, low, lastAnsweredOn }) => (
            <li key={module}>
              {moduleLabel(module)}: likely at least {percentOf(low)}, last answered {daysAgo(lastAnsweredOn, now)}
            </li>
          ))}
        </RecommendationCard>
        <RecommendationCard
          isExample={isExample}
          icon={Gauge}
          title="Speed Training"
          text="Correct, but could be faster."
          rule="Questions where your last answer was correct but took more than 90 seconds, slowest first."
          quiz={speedTraining}
          action={(count) => `Practice ${countOf(count, 'question')}`}
          empty={{ title: 'Your pace is fine', text: 'None of your latest correct answers took more than 90 seconds.' }}
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
  quiz: PreparedQuiz | null
  action: (count: number) => string
  empty: { title: string; text: string }
  isExample: boolean
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
        <Button className="print:hidden" loading={isPending} onClick={() => void begin(quiz)} label={action(quiz.count)} />
      )}
    </Card>
  )
}
