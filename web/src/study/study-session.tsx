import type { AnswerResult, ItemAnswer, Question, ShownWhy, WithheldAnswer } from '@medicready/domain/contract/questions/questions'
import type { SessionQuestion as Entry, StudySession as Session } from '@medicready/domain/contract/study/study-sessions'
import { studyModeRules } from '@medicready/domain/study/shown/modes'
import { ArrowLeft, ArrowRight, Clock, Flag, Lock, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, startTransition, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { type Answering, useAnswering } from '../answering/answer/answering.ts'
import type { SentAnswer } from '../answering/answer/delivery.ts'
import { ElapsedTime } from '../answering/answer/time-on-screen.tsx'
import { WaitsToBeSent } from '../answering/answer/unsent-answer.tsx'
import { AnswerBar } from '../answering/answer-bar.tsx'
import { beginsCase, CaseAbove } from '../answering/case-above.tsx'
import type { EarlierPart } from '../answering/case-panel.tsx'
import { ExplanationBelow } from '../answering/explanation-below.tsx'
import { confidenceWords } from '../answering/kind-names.ts'
import { QuestionBadges, QuestionCard, QuestionKeysButton, QuestionSkeleton } from '../answering/question-card.tsx'
import WhyLine from '../answering/why-line.tsx'
import { useMoment } from '../api/rendered-at.ts'
import { waitingAnswers } from '../offline/waiting.ts'
import { paths } from '../paths.ts'
import { Button, IconButton, LinkButton } from '../ui/button.tsx'
import { Card, IconDisc } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { Progress } from '../ui/progress.tsx'
import { type ToastWords, toast } from '../ui/toast.tsx'
import type { RecordedAnswer } from './commands.ts'
import { Countdown, type Deadline } from './countdown.tsx'
import { earlierParts } from './queries.ts'
import type { ScoredQuestion } from './session-score.tsx'

interface Outcome {
  result: AnswerResult | null
  given: WithheldAnswer
  /** The choice made here; an earlier answer may already have counted. */
  chosen: ItemAnswer | null
}

interface StudySessionProps {
  mode: Session['mode']
  questions: readonly Entry[]
  /** Null outside of sessions. */
  studySessionId: string | null
  send: (question: Question, answer: SentAnswer, studySessionId: string | null) => Promise<RecordedAnswer>
  /** The second argument is when the question was shown. Null if nothing is timed. */
  deadlineOf?: ((questionId: string, shownAt: number) => Deadline) | null
  endButton?: ReactNode
  end: (questions: readonly ScoredQuestion[]) => ReactNode
}

const FEEDBACK_MS = 2_000

const tellOutcome = ({ isCorrect }: AnswerResult) =>
  toast({ title: isCorrect ? 'Correct!' : 'Incorrect', variant: isCorrect ? 'default' : 'destructive', duration: FEEDBACK_MS })

export function StudySession({ mode, questions, studySessionId, send, deadlineOf = null, endButton, end }: StudySessionProps) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  /** Parts of cases that answers opened here. Refetched lists may lack them after midnight. */
  const [opened, setOpened] = useState<ReadonlyMap<string, Question>>(new Map())
  const [place, setPlace] = useState(() => {
    const unanswered = questions.findIndex(({ isAnswered }) => !isAnswered)
    return unanswered < 0 ? questions.length : unanswered
  })
  /** On the first screen navigation sets the focus; later screens move it to their heading. */
  const [movedTo, setMovedTo] = useState<number | null>(null)

  const resultOf = (entry: Entry) => outcomes.get(entry.questionId)?.result ?? entry.result
  const givenOf = (entry: Entry) => outcomes.get(entry.questionId)?.given ?? entry.given
  const questionOf = (entry: Entry) => opened.get(entry.questionId) ?? entry.question
  // A transition, so that the press is painted before the next question renders.
  const goTo = (next: number) =>
    startTransition(() => {
      setMovedTo(next)
      setPlace(next)
    })
  useLayoutEffect(() => {
    if (movedTo !== null) window.scrollTo({ top: 0 })
  }, [movedTo])

  const waiting = waitingAnswers.useValue().filter((answer) => answer.studySessionId === studySessionId && answer.refusal === null)
  const waits = ({ questionId }: Entry) => waiting.some((answer) => answer.questionId === questionId)
  const current = questions[place]
  if (!current && questions.some(waits)) return <WaitingEnd />
  if (!current)
    return end(
      questions.flatMap((entry) => {
        const question = questionOf(entry)
        return question ? [{ question, result: resultOf(entry), isAnswered: givenOf(entry) !== null }] : []
      }),
    )
  const question = questionOf(current)
  // The part arrives with the answer that opens it.
  if (!question && questions.some(waits)) return <ClosedUntilSent onNext={() => goTo(place + 1)} />
  if (!question) return <QuestionSkeleton />

  const record = (recorded: RecordedAnswer, chosen: ItemAnswer | null) => {
    const result = recorded.isWithheld ? null : recorded
    if (result && studyModeRules[mode].showsAnswers) tellOutcome(result)
    setOutcomes((before) => new Map(before).set(current.questionId, { result, given: recorded, chosen }))
    if (recorded.opened) setOpened((before) => new Map(before).set(recorded.opened?.id ?? '', recorded.opened as Question))
    // If no result is shown, the next question follows at once.
    if (!studyModeRules[mode].showsAnswers) goTo(place + 1)
  }

  const result = resultOf(current)
  return (
    <div className="mx-auto grid max-w-3xl gap-4">
      <SessionQuestion
        key={current.questionId}
        rules={studyModeRules[mode]}
        question={question}
        why={current.why}
        result={result}
        withheld={result ? null : givenOf(current)}
        chosen={outcomes.get(current.questionId)?.chosen}
        wasFlagged={current.flaggedForReview}
        takesFocus={movedTo !== null}
        earlierParts={earlierParts(questions, place).flatMap((entry) => {
          const [part, given] = [questionOf(entry), givenOf(entry)]
          return part && given ? [{ question: part, selectedAnswer: given.selectedAnswer, result: resultOf(entry) }] : []
        })}
        position={{ number: place + 1, of: questions.length, answered: questions.filter(givenOf).length }}
        deadlineOf={deadlineOf && ((shownAt) => deadlineOf(current.questionId, shownAt))}
        endButton={endButton}
        isWaiting={waits(current)}
        send={(answer) => send(question, answer, studySessionId)}
        onAnswered={record}
        onNext={() => goTo(place + 1)}
        // A timed session does not go back.
        onPrevious={place > 0 && !deadlineOf ? () => goTo(place - 1) : undefined}
      />
    </div>
  )
}

export function Leave({ to, notice }: { to: string; notice: ToastWords }) {
  const [said] = useState(notice)
  useEffect(() => toast(said), [said])
  return <Navigate to={to} replace />
}

/** In place of a part of a case whose opening answer waits to be sent. */
const ClosedUntilSent = ({ onNext }: { onNext: () => void }) => (
  <Notice
    title="This part is still locked"
    icon={Lock}
    action={
      <Button className="mt-2" onClick={onNext}>
        Next Question
        <ArrowRight aria-hidden className="size-4" />
      </Button>
    }
  >
    It opens after your answer to the part before it has been sent.
  </Notice>
)

const WaitingEnd = () => (
  <Notice
    title="Saved. It will be marked when you are back online"
    icon={Clock}
    action={<LinkButton to={paths.home()} className="mt-2" label="Back to Dashboard" />}
  >
    Your answers count for the day you gave them. They are sent automatically when you are back online.
  </Notice>
)

interface NoticeProps {
  title: string
  icon: LucideIcon
  action: ReactNode
  children: ReactNode
}

function Notice({ title, icon: Icon, action, children }: NoticeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card className="mx-auto grid w-full max-w-2xl justify-items-center gap-3 py-8 text-center">
      <IconDisc icon={Icon} />
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
        {title}
      </h1>
      <p className="max-w-md text-sm text-muted">{children}</p>
      {action}
    </Card>
  )
}

interface SessionQuestionProps {
  rules: (typeof studyModeRules)[keyof typeof studyModeRules]
  question: Question
  why: ShownWhy | null
  result: AnswerResult | null
  withheld: WithheldAnswer | null
  chosen: ItemAnswer | null | undefined
  wasFlagged: boolean
  /** Moves the focus to the stem, or to a case that begins, so that it is read out. */
  takesFocus: boolean
  earlierParts: readonly EarlierPart[]
  position: { number: number; of: number; answered: number }
  /** The argument is when the question was shown. Null if nothing is timed. */
  deadlineOf: ((shownAt: number) => Deadline) | null
  endButton: ReactNode
  isWaiting: boolean
  send: (answer: SentAnswer) => Promise<RecordedAnswer>
  onAnswered: (recorded: RecordedAnswer, chosen: ItemAnswer | null) => void
  onNext: () => void
  onPrevious: (() => void) | undefined
}

function SessionQuestion(props: SessionQuestionProps) {
  const { rules, question, why, result, withheld, chosen, wasFlagged, takesFocus, earlierParts, position } = props
  const { deadlineOf, endButton, isWaiting, send, onAnswered, onNext, onPrevious } = props
  const shownAt = useMoment()
  const answering = useAnswering({
    question,
    result,
    withheld,
    submission: { send, onAnswered },
    onNext,
    flag: { wasFlagged },
    asksConfidence: rules.asksConfidence,
  })
  const isAnswered = answering.answeredDraft !== null
  return (
    <>
      <div className="grid gap-1">
        <div className="-mr-3 flex min-h-11 items-center gap-1">
          <p className="mr-auto text-sm font-medium text-muted tabular-nums">
            Question {position.number} of {position.of}
          </p>
          {!isAnswered &&
            (deadlineOf ? (
              <Countdown deadline={deadlineOf(shownAt)} onRunOut={answering.submission.runOut} />
            ) : (
              <ElapsedTime stopwatch={answering.submission.stopwatch} />
            ))}
          <FlagToggle answering={answering} />
          <QuestionKeysButton answering={answering} />
          {endButton}
        </div>
        <Progress label="Questions answered" value={position.answered} max={position.of} />
      </div>
      <CaseAbove
        question={question}
        earlier={earlierParts}
        showsAnswers={answering.answer.showsAtOnce}
        takesFocus={takesFocus && beginsCase(question)}
      />
      <QuestionCard
        answering={answering}
        takesFocus={takesFocus && !beginsCase(question)}
        header={
          <>
            <QuestionBadges module={question.module} difficulty={question.difficulty} />
            <WhyLine why={why} question={question} />
          </>
        }
      />
      {answering.confidence.asks && !isAnswered && <ConfidenceField answering={answering} />}
      {rules.showsExplanations && (
        <ExplanationBelow
          result={result}
          answer={answering.answer}
          chosen={chosen}
          takesFocus={answering.answeredHere}
          showsPearl={rules.showsPearls}
        />
      )}
      <WaitsToBeSent isWaiting={isWaiting && !result} />
      <AnswerBar
        answering={answering}
        back={onPrevious && <Button icon={ArrowLeft} variant="ghost" className="sm:-ml-4" onClick={onPrevious} label="Previous" />}
        next={
          <>
            {position.number === position.of ? 'Finish' : 'Next Question'}
            <ArrowRight aria-hidden className="size-4" />
          </>
        }
      />
    </>
  )
}

function ConfidenceField({ answering: { confidence, isLocked } }: { answering: Answering }) {
  const name = useId()
  // Digits choose a confidence level while the focus is here, otherwise an option.
  const press = (event: KeyboardEvent) => {
    const level = Number(event.key)
    if (!confidenceWords[level - 1]) return
    event.preventDefault()
    confidence.set(level)
  }
  return (
    <fieldset
      disabled={isLocked}
      onKeyDown={press}
      className="min-w-0 rounded-card border border-hairline bg-surface p-4 sm:flex sm:items-center sm:justify-between sm:gap-6 sm:px-6"
    >
      <legend className="sr-only">How sure are you? 1 is guessing, 5 is certain.</legend>
      <p aria-hidden className="text-sm font-semibold">
        How sure are you? <span className="font-normal text-muted">{confidenceWords[confidence.value - 1]}</span>
      </p>
      <div className="mt-2 flex gap-2 sm:mt-0">
        {confidenceWords.map((words, index) => {
          const level = index + 1
          return (
            <label
              key={words}
              className={classList(
                'relative grid min-h-11 min-w-11 flex-1 place-items-center rounded-control border border-control text-sm font-semibold transition-colors',
                'has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
                isLocked ? 'cursor-default' : 'cursor-pointer hover:bg-sunken has-checked:hover:bg-brand',
              )}
            >
              <input
                type="radio"
                name={name}
                value={level}
                checked={confidence.value === level}
                onChange={() => confidence.set(level)}
                className="absolute inset-0 size-full cursor-[inherit] opacity-0"
              />
              <span aria-hidden>{level}</span>
              <span className="sr-only">
                {level}, {words}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

const FlagToggle = ({ answering: { flag, isLocked, answeredDraft } }: { answering: Answering }) =>
  (!answeredDraft || flag.flagged) && (
    <IconButton
      label="Flag for review"
      aria-pressed={flag.flagged}
      disabled={isLocked}
      onClick={flag.toggle}
      className={flag.flagged ? 'text-warn' : 'text-muted'}
    >
      <Flag aria-hidden className={classList('size-5', flag.flagged && 'fill-current')} />
    </IconButton>
  )
