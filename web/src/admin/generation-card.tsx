import { useSuspenseQuery } from '@tanstack/react-query'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { ShareBar } from '../ui/share-bar.tsx'
import { countOf } from '../ui/words.ts'
import { Figure } from './figure.tsx'
import { reasonWords, totalsOf } from './generation-days.ts'
import { generationQuery } from './queries.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

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
  const { data: generation } = useSuspenseQuery(generationQuery)
  const { attempts, accepted, calls, cost, rejected } = totalsOf(generation.days)
  const { word, tone, text } = generators[generation.generator]
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg font-semibold">Question generation</h2>
        <Badge tone={tone}>{word}</Badge>
        {generation.model && <span className="text-sm text-muted">{generation.model}</span>}
      </div>
      {text && <p className="text-sm text-muted">{text}</p>}
      <dl className="grid grid-cols-2 gap-3 text-sm tabular-nums sm:grid-cols-4">
        <Figure term="Accepted, 30 days">
          {accepted} of {attempts}
        </Figure>
        <Figure term="Cost, 30 days">
          {dollars.format(cost)} · {countOf(calls, 'call')}
        </Figure>
        <Figure term="Pilots">{generation.pilots}</Figure>
        <Figure term="Promoted">{generation.promoted}</Figure>
      </dl>
      <p className="text-sm text-muted">A scenario set is accepted or discarded as one. Among the pilots, each of its parts counts.</p>
      {rejected.length > 0 && (
        <div className="grid gap-2">
          <h3 className="text-sm text-muted">Why attempts were discarded</h3>
          <ul className="grid gap-2 text-sm">
            {rejected.map(({ reason, count }) => (
              <li key={reason} className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1">
                <span>{reasonWords[reason]}</span>
                <span className="tabular-nums">{count}</span>
                <ShareBar percent={(count / attempts) * 100} className="col-span-2 h-1.5 rounded-full bg-sunken" />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
