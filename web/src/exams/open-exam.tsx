import type { ExamQuestion } from '@medicready/domain/contract/exams/exams'
import type { ItemAnswer } from '@medicready/domain/contract/questions/questions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { QuestionSkeleton } from '../answering/question-skeleton.tsx'
import { paths } from '../paths.ts'
import { CenteredSpinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import { useAnswerExam, useCountExam } from './commands.ts'
import { ExamBreak } from './exam-break.tsx'
import { ExamHead } from './exam-head.tsx'
import { ExamItem } from './exam-item.tsx'
import { answeredElsewhere, dueIn, type ExamAnswered, earlierParts, elsewhereWords, type TakenExam } from './exam-progress.ts'
import { fillScreen } from './full-screen.ts'
import { useOtherTabs } from './other-tabs.ts'
import { endOf, takenExamQuery } from './taken-exam.ts'
import { TimeUp } from './time-up.tsx'

/** An exam that goes on: the question that is due, its clock, and the break that covers it. */
export function OpenExam({ taken }: { taken: TakenExam }) {
  const { exam } = taken
  const [isTimeUp, setTimeUp] = useState(false)
  const [isOver, setOver] = useState(false)
  const [isOnBreak, setOnBreak] = useState(false)
  /** The first screen leaves the focus where the navigation put it; each later one takes it to its heading. */
  const [moved, setMoved] = useState(false)
  const answer = useAnswerExam(exam.id)
  const countExam = useCountExam()
  const navigate = useNavigate()
  const question = useRef<HTMLDivElement>(null)
  const due = dueIn(taken)
  const answeredHere = useAnsweredElsewhere(due?.id)
  useReadAnewOnReturn(exam.id)
  useOtherTabs(exam.id)

  const goToResults = () => {
    setOver(true)
    countExam()
    void fillScreen(false)
    void navigate(paths.practiceExamResults(exam.id), { replace: true })
  }
  const leave = () => {
    void fillScreen(false)
    void navigate(paths.practiceExams(), { replace: true })
  }
  const goOn = (question: ExamQuestion, sent: ItemAnswer | null, answered: ExamAnswered) => {
    const { examCompleted, nextQuestion } = answered
    const words = sent && elsewhereWords(question, sent, answered)
    if (words) toast(words)
    setMoved(true)
    if (examCompleted || !nextQuestion) goToResults()
    else window.scrollTo({ top: 0 })
  }
  const endBreak = () => {
    setOnBreak(false)
    setMoved(true)
  }
  useEffect(() => {
    if (!isOnBreak && moved) question.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [isOnBreak, moved])

  if (isOver) return <CenteredSpinner label="Your results are on their way" />
  if (isTimeUp) return <TimeUp examId={exam.id} onCompleted={goToResults} onTimeLeft={() => setTimeUp(false)} />
  return (
    <div className="mx-auto grid max-w-3xl gap-4">
      <ExamHead
        exam={exam}
        order={due?.order ?? exam.questionsAnswered + 1}
        endsAt={endOf(taken)}
        onRunOut={() => setTimeUp(true)}
        onBreak={isOnBreak ? undefined : () => setOnBreak(true)}
        onGivenUp={leave}
      />
      {isOnBreak && <ExamBreak onEnd={endBreak} />}
      <div ref={question} hidden={isOnBreak} className={isOnBreak ? undefined : 'grid gap-4'}>
        {due ? (
          <ExamItem
            key={due.id}
            examId={exam.id}
            question={due.asked}
            earlier={earlierParts(taken, due)}
            isCovered={isOnBreak}
            takesFocus={moved}
            send={(given) => {
              answeredHere(due.id)
              return answer.mutateAsync({ questionId: due.id, ...given })
            }}
            onAnswered={(answered, sent) => goOn(due, sent, answered)}
          />
        ) : (
          <QuestionSkeleton />
        )}
      </div>
    </div>
  )
}

/** Says so when the question on the screen was answered elsewhere, and gave way to the one that is due. */
function useAnsweredElsewhere(dueId: string | undefined) {
  const answeredHere = useRef(new Set<string>())
  const shown = useRef(dueId)
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== dueId && !answeredHere.current.has(shown.current)) toast(answeredElsewhere())
    shown.current = dueId
  }, [dueId])
  return (questionId: string) => void answeredHere.current.add(questionId)
}

/** Another screen may have gone on with the exam while this one was out of sight. */
function useReadAnewOnReturn(examId: string): void {
  const queries = useQueryClient()
  const readAnew = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void queries.invalidateQueries({ queryKey: takenExamQuery(examId).queryKey })
  })
  useEffect(() => {
    const listener = () => readAnew()
    document.addEventListener('visibilitychange', listener)
    window.addEventListener('online', listener)
    return () => {
      document.removeEventListener('visibilitychange', listener)
      window.removeEventListener('online', listener)
    }
  }, [])
}
