import type { RecentActivity } from '@medicready/domain/contract/study/analytics'
import type { SessionInShort } from '@medicready/domain/contract/study/study-sessions'
import { moduleLabel } from '@medicready/domain/questions/shown/modules'
import { studyModeRules } from '@medicready/domain/study/shown/modes'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Award, CircleCheck, CircleX, ClipboardCheck, Hourglass, ListChecks, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useMoment } from '../api/rendered-at.ts'
import { paths } from '../paths.ts'
import { Card, EmptyState } from '../ui/card.tsx'
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx'
import { agoOf, countOf } from '../ui/words.ts'
import { activityQuery } from './queries.ts'

export function activityWords(activity: RecentActivity): { title: string; outcome: string } {
  switch (activity.kind) {
    case 'answer':
      return { title: moduleLabel(activity.module), outcome: answerOutcome(activity.isCorrect) }
    case 'session':
      return { title: studyModeRules[activity.session.mode].name, outcome: sessionOutcome(activity.session) }
    case 'exam':
      return { title: 'Practice Exam', outcome: `Score ${activity.score}, ${activity.passed ? 'passed' : 'not passed'}` }
    case 'achievement':
      return { title: activity.title, outcome: `Achievement, ${countOf(activity.points, 'point')}` }
  }
}

const answerOutcome = (isCorrect: boolean | null): string =>
  isCorrect === null ? 'Shown after the session ends' : isCorrect ? 'Correct' : 'Incorrect'

function sessionOutcome({ completedAt, answered, totalQuestions, correct }: SessionInShort): string {
  if (completedAt === null) return `Session under way, ${answered} of ${countOf(totalQuestions, 'question')} answered`
  return correct === null
    ? `Session, ${countOf(answered, 'answer')}`
    : `Session, ${correct} of ${countOf(totalQuestions, 'question')} right`
}

export function RecentActivityCard() {
  const { data: activities, dataUpdatedAt } = useSuspenseQuery(activityQuery)
  const opened = useMoment()
  const now = Math.max(opened, dataUpdatedAt)
  return (
    <Card heading="Recent Activity">
      {activities.length === 0 ? (
        <EmptyState title="Nothing yet">Your answers, sessions, and achievements appear here.</EmptyState>
      ) : (
        <ul className="mt-2">
          {activities.map((activity) => (
            <li key={`${activity.kind} ${activity.at} ${lookOf(activity).id}`} className="border-b border-hairline last:border-0">
              <Activity activity={activity} now={now} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface Look {
  readonly id: string
  readonly icon: LucideIcon
  readonly color: string
  readonly address?: string
}

function lookOf(activity: RecentActivity): Look {
  switch (activity.kind) {
    case 'answer': {
      const { questionId: id, isCorrect } = activity
      if (isCorrect === null) return { id, icon: Hourglass, color: 'text-muted' }
      return { id, icon: isCorrect ? CircleCheck : CircleX, color: isCorrect ? 'text-ok' : 'text-bad', address: paths.question(id) }
    }
    case 'session': {
      const { id } = activity.session
      return { id, icon: ListChecks, color: 'text-brand', address: paths.studySession({ session: id }) }
    }
    case 'exam': {
      const { id, passed } = activity
      return { id, icon: ClipboardCheck, color: passed ? 'text-ok' : 'text-bad', address: paths.practiceExamResults(id) }
    }
    case 'achievement':
      return { id: activity.id, icon: Award, color: 'text-warn' }
  }
}

function Activity({ activity, now }: { activity: RecentActivity; now: number }) {
  const { icon: Icon, color, address } = lookOf(activity)
  const { title, outcome } = activityWords(activity)
  const words = (
    <>
      <Icon aria-hidden className={`size-5 shrink-0 ${color}`} />
      <span className="grid min-w-0 flex-1">
        <span className="truncate text-sm font-medium">{title}</span>
        <span className="text-xs text-muted">
          {outcome} · {agoOf(activity.at, now)}
        </span>
      </span>
    </>
  )
  const row = 'flex min-h-12 items-center gap-3 py-2'
  return address ? (
    <Link to={address} className={`${row} -mx-2 rounded-control px-2 transition-colors hover:bg-sunken`}>
      {words}
    </Link>
  ) : (
    <div className={row}>{words}</div>
  )
}

export const RecentActivitySkeleton = () => (
  <Card className="h-80">
    <Skeleton className="h-7 w-36" />
    <div className="mt-5 grid gap-4">
      <SkeletonRows rows={5} className="h-8" />
    </div>
  </Card>
)
