import type { ReviewCard } from '@medicready/domain/contract/study/cards'
import { moduleLabel } from '@medicready/domain/study/modules'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isSignedOut } from '../api/errors.ts'
import { Loaded } from '../api/loaded.tsx'
import { ShowMore } from '../api/show-more.tsx'
import { useToday } from '../api/today.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { countOf, percentOf } from '../ui/words.ts'
import { useBeginSession } from './beginning.ts'
import { type CardState, cardsQuery, useCardDecisions } from './review-queries.ts'
import { agoOf, lapseWords, shortDay, whenOf } from './review-words.ts'

const states = ['all', 'due', 'suspended', 'leech'] as const satisfies readonly CardState[]
const stateWords = { all: 'All', due: 'Due', suspended: 'Suspended', leech: 'Keeps slipping away' } as const
const emptyWords = {
  all: 'Reviews appear here once you have answered questions.',
  due: 'Nothing is due today.',
  suspended: 'No question is suspended.',
  leech: 'No question keeps slipping away.',
} as const

/** Every question that was answered, and what can be done about its reviews. */
export function ReviewCards() {
  const [state, setState] = useState<CardState>('all')
  return (
    <Card className="grid gap-4" aria-labelledby="review-cards">
      <div className="grid gap-3 sm:grid-cols-[1fr_14rem] sm:items-end">
        <h2 id="review-cards" className="text-lg font-semibold">
          All Your Questions
        </h2>
        <SelectField label="Show" value={state} options={states} word={(each) => stateWords[each]} onChange={setState} />
      </div>
      <Loaded skeleton={<Skeleton className="h-48" />} failure="Your reviews could not be loaded.">
        <CardList key={state} state={state} />
      </Loaded>
    </Card>
  )
}

function CardList({ state }: { state: CardState }) {
  const today = useToday()
  const list = useSuspenseInfiniteQuery(cardsQuery(today, state))
  if (list.data.length === 0) return <p className="text-sm text-muted">{emptyWords[state]}</p>
  return (
    <>
      <ul className="divide-y divide-hairline">
        {list.data.map((card) => (
          <CardRow key={card.questionId} card={card} today={today} />
        ))}
      </ul>
      <ShowMore list={list} />
    </>
  )
}

/** The question with its case, if it has one, and others of its topic. */
const SLOWER_LOOK = 5

function CardRow({ card, today }: { card: ReviewCard; today: string }) {
  const { suspend, bringBack } = useCardDecisions()
  const { begin, beginning } = useBeginSession()
  const params = { questionId: card.questionId }
  const decide = async () => {
    try {
      if (card.isSuspended) {
        await bringBack.mutateAsync({ params })
        toast({ title: 'Back in your reviews', description: `It is due ${whenOf(card.dueOn, today)}.` })
      } else {
        await suspend.mutateAsync({ params })
        toast({ title: 'Suspended', description: 'This question waits until you bring it back.' })
      }
    } catch (error) {
      if (!isSignedOut(error)) toast({ title: 'Error', description: 'Please try again', variant: 'destructive' })
    }
  }
  const action = card.isSuspended ? 'Bring back' : 'Suspend'
  return (
    <li className="grid gap-2 py-4">
      <p className="flex flex-wrap gap-2">
        <Badge>{moduleLabel(card.module)}</Badge>
        {card.isSuspended && <Badge tone="warn">Suspended</Badge>}
        {card.changed && <Badge tone="brand">This changed in {card.changed.year}</Badge>}
      </p>
      <p className="line-clamp-3 break-words">{card.stem}</p>
      <p className="text-sm text-muted">
        Last seen {agoOf(card.lastSeen, today)} · {card.dueOn <= today ? 'Due' : `Next on ${shortDay(card.dueOn)}`} ·{' '}
        {percentOf(card.recall)} likely to be known{card.lapses > 0 && ` · ${lapseWords(card.lapses)}`}
      </p>
      {card.changed && (
        <p className="text-sm">{card.changed.guideline} says something new here, so this question comes back to you sooner.</p>
      )}
      {card.isLeech && (
        <div className="rounded-control bg-warn-soft p-3 text-sm">
          <p className="font-semibold">This one keeps slipping away</p>
          <p className="mt-1">
            You have missed it {countOf(card.lapses, 'time')} after you knew it. A slower look at it in Tutor Mode may serve you better than
            one more review.
          </p>
          <Button
            variant="secondary"
            size="sm"
            className="mt-2"
            aria-label={`Open in Tutor Mode: ${card.stem.slice(0, 80)}`}
            loading={beginning !== null}
            onClick={() => void begin({ mode: 'tutor_mode', count: SLOWER_LOOK, about: card.questionId })}
          >
            Open in Tutor Mode
          </Button>
        </div>
      )}
      <div>
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3"
          aria-label={`${action}: ${card.stem.slice(0, 80)}`}
          loading={suspend.isPending || bringBack.isPending}
          onClick={() => void decide()}
        >
          {action}
        </Button>
      </div>
    </li>
  )
}
