import type { ExamQuestion, PracticeExam } from '@medicready/domain/contract/exams/exams'
import type { ItemAnswer, Question } from '@medicready/domain/contract/questions/questions'
import { isMock } from '@medicready/domain/exams/shown/blueprints'
import { isPassing, PASSING_SCORE } from '@medicready/domain/exams/shown/score'
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Check, ClipboardX, Coffee, Maximize, Minimize } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type LoaderFunctionArgs, Navigate, useNavigate, useParams } from 'react-router-dom'
import { useAnswering } from '../answering/answer/answering.ts'
import type { SentAnswer } from '../answering/answer/delivery.ts'
import { AnswerBar } from '../answering/answer-bar.tsx'
import { beginsCase, CaseAbove } from '../answering/case-above.tsx'
import type { EarlierPart } from '../answering/case-panel.tsx'
import { AnsweringSkeleton, QuestionCard, QuestionKeysButton, QuestionSkeleton } from '../answering/question-card.tsx'
import { ApiError } from '../api/errors.ts'
import { Loaded } from '../api/loaded.tsx'
import { DeadEnd } from '../page/dead-end.tsx'
import { PageTitle } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Card, IconDisc } from '../ui/card.tsx'
import { Progress } from '../ui/progress.tsx'
import { CenteredSpinner } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'
import { useAnswerExam, useCompleteExam, useCountExam, useOtherTabs } from './commands.ts'
import { ExamClock } from './countdown.tsx'
import { canFillScreen, fillScreen, keepShowsEstimate, showsEstimate, useFillsScreen } from './exam-display.ts'
import { answeredElsewhere, dueIn, type ExamAnswered, earlierParts, elsewhereWords, type TakenExam } from './exam-progress.ts'
import { completeFailure, examAnswering, examNames, OVER } from './exam-words.ts'
import { GiveUpExam } from './give-up-exam.tsx'
import { endOf, keepDraft, keptDraft, takenExamQuery, unsentAnswer } from './taken-exam.ts'

export const clientLoader = async (queries: QueryClient, { params }: LoaderFunctionArgs) => {
  void queries.prefetchQuery(takenExamQuery(params.id ?? ''))
}

export default function PracticeExamPage() {
  const { id = '' } = useParams()
  return (
    <Loaded key={id} skeleton={<AnsweringSkeleton />} failure="Your exam could not be loaded. The clock keeps running." isWholePage>
      <Exam id={id} />
    </Loaded>
  )
}

function Exam({ id }: { id: string }) {
  const { data: taken } = useSuspenseQuery(takenExamQuery(id))
  const [stoodCompleted] = useState(taken?.exam.isCompleted === true)
  if (!taken)
    return (
      <DeadEnd title="Exam Not Found" icon={ClipboardX} to={paths.practiceExams()} label="Go to Practice Exams">
        {OVER}
      </DeadEnd>
    )
  // It ended while it was open: on another screen, or by its clock.
  if (taken.exam.isCompleted && !stoodCompleted) return <Navigate to={paths.practiceExamResults(id)} replace />
  if (taken.exam.isCompleted)
    return (
      <DeadEnd title="Exam Completed" icon={ClipboardX} to={paths.practiceExamResults(id)} label="See Results">
        {OVER}
      </DeadEnd>
    )
  if (taken.exam.givenUpAt !== null)
    return (
      <DeadEnd title="Exam Given Up" icon={ClipboardX} to={paths.practiceExams()} label="Go to Practice Exams">
        You gave up this exam. It has no score, and its answers do not count.
      </DeadEnd>
    )
  return (
    <>
      <PageTitle>{examNames[taken.exam.blueprint]}</PageTitle>
      <OpenExam taken={taken} />
    </>
  )
}

function OpenExam({ taken }: { taken: TakenExam }) {
  const { exam } = taken
  const [isTimeUp, setTimeUp] = useState(false)
  const [isOver, setOver] = useState(false)
  const [isOnBreak, setOnBreak] = useState(false)
  /** On the first screen navigation sets the focus; later screens move it to their heading. */
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

/** Announces that the question on screen was answered elsewhere. */
function useAnsweredElsewhere(dueId: string | undefined) {
  const answeredHere = useRef(new Set<string>())
  const shown = useRef(dueId)
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== dueId && !answeredHere.current.has(shown.current)) toast(answeredElsewhere())
    shown.current = dueId
  }, [dueId])
  return (questionId: string) => void answeredHere.current.add(questionId)
}

/** Another screen may have continued the exam meanwhile. */
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

function ExamBreak({ onEnd }: { onEnd: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Card className="grid min-h-80 place-content-center justify-items-center gap-4 text-center">
      <IconDisc icon={Coffee} />
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold">
        You are on a break
      </h1>
      <p className="max-w-md text-muted">Your question is hidden and your choice is saved. The clock keeps running.</p>
      <Button size="lg" onClick={onEnd} label="Back to the Exam" />
    </Card>
  )
}

/** Tolerance for a clock ahead of the server's. */
const ASK_AGAIN_MS = 1_000

interface TimeUpProps {
  examId: string
  onCompleted: () => void
  /** This device's clock was ahead of the server's. */
  onTimeLeft: () => void
}

/** Ends the exam if the server's clock agrees that the time is up. */
function TimeUp({ examId, onCompleted, onTimeLeft }: TimeUpProps) {
  const queries = useQueryClient()
  const { mutate, isError, error } = useCompleteExam()
  const isTimeLeft = error instanceof ApiError && error.code === 'examTimeLeft'
  const complete = () => mutate({ params: { examId }, body: { reason: 'timeout' } }, { onSuccess: onCompleted })
  const completeNow = useEffectEvent(complete)
  useEffect(() => {
    const listener = () => completeNow()
    listener()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [])

  const readClock = useEffectEvent(async () => {
    await queries.refetchQueries({ queryKey: takenExamQuery(examId).queryKey })
    onTimeLeft()
  })
  useEffect(() => {
    if (!isTimeLeft) return
    const timer = setTimeout(() => void readClock(), ASK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isTimeLeft])

  if (!isError || isTimeLeft) return <CenteredSpinner label="Time is up. We are completing your exam" />
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <h1 className="text-2xl font-semibold">Time is up</h1>
      <Banner
        tone="bad"
        title={completeFailure(error)}
        action={<Button variant="secondary" size="sm" onClick={complete} label="Try again" />}
      >
        Your answers are saved.
      </Banner>
    </div>
  )
}

interface ExamItemProps {
  examId: string
  question: Question
  /** Empty unless the question is part of a case. */
  earlier: readonly EarlierPart[]
  isCovered: boolean
  takesFocus: boolean
  send: (given: { answer: ItemAnswer; timeSpentSeconds: number }) => Promise<ExamAnswered>
  onAnswered: (answered: ExamAnswered, sent: ItemAnswer | null) => void
}

function ExamItem({ examId, question, earlier, isCovered, takesFocus, send, onAnswered }: ExamItemProps) {
  const [unsent] = useState(() => unsentTo(examId, question.id))
  const [before] = useState(() => keptDraft(examId, question.id))
  const answering = useAnswering({
    question,
    result: null,
    submission: {
      send: ({ answer, timeSpent }) => {
        if (answer === null) throw new Error('An exam takes no answer that says nothing.')
        return send({ answer, timeSpentSeconds: timeSpent })
      },
      onAnswered,
      unsent,
      ...examAnswering,
    },
    isCovered,
    closedBook: true,
    kept: { before, keep: (draft) => keepDraft(examId, { questionId: question.id, draft }) },
  })
  return (
    <>
      <CaseAbove question={question} earlier={earlier} showsAnswers={false} takesFocus={takesFocus && beginsCase(question)} />
      <QuestionCard answering={answering} takesFocus={takesFocus && !beginsCase(question)} />
      <AnswerBar answering={answering} back={<QuestionKeysButton answering={answering} />} />
    </>
  )
}

/** Given before the screen was left, and possibly lost. */
function unsentTo(examId: string, questionId: string): SentAnswer | null {
  const kept = unsentAnswer(examId)
  return kept?.questionId === questionId
    ? { answer: kept.answer, timeSpent: kept.timeSpentSeconds, flaggedForReview: false, confidence: null }
    : null
}

interface ExamHeadProps {
  exam: PracticeExam
  order: number
  endsAt: number
  onRunOut: () => void
  onBreak: (() => void) | undefined
  onGivenUp: () => void
}

function ExamHead({ exam, order, endsAt, onRunOut, onBreak, onGivenUp }: ExamHeadProps) {
  const { minItems, totalQuestions, questionsAnswered } = exam
  const fillsScreen = useFillsScreen()
  return (
    <div className="grid gap-1">
      {/* One row at any width, in any font: nothing moves when the font, or the button that fills the screen, comes. */}
      <div className="-mr-3 flex min-h-11 items-center gap-x-1">
        <p className="mr-auto min-w-0 text-sm font-medium text-muted tabular-nums min-[22.5rem]:whitespace-nowrap">
          Question {order}
          <span className="font-normal max-sm:block">
            <span className="max-sm:hidden"> · </span>
            {minItems} to {totalQuestions}
            <span className="max-sm:sr-only"> in all</span>
          </span>
        </p>
        <span className="flex shrink-0 items-center">
          <ExamClock endsAt={endsAt} onRunOut={onRunOut} />
          {onBreak && <IconButton icon={Coffee} label="Take a break" onClick={onBreak} />}
          {canFillScreen() && (
            <IconButton
              icon={fillsScreen ? Minimize : Maximize}
              label={fillsScreen ? 'Exit full screen' : 'Fill the screen'}
              onClick={() => void fillScreen(!fillsScreen)}
              className="text-muted max-[22.5rem]:hidden"
            />
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
    <div className="flex min-h-11 items-center justify-between gap-x-4 max-sm:pt-2">
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
