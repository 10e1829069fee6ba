import type { AnswerResult, Question } from '@medicready/domain/contract/questions/questions'
import { moduleLabel } from '@medicready/domain/study/modules'
import { ChevronDown } from 'lucide-react'
import { startTransition, useState } from 'react'
import { Explanation } from '../answering/explanation.tsx'
import { outcomeSign } from '../answering/outcome-sign.ts'
import { QuestionPicture } from '../answering/question-picture.tsx'

export interface ScoredQuestion {
  question: Question
  /** Null where there is none, and where it is withheld. */
  result: AnswerResult | null
  isAnswered: boolean
}

/** The questions of a session with what came of them; each opens to its explanation. */
export const ScoreList = ({ questions, showsPearls }: { questions: readonly ScoredQuestion[]; showsPearls: boolean }) => (
  <ol className="mt-3 divide-y divide-hairline border-t border-hairline">
    {questions.map((scored) => (
      <li key={scored.question.id}>
        <Scored {...scored} showsPearls={showsPearls} />
      </li>
    ))}
  </ol>
)

function Scored({ question, result, isAnswered, showsPearls }: ScoredQuestion & { showsPearls: boolean }) {
  // What is folded is not there, so that fifty questions do not bring their pictures.
  const [open, setOpen] = useState(false)
  const { icon: Icon, tone, words } = outcomeSign(result ? result.isCorrect : isAnswered ? 'withheld' : 'notAnswered')
  return (
    <details className="group" onToggle={({ currentTarget }) => startTransition(() => setOpen(currentTarget.open))}>
      <summary className="flex min-h-12 list-none items-center gap-3 rounded-control py-2 [&::-webkit-details-marker]:hidden">
        <Icon aria-hidden className={`size-5 shrink-0 ${tone}`} />
        <span className="grid min-w-0 flex-1">
          <span className="truncate text-sm font-medium group-open:whitespace-normal">{question.stem}</span>
          <span className="text-sm text-muted">
            {words} · {moduleLabel(question.module)}
            {question.scenario && ` · Part ${question.scenario.part} of ${question.scenario.of}`}
          </span>
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      {open && (
        <div className="grid gap-5 pt-2 pb-5">
          {question.picture && <QuestionPicture picture={question.picture} />}
          {result ? (
            <Explanation result={result} showsPearl={showsPearls} />
          ) : (
            <p className="text-sm text-muted">{isAnswered ? 'What came of it is told when the exam has ended.' : 'You gave no answer.'}</p>
          )}
        </div>
      )}
    </details>
  )
}
