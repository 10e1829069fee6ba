import { addDays } from '@medicready/domain/calendar'
import { GENERATION_DAYS } from '@medicready/domain/contract/admin/figure-names'
import type { CallsOf } from '@medicready/domain/contract/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useAsOf, utcToday } from '../../dashboards/address.ts'
import { microMoneyOf, numberOf } from '../../dashboards/amounts.ts'
import { Figures, WhyFigure, WhyNumber } from '../../dashboards/why.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ShareBar } from '../../ui/progress.tsx'
import { countOf } from '../../ui/words.ts'
import { generationQuery } from './queries.ts'

type Generation = CallsOf<'GET /api/admin/generation'>['response']
type Reason = Generation['days'][number]['rejected'][number]['reason']

const reasonWords: Record<Reason, string> = {
  malformed: 'Wrong format',
  refused: 'The model declined',
  lint: 'Broke a rule of the bank',
  near_duplicate: 'Too similar to another question',
  blind_reader_disagrees: 'A blind reader chose another answer',
  blind_reader_defends_another: 'A second answer could be correct',
  guessable_without_stem: 'Answerable without its stem',
  call_failed: 'The service did not respond',
}

interface GenerationTotals {
  readonly attempts: number
  readonly accepted: number
  readonly calls: number
  /** US dollars. */
  readonly cost: number
  /** Most frequent first. */
  readonly rejected: readonly { readonly reason: Reason; readonly count: number }[]
}

export function totalsOf(days: Generation['days']): GenerationTotals {
  const rejected = new Map<Reason, number>()
  let [attempts, accepted, calls, cost] = [0, 0, 0, 0]
  for (const day of days) {
    attempts += day.attempts
    accepted += day.accepted
    calls += day.calls
    cost += day.cost
    for (const { reason, count } of day.rejected) rejected.set(reason, (rejected.get(reason) ?? 0) + count)
  }
  return {
    attempts,
    accepted,
    calls,
    cost,
    rejected: [...rejected].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count),
  }
}

const generators = {
  on: { word: 'On', tone: 'ok', text: null },
  off: {
    word: 'Off',
    tone: 'neutral',
    text: 'No model is connected. Questions come from the curated bank and from earlier generation.',
  },
  silent: {
    word: 'No answer',
    tone: 'warn',
    text: 'The worker that generates questions is not responding. No new questions are generated until it responds.',
  },
} as const

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
          facts={[
            { figure: 'generationAccepted', from },
            { figure: 'generationAttempts', from },
          ]}
        >
          {numberOf(accepted)}
        </WhyFigure>
        <WhyFigure
          term="Cost, 30 days"
          note={countOf(calls, 'call')}
          facts={[
            { figure: 'generationCost', from },
            { figure: 'generationCalls', from },
          ]}
        >
          {microMoneyOf(Math.round(1_000_000 * cost))}
        </WhyFigure>
        <WhyFigure term="Pilots" facts="generatedPilots">
          {numberOf(generation.pilots)}
        </WhyFigure>
        <WhyFigure term="Promoted" facts="generatedPromoted">
          {numberOf(generation.promoted)}
        </WhyFigure>
      </Figures>
      <p className="text-sm text-muted">A scenario set is accepted or discarded as a whole. Each of its parts counts as a pilot.</p>
      {rejected.length > 0 && (
        <div className="grid gap-2">
          <h3 className="text-sm text-muted">Why attempts were discarded</h3>
          <ul className="grid gap-2 text-sm">
            {rejected.map(({ reason, count }) => (
              <li key={reason} className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1">
                <span>{reasonWords[reason]}</span>
                <span className="tabular-nums">
                  <WhyNumber term={reasonWords[reason]} facts={{ figure: 'generationRejected', group: reason, from }}>
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
