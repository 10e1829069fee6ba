import type { ItemAnswer } from '@medicready/domain/contract/questions/questions'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronLeft, MessageSquareWarning } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useNavigate, useParams } from 'react-router-dom'
import { useAnswering } from '../answering/answer/answering.ts'
import { WaitsToBeSent } from '../answering/answer/unsent-answer.tsx'
import { AnswerBar } from '../answering/answer-bar.tsx'
import { CaseAbove, toldPart } from '../answering/case-above.tsx'
import { ExplanationBelow } from '../answering/explanation-below.tsx'
import { QuestionBadges, QuestionCard, QuestionKeysButton, QuestionSkeleton } from '../answering/question-card.tsx'
import { friendlyMessage } from '../api/errors.ts'
import { Loaded } from '../api/loaded.tsx'
import { waitingAnswers } from '../offline/waiting.ts'
import { PageTitle } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { lazyPart, Part } from '../ui/part.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { CLOSED_PART, type QuestionRead, questionQuery, useAnswerQuestion, useFlagQuestion } from './commands.ts'

const NoQuestion = lazyPart(() => import('./no-question.tsx'))

export const clientLoader = async (queries: QueryClient, { params }: LoaderFunctionArgs) => {
  void queries.prefetchQuery(questionQuery(params.id ?? ''))
}

export default function QuestionPage() {
  const { id = '' } = useParams()
  return (
    <div className="mx-auto grid max-w-3xl gap-4">
      <PageTitle>Question</PageTitle>
      <Loaded key={id} isWholePage skeleton={<PageSkeleton />} failure="This question could not be loaded.">
        <QuestionOrNotFound id={id} />
      </Loaded>
    </div>
  )
}

function QuestionOrNotFound({ id }: { id: string }) {
  const { data: question } = useSuspenseQuery(questionQuery(id))
  if (question === CLOSED_PART) return <NoQuestion because="closed" />
  if (question?.isWithheld) return <NoQuestion because="inExam" />
  return question ? <AnswerableQuestion question={question} /> : <NoQuestion because="missing" />
}

const PageSkeleton = () => (
  <>
    <Skeleton className="h-9 w-44" />
    <QuestionSkeleton />
  </>
)

const WhyLine = lazyPart(() => import('../answering/why-line.tsx'))
const ExplanationDialog = lazyPart(() => import('./explanation-dialog.tsx'))
const ReviewRequestDialog = lazyPart(() => import('./review-request-dialog.tsx'))

export function AnswerableQuestion({ question }: { question: QuestionRead }) {
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
    submission: {
      send,
      onAnswered: (told, answer) => {
        setChosen(answer)
        if (told) setOpen('explanation')
      },
    },
    keysPaused: open !== null,
  })
  const close = () => setOpen(null)
  const goHome = () => void navigate(paths.home())
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

  const previous = <LinkButton icon={ChevronLeft} variant="ghost" className="-ml-4 justify-self-start" to={paths.home()} label="Previous" />

  return (
    <>
      <LinkButton
        icon={ArrowLeft}
        variant="ghost"
        size="sm"
        className="-ml-3 justify-self-start text-muted"
        to={paths.home()}
        label="Back to Dashboard"
      />
      <CaseAbove question={question} earlier={question.earlierParts.map(toldPart)} showsAnswers={answering.answer.showsAtOnce} />
      <QuestionCard
        answering={answering}
        header={
          <>
            <QuestionBadges {...question} />
            {question.flaggedForReview && <Badge tone="warn">Flagged for review</Badge>}
            <span className="ml-auto flex items-center gap-1">
              <QuestionKeysButton answering={answering} />
              <Button
                icon={MessageSquareWarning}
                variant="secondary"
                size="sm"
                onClick={() => setOpen('reviewRequest')}
                label="Request Review"
              />
            </span>
            {question.why && (
              <Part fallback={<span className="h-5 w-full" />}>
                <WhyLine why={question.why} question={question} />
              </Part>
            )}
          </>
        }
      />
      <ExplanationBelow result={result} answer={answering.answer} chosen={chosen} />
      <WaitsToBeSent isWaiting={waiting !== undefined && !result} />
      {result || waiting ? previous : <AnswerBar answering={answering} back={previous} />}
      <Part>
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
      </Part>
    </>
  )
}
