import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useKeysBeside } from '../answering/question-keys.ts'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Progress } from '../ui/progress.tsx'
import { countOf } from '../ui/words.ts'

export interface Score {
  readonly total: number
  readonly answered: number
  /** Of the answers, those that count as right or wrong: those to questions on trial do not. */
  readonly scored: number
  readonly correct: number
}

interface SessionScoreProps {
  /** Null while what came of it is withheld. */
  score: Score | null
  /** The questions, each with the way to its explanation. */
  answers: ReactNode
  /** Another way on, beside the one to the dashboard. */
  wayOn?: ReactNode
}

/** How the session went, and the way back. */
export function SessionScore({ score, answers, wayOn }: SessionScoreProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  // Enter went on from each question, and goes on from here.
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
        {score ? <Figures {...score} /> : <p className="text-lg">Your score follows when your timed exam has ended.</p>}
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          <LinkButton to={paths.home()} size="lg">
            Back to Dashboard
          </LinkButton>
          {wayOn}
        </div>
      </Card>
      <Card aria-labelledby="answers">
        <h2 id="answers" className="text-lg font-semibold">
          Your answers
        </h2>
        {answers}
      </Card>
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
