import type { AnswerResult, ItemAnswer, Question } from '@medicready/domain/contract/questions'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { AnswerBar } from '../answering/answer-bar.tsx'
import { useAnswering } from '../answering/answering.ts'
import { beginsCase, CaseAbove } from '../answering/case-above.tsx'
import { ExplanationBelow } from '../answering/explanation-below.tsx'
import { FlagToggle } from '../answering/flag-toggle.tsx'
import { QuestionBadges } from '../answering/question-badges.tsx'
import { QuestionCard } from '../answering/question-card.tsx'
import { QuestionKeysButton } from '../answering/question-keys-button.tsx'
import { ElapsedTime } from '../answering/time-on-screen.tsx'
import { uncovered } from '../answering/uncovered.ts'
import { Button } from '../ui/button.tsx'
import { Progress } from '../ui/progress.tsx'
import { useRecordAnswer } from './commands.ts'

interface SessionQuestionProps {
  question: Question
  result: AnswerResult | null
  chosen: ItemAnswer | undefined
  /** Whether the stem takes the focus, so that the new question is read out; of a case that begins, the case. */
  takesFocus: boolean
  /** What came of the parts before it, where it is a part of a set. */
  earlierParts: readonly AnswerResult[]
  /** Which question of the session this is, and how many have been answered. */
  position: { number: number; of: number; answered: number }
  onAnswered: (result: AnswerResult, chosen: ItemAnswer) => void
  /** Takes the part of a set that the answer opened. */
  onOpened: (question: Question) => void
  onNext: () => void
  onPrevious: (() => void) | undefined
}

/** One question of a session, from its stem to its explanation. */
export function SessionQuestion(props: SessionQuestionProps) {
  const { question, result, chosen, takesFocus, earlierParts, position, onAnswered, onOpened, onNext, onPrevious } = props
  const recordAnswer = useRecordAnswer()
  const answering = useAnswering({
    question,
    result,
    send: async (answer) => {
      const given = await recordAnswer.mutateAsync({ body: { questionId: question.id, ...answer } })
      if (given.opened) onOpened(given.opened)
      return uncovered(given)
    },
    onAnswered,
    onNext,
    canFlag: true,
  })
  return (
    <>
      <div className="grid gap-1">
        <div className="-mr-3 flex min-h-11 items-center gap-1">
          <p className="mr-auto text-sm font-medium text-muted tabular-nums">
            Question {position.number} of {position.of}
          </p>
          {!result && <ElapsedTime stopwatch={answering.stopwatch} />}
          <FlagToggle answering={answering} />
          <QuestionKeysButton answering={answering} />
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
        header={<QuestionBadges module={question.module} difficulty={question.difficulty} />}
      />
      <ExplanationBelow result={result} answer={answering.answer} chosen={chosen} takesFocus={answering.answeredHere} />
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
