import type { Question, ShownWhy } from '@medicready/domain/contract/questions/questions'
import { type CalendarDay, daysBetween } from '@medicready/domain/core/shown/calendar'
import { moduleLabel } from '@medicready/domain/questions/shown/modules'
import { useToday } from '../api/today.ts'

function agoWords(day: CalendarDay, today: CalendarDay): string {
  const days = daysBetween(day, today)
  if (days <= 0) return 'earlier today'
  return days === 1 ? 'yesterday' : `${days} days ago`
}

const timesWords = (times: number): string => ['', 'once', 'twice'][times] || `${times} times`

const dayWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** Nothing is certainly remembered, nor certainly forgotten. */
const percentWords = (recall: number): string => `${Math.min(99, Math.max(1, Math.round(recall * 100)))}% likely to be known`

/** For a case, only the first part says why. */
export function whyWords(why: ShownWhy, { module, scenario }: Pick<Question, 'module' | 'scenario'>, today: CalendarDay): string {
  if (scenario && scenario.part > 1) return `Part ${scenario.part} of ${scenario.of} of the same case`
  const { cause, lastSeen, recall, missed, changedIn } = why
  const label = moduleLabel(module)
  const seen = lastSeen === null ? '' : `, last seen ${agoWords(lastSeen, today)}`
  switch (cause) {
    case 'new_weakest':
      return `New, in ${label}, your weakest module`
    case 'new_unstudied':
      return `New, in ${label}, where you have not answered yet`
    case 'new':
      return `New to you, in ${label}`
    case 'due':
      return `Due today${seen}${recall === null ? '' : `, ${percentWords(recall)}`}`
    case 'changed':
      return changedIn === null ? `This changed since you answered it${seen}` : `This changed in ${changedIn}${seen}`
    case 'missed':
      return `Missed ${timesWords(Math.max(1, missed))}${seen}`
    case 'flagged':
      return `Flagged by you${seen}`
    case 'guessed':
      return `Right last time, but you were not sure${seen}`
    case 'slow':
      return `Right last time, but slow${seen}`
    case 'quiz':
      return 'Matches your quiz'
    case 'same_topic':
      return 'On the same topic as the question you chose'
    case 'plan':
      return "Part of today's plan"
    case 'longest_unseen':
      return lastSeen === null
        ? 'Not seen for the longest time in your modules'
        : `Not seen since ${dayWords.format(new Date(lastSeen))}, the longest time in your modules`
  }
}

export default function WhyLine({ why, question }: { why: ShownWhy | null; question: Question }) {
  const today = useToday()
  if (!why) return null
  return (
    <p className="w-full text-sm text-muted">
      <span className="font-medium">Why this question?</span> {whyWords(why, question, today)}
    </p>
  )
}
