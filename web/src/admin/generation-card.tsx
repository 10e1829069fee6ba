import { addDays } from '@medicready/domain/calendar'
import { GENERATION_DAYS } from '@medicready/domain/contract/admin/figure-names'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { ShareBar } from '../ui/share-bar.tsx'
import { countOf } from '../ui/words.ts'
import { microMoneyOf, numberOf } from './dashboard/amounts.ts'
import { useAsOf, utcToday } from './dashboard/as-of.ts'
import { Figures, WhyFigure, WhyNumber } from './dashboard/why.tsx'
import { reasonWords, totalsOf } from './generation-days.ts'
import { generationQuery } from './queries.ts'

const generators = {
  on: { word: 'On', tone: 'ok', text: null },
  off: {
    word: 'Off',
    tone: 'neutral',
    text: 'No model is connected. Every question comes from the curated bank and from what was generated before.',
  },
  silent: {
    word: 'No answer',
    tone: 'warn',
    text: 'The worker that generates questions does not answer, so nobody knows whether it is on. Nothing new is generated until it does.',
  },
} as const

/** Whether questions are generated, and what has come of it in the last 30 days. */
export function GenerationCard() {
  const asOf = useAsOf()
  const { data: generation } = useSuspenseQuery(generationQuery(asOf))
  const { attempts, accepted, calls, cost, rejected } = totalsOf(generation.days)
  const state = generation.generator && generators[generation.generator]
  const from = addDays(asOf.asOf ?? utcToday(), 1 - GENERATION_DAYS)
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg font-semibold">Question generation</h2>
        {state && <Badge tone={state.tone}>{state.word}</Badge>}
        {generation.model && <span className="text-sm text-muted">{generation.model}</span>}
      </div>
      {state?.text && <p className="text-sm text-muted">{state.text}</p>}
      <Figures>
        <WhyFigure
          term="Accepted, 30 days"
          note={`Of ${countOf(attempts, 'attempt')}`}
          why={{
            parts: [
              { figure: 'generationAccepted', from },
              { figure: 'generationAttempts', from },
            ],
          }}
        >
          {numberOf(accepted)}
        </WhyFigure>
        <WhyFigure
          term="Cost, 30 days"
          note={countOf(calls, 'call')}
          why={{
            parts: [
              { figure: 'generationCost', from },
              { figure: 'generationCalls', from },
            ],
          }}
        >
          {microMoneyOf(Math.round(1_000_000 * cost))}
        </WhyFigure>
        <WhyFigure term="Pilots" why={{ parts: [{ figure: 'generatedPilots' }] }}>
          {numberOf(generation.pilots)}
        </WhyFigure>
        <WhyFigure term="Promoted" why={{ parts: [{ figure: 'generatedPromoted' }] }}>
          {numberOf(generation.promoted)}
        </WhyFigure>
      </Figures>
      <p className="text-sm text-muted">A scenario set is accepted or discarded as one. Among the pilots, each of its parts counts.</p>
      {rejected.length > 0 && (
        <div className="grid gap-2">
          <h3 className="text-sm text-muted">Why attempts were discarded</h3>
          <ul className="grid gap-2 text-sm">
            {rejected.map(({ reason, count }) => (
              <li key={reason} className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1">
                <span>{reasonWords[reason]}</span>
                <span className="tabular-nums">
                  <WhyNumber term={reasonWords[reason]} why={{ parts: [{ figure: 'generationRejected', group: reason, from }] }}>
                    {numberOf(count)}
                  </WhyNumber>
                </span>
                <ShareBar percent={(count / attempts) * 100} className="col-span-2 h-1.5 rounded-full bg-sunken" />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
