import type { ItemAnswer } from '@medicready/domain/contract/questions/questions'
import { ArrowLeft, ChevronLeft, MessageSquareWarning } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { AnswerBar } from '../answering/answer-bar.tsx'
import { useAnswering } from '../answering/answering.ts'
import { CaseAbove, toldPart } from '../answering/case-above.tsx'
import { ExplanationBelow } from '../answering/explanation-below.tsx'
import { QuestionBadges } from '../answering/question-badges.tsx'
import { QuestionCard } from '../answering/question-card.tsx'
import { QuestionKeysButton } from '../answering/question-keys-button.tsx'
import { WaitsToBeSent } from '../answering/waits-to-be-sent.tsx'
import { friendlyMessage } from '../api/errors.ts'
import { waitingAnswers } from '../offline/waiting.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { toast } from '../ui/toast.tsx'
import { useAnswerQuestion, useFlagQuestion } from './commands.ts'
import type { QuestionRead } from './queries.ts'

// A line that nothing waits for: its place is kept.
const WhyLine = lazy(() => import('../answering/why-line.tsx'))
const ExplanationDialog = lazy(() => import('./explanation-dialog.tsx'))
const ReviewRequestDialog = lazy(() => import('./review-request-dialog.tsx'))

interface AnswerableQuestionProps {
  question: QuestionRead
}

/** The question, the answer to it, and what the answer uncovers. */
export function AnswerableQuestion({ question }: AnswerableQuestionProps) {
  const navigate = useNavigate()
  const { answer: send, opened } = useAnswerQuestion(question)
  const flagQuestion = useFlagQuestion(question.id)
  const [open, setOpen] = useState<'explanation' | 'reviewRequest' | null>(null)
  const [chosen, setChosen] = useState<ItemAnswer | null>()
  const { answer: result } = question
  const waiting = waitingAnswers
    .useValue()
    .find((each) => each.questionId === question.id && each.studySessionId === null && each.refusal === null)
  const answering = useAnswering({
    question,
    result,
    withheld: waiting && !result ? { selectedAnswer: '', answer: waiting.answer } : null,
    send,
    onAnswered: (told, answer) => {
      setChosen(answer)
      if (told) setOpen('explanation')
    },
    keysPaused: open !== null,
  })
  const close = () => setOpen(null)
  const goHome = () => void navigate(paths.home())
  /** On to the part of a case that the answer given here opened. */
  const goOn = () => void navigate(opened ? paths.question(opened.id) : paths.home())
  const flag = () =>
    flagQuestion.mutate(
      { params: { id: question.id } },
      {
        onSuccess: () => {
          toast({ title: 'Kept for later', description: 'This question is flagged for review.' })
          goHome()
        },
        onError: (error) => toast({ title: 'Error', description: friendlyMessage(error), variant: 'destructive' }),
      },
    )

  const previous = (
    <LinkButton variant="ghost" className="-ml-4 justify-self-start" to={paths.home()}>
      <ChevronLeft aria-hidden className="size-4" />
      Previous
    </LinkButton>
  )

  return (
    <>
      <LinkButton variant="ghost" size="sm" className="-ml-3 justify-self-start text-muted" to={paths.home()}>
        <ArrowLeft aria-hidden className="size-4" />
        Back to Dashboard
      </LinkButton>
      <CaseAbove question={question} earlier={question.earlierParts.map(toldPart)} showsAnswers={answering.answer.showsAtOnce} />
      <QuestionCard
        answering={answering}
        header={
          <>
            <QuestionBadges {...question} />
            {question.flaggedForReview && <Badge tone="warn">Flagged for review</Badge>}
            <span className="ml-auto flex items-center gap-1">
              <QuestionKeysButton answering={answering} />
              <Button variant="secondary" size="sm" onClick={() => setOpen('reviewRequest')}>
                <MessageSquareWarning aria-hidden className="size-4" />
                Request Review
              </Button>
            </span>
            {question.why && (
              <Suspense fallback={<span className="h-5 w-full" />}>
                <WhyLine why={question.why} question={question} />
              </Suspense>
            )}
          </>
        }
      />
      <ExplanationBelow result={result} answer={answering.answer} chosen={chosen} />
      <WaitsToBeSent isWaiting={waiting !== undefined && !result} />
      {result || waiting ? previous : <AnswerBar answering={answering} back={previous} />}
      <Suspense>
        {open === 'explanation' && result && (
          <ExplanationDialog
            result={result}
            answer={answering.answer}
            chosen={chosen}
            onClose={close}
            onNextQuestion={goOn}
            onReviewLater={flag}
          />
        )}
        {open === 'reviewRequest' && <ReviewRequestDialog questionId={question.id} version={question.version} onClose={close} />}
      </Suspense>
    </>
  )
}
