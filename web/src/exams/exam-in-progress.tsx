import type { PracticeExam } from '@medicready/domain/contract/exams/exams'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Progress } from '../ui/progress.tsx'
import { examClockFace } from './exam-clock.ts'
import { examNames } from './exam-names.ts'
import { GiveUpExam } from './give-up-exam.tsx'
import { endOf } from './taken-exam.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

/** An exam that goes on: how far it has come, how much time is left, and the way back into it. */
export function ExamInProgress({ exam, skew }: { exam: PracticeExam; skew: number }) {
  const left = useSecondsLeft(endOf({ exam, skew }))
  const { id, blueprint, questionsAnswered, totalQuestions } = exam
  const name = examNames[blueprint]
  return (
    <Card aria-labelledby="exam-in-progress" className="flex flex-wrap items-center gap-x-6 gap-y-4 border-brand ring-1 ring-brand">
      <div className="grid min-w-0 grow basis-60 gap-1.5">
        <h2 id="exam-in-progress" className="text-lg font-semibold">
          Your exam goes on
        </h2>
        <p className="tabular-nums">
          {name} · {questionsAnswered} answered ·{' '}
          {left === 0 ? (
            'its time is up'
          ) : (
            <>
              <span className="font-semibold">{examClockFace(left)}</span> left
            </>
          )}
        </p>
        <Progress label={`Answered in ${name}`} value={questionsAnswered} max={totalQuestions} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <LinkButton to={paths.practiceExam(id)} aria-label={`Continue ${name}`}>
          CONTINUE
        </LinkButton>
        <GiveUpExam examId={id} />
      </div>
    </Card>
  )
}
