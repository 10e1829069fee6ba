import type { AnswerResult, Question } from '@medicready/domain/contract/questions'
import { moduleLabel } from '@medicready/domain/study/modules'
import { ArrowLeft, ArrowRight, Flag, Keyboard } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ActionBar } from '../ui/action-bar.tsx'
import { useAnswering } from '../ui/answering.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { classList } from '../ui/class-list.ts'
import { ElapsedTime } from '../ui/elapsed-time.tsx'
import { capitalized, difficultyTones, ExplanationPanel } from '../ui/explanation.tsx'
import { Progress } from '../ui/progress.tsx'
import { focusChoice, QuestionCard } from '../ui/question-card.tsx'
import { type QuestionKeyAction, useQuestionKeys, useQuestionKeysSwitch } from '../ui/question-keys.ts'
import { UnsentAnswer } from '../ui/unsent-answer.tsx'
import { useRecordAnswer } from './commands.ts'

const QuestionKeysHelp = lazy(() => import('../ui/question-keys-help.tsx'))

interface SessionQuestionProps {
  question: Question
  result: AnswerResult | null
  chosen: string | undefined
  /** Whether the stem takes the focus, so that the new question is read out. */
  takesFocus: boolean
  /** Which question of the session this is, and how many have been answered. */
  position: { number: number; of: number; answered: number }
  onAnswered: (result: AnswerResult, chosen: string) => void
  onNext: () => void
  onPrevious: (() => void) | undefined
}

/** One question of a session, from its stem to its explanation. */
export function SessionQuestion({ question, result, chosen, takesFocus, position, onAnswered, onNext, onPrevious }: SessionQuestionProps) {
  const recordAnswer = useRecordAnswer()
  const [flagged, setFlagged] = useState(false)
  const [helpOpen, setHelpOpen] = useState(false)
  const keysOn = useQuestionKeysSwitch()
  const stem = useRef<HTMLHeadingElement>(null)
  const choices = useRef<HTMLDivElement>(null)
  const outcome = useRef<HTMLHeadingElement>(null)
  const answered = result !== null
  const { draft, change, delivery, stopwatch, submit, sendAgain } = useAnswering({
    answered,
    flaggedForReview: flagged,
    send: (answer) => recordAnswer.mutateAsync({ body: { questionId: question.id, ...answer } }),
    onAnswered,
  })

  const focusStem = useEffectEvent(() => {
    if (takesFocus) stem.current?.focus({ preventScroll: true })
  })
  useEffect(() => focusStem(), [])

  const answeredBefore = useRef(answered)
  useEffect(() => {
    if (!answered || answeredBefore.current) return
    answeredBefore.current = true
    outcome.current?.focus({ preventScroll: true })
    outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [answered])

  const isLast = position.number === position.of
  const proceed = answered ? onNext : submit
  const act = (action: QuestionKeyAction) => {
    if (action.type === 'help') return setHelpOpen(true)
    if (action.type === 'proceed') return proceed()
    if (answered || delivery.state === 'sending') return
    if (action.type === 'flag') return setFlagged(!flagged)
    const choice = question.choices[action.index]
    if (choice === undefined) return
    change({ type: action.type, choice })
    if (action.type === 'select') focusChoice(choices.current, action.index)
  }
  useQuestionKeys(keysOn && !helpOpen, act)

  return (
    <>
      <div className="grid gap-1">
        <div className="flex min-h-11 items-center gap-1">
          <p className="mr-auto text-sm font-medium text-muted tabular-nums">
            Question {position.number} of {position.of}
          </p>
          {!answered && <ElapsedTime stopwatch={stopwatch} />}
          {(!answered || flagged) && (
            <FlagToggle flagged={flagged} locked={answered || delivery.state === 'sending'} onPress={() => setFlagged(!flagged)} />
          )}
          <Button
            variant="ghost"
            aria-label="Keyboard shortcuts"
            className="-mr-3 min-w-11 px-0 max-sm:hidden"
            onClick={() => setHelpOpen(true)}
          >
            <Keyboard aria-hidden className="size-5 text-muted" />
          </Button>
        </div>
        <Progress label="Questions answered" value={position.answered} max={position.of} />
      </div>
      <QuestionCard
        question={question}
        draft={draft}
        onDraftChange={change}
        result={result}
        locked={delivery.state === 'sending'}
        choicesRef={choices}
        stemRef={stem}
        header={
          <>
            <Badge tone="brand">{moduleLabel(question.module)}</Badge>
            <Badge tone={difficultyTones[question.difficulty]}>{capitalized(question.difficulty)}</Badge>
          </>
        }
      />
      {result && <ExplanationPanel result={result} {...(chosen !== undefined && { chosen })} headingRef={outcome} />}
      <ActionBar notice={<UnsentAnswer delivery={delivery} onSendAgain={sendAgain} />}>
        {onPrevious && (
          <Button variant="ghost" className="sm:-ml-4" onClick={onPrevious}>
            <ArrowLeft aria-hidden className="size-4" />
            Previous
          </Button>
        )}
        <span className="flex flex-1 items-center justify-end gap-4">
          {keysOn && (
            <span aria-hidden className="text-sm text-muted max-md:hidden">
              Press Enter
            </span>
          )}
          <Button size="lg" className="min-w-40 max-sm:flex-1" loading={delivery.state === 'sending'} onClick={proceed}>
            {!answered && (delivery.state === 'sending' ? 'Submitting...' : 'Submit Answer')}
            {answered && (isLast ? 'Finish' : 'Next Question')}
            {answered && <ArrowRight aria-hidden className="size-4" />}
          </Button>
        </span>
      </ActionBar>
      <Suspense>{helpOpen && <QuestionKeysHelp flags onClose={() => setHelpOpen(false)} />}</Suspense>
    </>
  )
}

const FlagToggle = ({ flagged, locked, onPress }: { flagged: boolean; locked: boolean; onPress: () => void }) => (
  <button
    type="button"
    aria-pressed={flagged}
    aria-label="Flag for review"
    title="Flag for review"
    disabled={locked}
    onClick={onPress}
    className={classList(
      'grid size-11 place-items-center rounded-control transition-colors not-disabled:hover:bg-sunken disabled:cursor-default',
      flagged ? 'text-warn' : 'text-muted',
    )}
  >
    <Flag aria-hidden className={classList('size-5', flagged && 'fill-current')} />
  </button>
)
