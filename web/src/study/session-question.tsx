import type { AnswerResult, ItemAnswer, Question, WithheldAnswer } from '@medicready/domain/contract/questions/questions'
import type { ShownWhy } from '@medicready/domain/contract/study/why'
import type { studyModeRules } from '@medicready/domain/study/modes'
import { ArrowLeft, ArrowRight, Flag } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { AnswerBar } from '../answering/answer-bar.tsx'
import { type Answering, useAnswering } from '../answering/answering.ts'
import { beginsCase, CaseAbove } from '../answering/case-above.tsx'
import type { EarlierPart } from '../answering/case-panel.tsx'
import type { SubmittedAnswer } from '../answering/delivery.ts'
import { ExplanationBelow } from '../answering/explanation-below.tsx'
import { confidenceWords } from '../answering/kind-names.ts'
import { QuestionBadges, QuestionCard, QuestionKeysButton } from '../answering/question-card.tsx'
import { ElapsedTime } from '../answering/time-on-screen.tsx'
import { WaitsToBeSent } from '../answering/unsent-answer.tsx'
import WhyLine from '../answering/why-line.tsx'
import { useMoment } from '../api/rendered-at.ts'
import { Button } from '../ui/button.tsx'
import { classList } from '../ui/class-list.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Progress } from '../ui/progress.tsx'
import type { RecordedAnswer } from './commands.ts'
import { Countdown, type Deadline } from './countdown.tsx'

interface SessionQuestionProps {
  rules: (typeof studyModeRules)[keyof typeof studyModeRules]
  question: Question
  why: ShownWhy | null
  result: AnswerResult | null
  /** The answer, while its result is withheld. */
  withheld: WithheldAnswer | null
  chosen: ItemAnswer | null | undefined
  wasFlagged: boolean
  /** Whether the stem takes the focus, so that the new question is read out; of a case that begins, the case. */
  takesFocus: boolean
  /** What was answered to the parts before it, where it is a part of a set. */
  earlierParts: readonly EarlierPart[]
  /** Which question of the session this is, and how many have been answered. */
  position: { number: number; of: number; answered: number }
  /** When its time is over, if it is shown since some moment; null where nothing counts down. */
  deadlineOf: ((shownAt: number) => Deadline) | null
  /** A button that ends the session before its time. */
  endButton: ReactNode
  /** Whether its answer waits to be sent. */
  isWaiting: boolean
  send: (answer: SubmittedAnswer) => Promise<RecordedAnswer>
  onAnswered: (recorded: RecordedAnswer, chosen: ItemAnswer | null) => void
  onNext: () => void
  onPrevious: (() => void) | undefined
}

/** One question of a session, from its stem to its explanation. */
export function SessionQuestion(props: SessionQuestionProps) {
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
        back={
          onPrevious && (
            <Button variant="ghost" className="sm:-ml-4" onClick={onPrevious}>
              <ArrowLeft aria-hidden className="size-4" />
              Previous
            </Button>
          )
        }
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

/** Asks before the answer how sure the learner is. */
function ConfidenceField({ answering: { confidence, isLocked } }: { answering: Answering }) {
  const name = useId()
  // A digit is of the scale while the focus is on it, and of the choices otherwise.
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

/** Flags the question with its answer, to see it again. It stays as a sign on a question that was flagged. */
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
