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
  /** Moves the focus to the stem, or to a case that begins, so that it is read out. */
  takesFocus: boolean
  /** Empty unless the question is part of a case. */
  earlierParts: readonly EarlierPart[]
  position: { number: number; of: number; answered: number }
  /** The argument is when the question was shown. Null if nothing is timed. */
  deadlineOf: ((shownAt: number) => Deadline) | null
  endButton: ReactNode
  /** The answer waits to be sent. */
  isWaiting: boolean
  send: (answer: SubmittedAnswer) => Promise<RecordedAnswer>
  onAnswered: (recorded: RecordedAnswer, chosen: ItemAnswer | null) => void
  onNext: () => void
  onPrevious: (() => void) | undefined
}

export function SessionQuestion(props: SessionQuestionProps) {
  const { rules, question, why, result, withheld, chosen, wasFlagged, takesFocus, earlierParts, position } = props
  const { deadlineOf, endButton, isWaiting, send, onAnswered, onNext, onPrevious } = props
  const shownAt = useMoment()
  const answering = useAnswering({
    question,
    result,
    withheld,
    send,
    onAnswered,
    onNext,
    canFlag: true,
    wasFlagged,
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
              <Countdown deadline={deadlineOf(shownAt)} onRunOut={answering.runOut} />
            ) : (
              <ElapsedTime stopwatch={answering.stopwatch} />
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
