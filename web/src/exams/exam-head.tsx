import type { PracticeExam } from '@medicready/domain/contract/exams/exams'
import { isMock } from '@medicready/domain/exams/blueprints'
import { isPassing, PASSING_SCORE } from '@medicready/domain/exams/score'
import { Check, Coffee, Maximize, Minimize } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Progress } from '../ui/progress.tsx'
import { Switch } from '../ui/switch.tsx'
import { ExamClock } from './countdown.tsx'
import { canFillScreen, fillScreen, keepShowsEstimate, showsEstimate, useFillsScreen } from './exam-display.ts'
import { GiveUpExam } from './give-up-exam.tsx'

interface ExamHeadProps {
  exam: PracticeExam
  /** Starts at 1. */
  order: number
  endsAt: number
  onRunOut: () => void
  /** Left out during a break. */
  onBreak: (() => void) | undefined
  onGivenUp: () => void
}

export function ExamHead({ exam, order, endsAt, onRunOut, onBreak, onGivenUp }: ExamHeadProps) {
  const { minItems, totalQuestions, questionsAnswered } = exam
  const fillsScreen = useFillsScreen()
  return (
    <div className="grid gap-1">
      <div className="-mr-3 flex min-h-11 flex-wrap items-center gap-x-1">
        <p className="mr-auto text-sm font-medium text-muted tabular-nums">
          Question {order}
          <span className="font-normal">
            {' '}
            · {minItems} to {totalQuestions} in all
          </span>
        </p>
        <span className="flex items-center">
          <ExamClock endsAt={endsAt} onRunOut={onRunOut} />
          {onBreak && (
            <IconButton label="Take a break" onClick={onBreak}>
              <Coffee aria-hidden className="size-5" />
            </IconButton>
          )}
          {canFillScreen() && (
            <IconButton label={fillsScreen ? 'Exit full screen' : 'Fill the screen'} onClick={() => void fillScreen(!fillsScreen)}>
              {fillsScreen ? <Minimize aria-hidden className="size-5" /> : <Maximize aria-hidden className="size-5" />}
            </IconButton>
          )}
          <GiveUpExam examId={exam.id} isIcon onGivenUp={onGivenUp} />
        </span>
      </div>
      <Progress label="Questions answered" value={questionsAnswered} max={totalQuestions} />
      <ScoreEstimate exam={exam} />
    </div>
  )
}

function ScoreEstimate({ exam: { id, blueprint, scoreEstimate } }: { exam: PracticeExam }) {
  const [isShown, setShown] = useState(() => showsEstimate(id, !isMock(blueprint)))
  const change = (shows: boolean) => {
    keepShowsEstimate(id, shows)
    setShown(shows)
  }
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 max-sm:pt-2">
      <span className="text-sm tabular-nums">
        {isShown &&
          (isPassing(scoreEstimate) ? (
            <Badge tone="ok">
              <Check aria-hidden className="size-3" />
              Score estimate {scoreEstimate}: {PASSING_SCORE} or above
            </Badge>
          ) : (
            <Badge>
              Score estimate {scoreEstimate}: below {PASSING_SCORE}
            </Badge>
          ))}
      </span>
      <Switch label="Score estimate" checked={isShown} onChange={change} />
    </div>
  )
}
