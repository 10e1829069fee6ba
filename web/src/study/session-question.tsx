import type { AnswerResult, ItemAnswer, Question, WithheldAnswer } from '@medicready/domain/contract/questions/questions'
import type { ShownWhy } from '@medicready/domain/contract/study/why'
import type { studyModeRules } from '@medicready/domain/study/modes'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AnswerBar } from '../answering/answer-bar.tsx'
import { type GivenAnswer, useAnswering } from '../answering/answering.ts'
import { beginsCase, CaseAbove } from '../answering/case-above.tsx'
import type { EarlierPart } from '../answering/case-panel.tsx'
import { ExplanationBelow } from '../answering/explanation-below.tsx'
import { FlagToggle } from '../answering/flag-toggle.tsx'
import { QuestionBadges } from '../answering/question-badges.tsx'
import { QuestionCard } from '../answering/question-card.tsx'
import { QuestionKeysButton } from '../answering/question-keys-button.tsx'
import { ElapsedTime } from '../answering/time-on-screen.tsx'
import { WaitsToBeSent } from '../answering/waits-to-be-sent.tsx'
import WhyLine from '../answering/why-line.tsx'
import { Button } from '../ui/button.tsx'
import { Progress } from '../ui/progress.tsx'
import type { RecordedAnswer } from './commands.ts'
import { ConfidenceField } from './confidence-field.tsx'
import { Countdown } from './countdown.tsx'
import type { Deadline } from './session-clock.ts'

interface SessionQuestionProps {
  rules: (typeof studyModeRules)[keyof typeof studyModeRules]
  question: Question
  why: ShownWhy | null
  result: AnswerResult | null
  /** What was answered, while what came of it is withheld. */
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
  send: (answer: GivenAnswer) => Promise<RecordedAnswer>
  onAnswered: (recorded: RecordedAnswer, chosen: ItemAnswer | null) => void
  onNext: () => void
  onPrevious: (() => void) | undefined
}

/** One question of a session, from its stem to its explanation. */
export function SessionQuestion(props: SessionQuestionProps) {
  const { rules, question, why, result, withheld, chosen, wasFlagged, takesFocus, earlierParts, position } = props
  const { deadlineOf, endButton, isWaiting, send, onAnswered, onNext, onPrevious } = props
  const [shownAt] = useState(() => Date.now())
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
