import type { AnswerResult, Question } from '@medicready/domain/contract/questions'
import { moduleLabel } from '@medicready/domain/study/modules'
import { ArrowLeft, ChevronLeft, Flag, Keyboard } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { friendlyMessage } from '../api/errors.ts'
import { paths } from '../app/paths.ts'
import { ActionBar } from '../ui/action-bar.tsx'
import { useAnswering } from '../ui/answering.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { capitalized, difficultyTones, ExplanationPanel } from '../ui/explanation.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { focusChoice, QuestionCard } from '../ui/question-card.tsx'
import { type QuestionKeyAction, useQuestionKeys, useQuestionKeysSwitch } from '../ui/question-keys.ts'
import { toast } from '../ui/toast.tsx'
import { UnsentAnswer } from '../ui/unsent-answer.tsx'
import { useAnswerQuestion, useReviewLater } from './commands.ts'

const ExplanationDialog = lazy(() => import('./explanation-dialog.tsx'))
const RequestReviewDialog = lazy(() => import('./request-review-dialog.tsx'))
const QuestionKeysHelp = lazy(() => import('../ui/question-keys-help.tsx'))

interface AnswerableQuestionProps {
  question: Question & { answer: AnswerResult | null; flaggedForReview: boolean }
}

/** The question, the answer to it, and what the answer uncovers. */
export function AnswerableQuestion({ question }: AnswerableQuestionProps) {
  const navigate = useNavigate()
  const answerQuestion = useAnswerQuestion(question.id)
  const reviewLater = useReviewLater(question.id)
  const [open, setOpen] = useState<'explanation' | 'review' | 'keys' | null>(null)
  const [chosen, setChosen] = useState<string>()
  const choices = useRef<HTMLDivElement>(null)
  const keysOn = useQuestionKeysSwitch()
  const { answer: result } = question
  const { draft, change, delivery, submit, sendAgain } = useAnswering({
    answered: result !== null,
    send: ({ selectedAnswer, timeSpent }) =>
      answerQuestion.mutateAsync({ params: { id: question.id }, body: { selectedAnswer, timeSpent } }),
    onAnswered: (_, selectedAnswer) => {
      setChosen(selectedAnswer)
      setOpen('explanation')
    },
  })
  const close = () => setOpen(null)
  const goHome = () => void navigate(paths.home())
  const keepForLater = () =>
    reviewLater.mutate(
      { params: { id: question.id } },
      {
        onSuccess: () => {
          toast({ title: 'Kept for later', description: 'This question is flagged for review.' })
          goHome()
        },
        onError: (error) => toast({ title: 'Error', description: friendlyMessage(error), variant: 'destructive' }),
      },
    )

  const act = (action: QuestionKeyAction) => {
    if (action.type === 'help') return setOpen('keys')
    if (result || action.type === 'flag') return
    if (action.type === 'proceed') return submit()
    const choice = question.choices[action.index]
    if (choice === undefined || delivery.state === 'sending') return
    change({ type: action.type, choice })
    if (action.type === 'select') focusChoice(choices.current, action.index)
  }
  useQuestionKeys(keysOn && open === null, act)

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
      <QuestionCard
        question={question}
        draft={draft}
        onDraftChange={change}
        result={result}
        locked={delivery.state === 'sending'}
        choicesRef={choices}
        header={
          <>
            <Badge tone="brand">{moduleLabel(question.module)}</Badge>
            <Badge tone={difficultyTones[question.difficulty]}>{capitalized(question.difficulty)}</Badge>
            <Badge>{capitalized(question.bloomsLevel)}</Badge>
            {question.flaggedForReview && <Badge tone="warn">Flagged for review</Badge>}
            <span className="ml-auto flex items-center gap-1">
              <Button
                variant="ghost"
                size="sm"
                aria-label="Keyboard shortcuts"
                className="min-w-11 px-0 max-sm:hidden"
                onClick={() => setOpen('keys')}
              >
                <Keyboard aria-hidden className="size-5 text-muted" />
              </Button>
              <Button variant="secondary" size="sm" onClick={() => setOpen('review')}>
                <Flag aria-hidden className="size-4" />
                Request Review
              </Button>
            </span>
          </>
        }
      />
      {result && <ExplanationPanel result={result} {...(chosen !== undefined && { chosen })} />}
      {result ? (
        previous
      ) : (
        <ActionBar notice={<UnsentAnswer delivery={delivery} onSendAgain={sendAgain} />}>
          {previous}
          <Button size="lg" className="min-w-40" loading={delivery.state === 'sending'} onClick={submit}>
            {delivery.state === 'sending' ? 'Submitting...' : 'Submit Answer'}
          </Button>
        </ActionBar>
      )}
      <Suspense>
        {open === 'explanation' && result && (
          <ExplanationDialog result={result} chosen={chosen} onClose={close} onNextQuestion={goHome} onReviewLater={keepForLater} />
        )}
        {open === 'review' && <RequestReviewDialog questionId={question.id} version={question.version} onClose={close} />}
        {open === 'keys' && <QuestionKeysHelp onClose={close} />}
      </Suspense>
    </>
  )
}
