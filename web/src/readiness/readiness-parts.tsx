import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../api/loaded.tsx'
import { readinessQuery } from '../api/own-reads.ts'
import { useToday } from '../api/today.ts'
import { lazyPart, Part } from '../ui/part.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/**
 * The places of readiness on the screens of other rooms. Their loaders start its read; its code comes when it is shown.
 */

const Card = lazyPart(() => import('./readiness-card.tsx'))
const InShort = lazyPart(() => import('./readiness-in-short.tsx'))
const OutcomeQuestion = lazyPart(() => import('./exam-outcome-question.tsx'))

/** How likely the caller would pass today, and what would move it. */
export const ReadinessCard = () => (
  <Loaded skeleton={<Skeleton className="h-128" />} failure="Your readiness could not be loaded.">
    <Card />
  </Loaded>
)

/** The same in one line. */
export const ReadinessInShort = () => (
  <Loaded skeleton={<Skeleton className="h-32" />} failure="Your readiness could not be loaded.">
    <InShort />
  </Loaded>
)

/** 'How did your exam go?', while it is unanswered. Where nothing is known of it, nothing is asked. */
export function ExamOutcomeQuestion() {
  const { data } = useQuery(readinessQuery(useToday()))
  const [isTold, setTold] = useState(false)
  const outcome = data?.outcome
  if (!outcome || (outcome.reported !== null && !isTold)) return null
  return (
    <Part fallback={null}>
      <OutcomeQuestion outcome={outcome} onTold={() => setTold(true)} />
    </Part>
  )
}
