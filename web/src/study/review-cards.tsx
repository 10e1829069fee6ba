import type { ReviewCard } from '@medicready/domain/contract/study/cards'
import { addDays, type CalendarDay, daysBetween } from '@medicready/domain/core/shown/calendar'
import { moduleLabel } from '@medicready/domain/questions/shown/modules'
import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../api/loaded.tsx'
import { pagesQuery } from '../api/pages.ts'
import { rooms } from '../api/query-keys.ts'
import { readQuery, readWithHeaders } from '../api/read.ts'
import { ShowMore } from '../api/show-more.tsx'
import { useToday } from '../api/today.ts'
import { attempt, useWrite } from '../api/write.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { SelectField } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { countOf, percentOf, shortDayInWords } from '../ui/words.ts'
import { useBeginSession } from './beginning.ts'

const reviews = [...rooms.study, 'reviews'] as const

export const dueReviewsQuery = (today: CalendarDay) => readQuery([...reviews, 'due', today], 'GET /api/review/due')

export const forecastQuery = (today: CalendarDay) => readQuery([...reviews, 'forecast', today], 'GET /api/review/forecast')

export const retentionQuery = readQuery([...reviews, 'retention'], 'GET /api/review/retention')

type CardState = 'all' | 'due' | 'suspended' | 'leech'

export const cardsQuery = (today: CalendarDay, state: CardState) =>
  pagesQuery<ReviewCard>([...reviews, 'cards', today, state], (query, page) =>
    readWithHeaders(query, 'GET /api/review/cards', { query: { state }, ...page }),
  )

/** A decision about a card affects everything that shows reviews. */
export function useCardDecisions() {
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries({ queryKey: rooms.study, refetchType: 'all' })
  return {
    suspend: useWrite('POST /api/review/cards/{questionId}/suspend', { onSuccess }),
    bringBack: useWrite('POST /api/review/cards/{questionId}/bring-back', { onSuccess }),
    undo: useWrite('POST /api/review/cards/{questionId}/undo', { onSuccess }),
  }
}

export function whenOf(date: string, today: string): string {
  const days = daysBetween(today, date)
  if (days <= 0) return 'today'
  return date === addDays(today, 1) ? 'tomorrow' : `in ${countOf(days, 'day')}`
}

export function agoOf(date: string, today: string): string {
  const days = daysBetween(date, today)
  if (days <= 0) return 'today'
  return days === 1 ? 'yesterday' : `${countOf(days, 'day')} ago`
}

export const dueWords = (count: number): string => `${countOf(count, 'question')} ${count === 1 ? 'is' : 'are'} due`

export const spreadWords = (count: number): string =>
  `${countOf(count, 'more review')} ${count === 1 ? 'comes' : 'come'} a little later to keep your days short.`

export const lapseWords = (lapses: number): string =>
  lapses === 1 ? 'Missed once after you knew it' : `Missed ${countOf(lapses, 'time')} after you knew it`

const states = ['all', 'due', 'suspended', 'leech'] as const satisfies readonly CardState[]
const stateWords = { all: 'All', due: 'Due', suspended: 'Suspended', leech: 'Often missed' } as const
const emptyWords = {
  all: 'Reviews appear here once you have answered questions.',
  due: 'Nothing is due today.',
  suspended: 'No question is suspended.',
  leech: 'You have no difficult questions.',
} as const

export function ReviewCards() {
  const [state, setState] = useState<CardState>('all')
  return (
    <Card className="grid gap-4" aria-labelledby="review-cards">
      <div className="grid gap-3 sm:grid-cols-[1fr_14rem] sm:items-end">
        <CardTitle id="review-cards">All Your Questions</CardTitle>
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

const SLOWER_LOOK = 5

function CardRow({ card, today }: { card: ReviewCard; today: string }) {
  const { suspend, bringBack } = useCardDecisions()
  const { begin, beginning } = useBeginSession()
  const params = { questionId: card.questionId }
  const decide = () =>
    attempt(async () => {
      if (card.isSuspended) {
        await bringBack.mutateAsync({ params })
        toast({ title: 'Back in your reviews', description: `It is due ${whenOf(card.dueOn, today)}.` })
      } else {
        await suspend.mutateAsync({ params })
        toast({ title: 'Suspended', description: 'This question is paused until you restore it.' })
      }
    }, 'Please try again')
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
        Last seen {agoOf(card.lastSeen, today)} · {card.dueOn <= today ? 'Due' : `Next on ${shortDayInWords(card.dueOn)}`} ·{' '}
        {percentOf(card.recall)} likely to be known{card.lapses > 0 && ` · ${lapseWords(card.lapses)}`}
      </p>
      {card.changed && <p className="text-sm">{card.changed.guideline} has changed here, so this question comes back sooner.</p>}
      {card.isLeech && (
        <div className="rounded-control bg-warn-soft p-3 text-sm">
          <p className="font-semibold">You often miss this question</p>
          <p className="mt-1">
            You have missed it {countOf(card.lapses, 'time')} after you knew it. Tutor Mode may help you more than another review.
          </p>
          <Button
            variant="secondary"
            size="sm"
            className="mt-2"
            aria-label={`Open in Tutor Mode: ${card.stem.slice(0, 80)}`}
            loading={beginning !== null}
            onClick={() => void begin({ mode: 'tutor_mode', count: SLOWER_LOOK, about: card.questionId })}
            label="Open in Tutor Mode"
          />
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
          label={action}
        />
      </div>
    </li>
  )
}
