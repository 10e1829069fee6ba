import { useEffect, useRef } from 'react'
import { type AnsweredQuestion, AnswerList } from '../answering/answer-list.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Progress } from '../ui/progress.tsx'

/** How the session went, and the way back. */
export function SessionScore({ questions }: { questions: readonly AnsweredQuestion[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const correct = questions.filter(({ result }) => result?.isCorrect).length
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <Card className="grid justify-items-center gap-3 text-center">
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold">
          Session complete
        </h1>
        <p className="text-lg">
          You answered{' '}
          <strong className="font-semibold">
            {correct} of {questions.length}
          </strong>{' '}
          correctly.
        </p>
        <p aria-hidden className="text-4xl font-semibold tabular-nums">
          {Math.round((100 * correct) / questions.length)}%
        </p>
        <div className="w-full max-w-sm">
          <Progress label="Correct answers" value={correct} max={questions.length} tone="ok" />
        </div>
        <LinkButton to={paths.home()} size="lg" className="mt-3">
          Back to Dashboard
        </LinkButton>
      </Card>
      <Card aria-labelledby="answers">
        <h2 id="answers" className="text-lg font-semibold">
          Your answers
        </h2>
        <AnswerList questions={questions} />
      </Card>
    </div>
  )
}
