import type { AnswerResult, Question } from '@medicready/domain/contract/questions/questions'
import { moduleLabel } from '@medicready/domain/questions/shown/modules'
import { ChevronRight, CircleCheck, CircleDashed, CircleDot, CircleX } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../paths.ts'

interface AnsweredQuestion {
  question: Question
  result: AnswerResult | null
}

export const AnswerList = ({ questions }: { questions: readonly AnsweredQuestion[] }) => (
  <ul className="-mx-2 mt-3">
    {questions.map(({ question, result }) => {
      const { icon: Icon, tone, words } = outcomeSign(result ? result.isCorrect : 'withheld')
      return (
        <li key={question.id}>
          <Link
            to={paths.question(question.id)}
            className="flex min-h-12 items-center gap-3 rounded-control px-2 py-2 transition-colors hover:bg-sunken"
          >
            <Icon aria-hidden className={`size-5 shrink-0 ${tone}`} />
            <span className="grid min-w-0 flex-1">
              <span className="truncate text-sm font-medium">{question.stem}</span>
              <span className="text-sm text-muted">
                {words} · {moduleLabel(question.module)}
                {question.scenario && ` · Part ${question.scenario.part} of ${question.scenario.of}`}
              </span>
            </span>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
          </Link>
        </li>
      )
    })}
  </ul>
)

export function outcomeSign(outcome: boolean | 'withheld' | 'notAnswered') {
  switch (outcome) {
    case true:
      return { icon: CircleCheck, tone: 'text-ok', words: 'Correct' }
    case false:
      return { icon: CircleX, tone: 'text-bad', words: 'Incorrect' }
    case 'withheld':
      return { icon: CircleDot, tone: 'text-muted', words: 'Answered' }
    case 'notAnswered':
      return { icon: CircleDashed, tone: 'text-muted', words: 'Not answered' }
  }
}
