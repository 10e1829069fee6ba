import type { AnswerResult, Question } from '@medicready/domain/contract/questions/questions'
import { moduleLabel } from '@medicready/domain/questions/shown/modules'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useKeysBeside } from '../answering/answer/question-keys.ts'
import { outcomeSign } from '../answering/answer-list.tsx'
import { Explanation } from '../answering/explanation.tsx'
import { QuestionPicture } from '../answering/question-picture.tsx'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Progress } from '../ui/progress.tsx'
import { countOf } from '../ui/words.ts'

export interface Score {
  readonly total: number
  readonly answered: number
  readonly scored: number
  readonly correct: number
}

export function SessionScore({ score, answers, wayOn }: { score: Score | null; answers: ReactNode; wayOn?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  // Enter advanced through the questions and continues to work here.
  useKeysBeside(true, ({ key, target }) => {
    const goesOn = key === 'Enter' && target === heading.current
    if (goesOn) void navigate(paths.home())
    return goesOn
  })
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <Card className="grid justify-items-center gap-3 text-center">
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold">
          Session complete
        </h1>
        {score ? <Figures {...score} /> : <p className="text-lg">You see your score after your timed exam ends.</p>}
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          <LinkButton to={paths.home()} size="lg" label="Back to Dashboard" />
          {wayOn}
        </div>
      </Card>
      <Card heading="Your answers">{answers}</Card>
    </div>
  )
}

function Figures({ total, answered, scored, correct }: Score) {
  const [onTrial, notAnswered] = [answered - scored, total - answered]
  const counted = total - onTrial
  return (
    <>
      <p className="text-lg">
        You answered{' '}
        <strong className="font-semibold">
          {correct} of {counted}
        </strong>{' '}
        correctly.
      </p>
      {counted > 0 && (
        <p aria-hidden className="text-4xl font-semibold tabular-nums">
          {Math.round((100 * correct) / counted)}%
        </p>
      )}
      <div className="w-full max-w-sm">
        <Progress label="Correct answers" value={correct} max={counted} tone="ok" />
      </div>
      {notAnswered > 0 && <p className="text-sm text-muted">{wereWords(notAnswered)} not answered.</p>}
      {onTrial > 0 && <p className="text-sm text-muted">{wereWords(onTrial)} on trial and not scored.</p>}
    </>
  )
}

const wereWords = (count: number): string => `${countOf(count, 'question')} ${count === 1 ? 'was' : 'were'}`

export interface ScoredQuestion {
  question: Question
  result: AnswerResult | null
  isAnswered: boolean
}

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
  // Folded content is not rendered, so that fifty questions do not load their pictures.
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
            <p className="text-sm text-muted">{isAnswered ? 'You see the result after the exam ends.' : 'You gave no answer.'}</p>
          )}
        </div>
      )}
    </details>
  )
}
