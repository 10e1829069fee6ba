import type { Question } from '@medicready/domain/contract/questions'
import type { Why } from '@medicready/domain/contract/study-sessions'
import { useToday } from '../api/today.ts'
import { whyWords } from './why-words.ts'

/** Why the learner is given this question; nothing where no cause was noted. */
export function WhyLine({ why, question }: { why: Why | null; question: Question }) {
  const today = useToday()
  if (!why) return null
  return (
    <p className="w-full text-sm text-muted">
      <span className="font-medium">Why this question?</span> {whyWords(why, question, today)}
    </p>
  )
}
