import type { Question } from '@medicready/domain/contract/questions/questions'
import type { ShownWhy } from '@medicready/domain/contract/study/why'
import { useToday } from '../api/today.ts'
import { whyWords } from './why-words.ts'

/** Why the learner is given this question; nothing where no cause was noted. */
export default function WhyLine({ why, question }: { why: ShownWhy | null; question: Question }) {
  const today = useToday()
  if (!why) return null
  return (
    <p className="w-full text-sm text-muted">
      <span className="font-medium">Why this question?</span> {whyWords(why, question, today)}
    </p>
  )
}
