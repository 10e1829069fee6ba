import type { AnswerResult } from '@medicready/domain/contract/questions'
import { Check, Strikethrough, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { classList } from '../ui/class-list.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { RadioRows, rowLetter } from '../ui/radio-rows.tsx'
import { ShareBar } from '../ui/share-bar.tsx'
import type { Answering } from './answering.ts'
import { useChosenBy } from './chosen-by.tsx'

interface QuestionCardProps {
  answering: Answering
  /** Whether the stem takes the focus, so that a question that follows another is read out. */
  takesFocus?: boolean
  /** Badges and buttons above the stem. */
  header?: ReactNode
}

/** A question: its stem as the heading of the screen, and its choices, which are locked once there is an answer. */
export function QuestionCard({ answering, takesFocus = false, header }: QuestionCardProps) {
  const { question, result, answer, draft, change, choices, isLocked } = answering
  const name = useId()
  const stem = useRef<HTMLHeadingElement>(null)
  const focusStem = useEffectEvent(() => {
    if (takesFocus) stem.current?.focus({ preventScroll: true })
  })
  useEffect(() => focusStem(), [])
  const chosenBy = useChosenBy(answer.isShown ? result : null)
  return (
    <article aria-label="Question" className="rounded-card border border-hairline bg-surface p-4 sm:p-6">
      {header && <div className="mb-4 flex flex-wrap items-center gap-2">{header}</div>}
      <h1 ref={stem} tabIndex={-1} className="max-w-[68ch] text-lg font-medium whitespace-pre-line">
        {question.stem}
      </h1>
      <div ref={choices} className="mt-5">
        <RadioRows
          legend={<span className="sr-only">Choose one answer</span>}
          name={name}
          value={result?.selectedAnswer ?? draft.selected}
          onChange={(choice) => change({ type: 'select', choice })}
          disabled={isLocked}
          rows={question.choices.map((choice, index) => {
            const struck = draft.struck.includes(choice)
            const outcome = result && outcomeOf(result, choice, answer.isShown)
            return {
              value: choice,
              label: <ChoiceLabel choice={choice} struck={struck} outcome={outcome} chosenBy={chosenBy?.get(choice)} />,
              ...(outcome && { tone: outcome.tone }),
              ...(!result && {
                trailing: (
                  <IconButton
                    label={`Strike out ${rowLetter(index)}`}
                    tooltip={struck ? `Take ${rowLetter(index)} back` : `Strike out ${rowLetter(index)}`}
                    aria-pressed={struck}
                    disabled={isLocked}
                    onClick={() => change({ type: 'strike', choice })}
                    className={classList('border', struck ? 'border-control bg-sunken text-ink' : 'border-transparent text-muted')}
                  >
                    <Strikethrough aria-hidden className="size-4" />
                  </IconButton>
                ),
              }),
            }
          })}
        />
      </div>
    </article>
  )
}

interface Outcome {
  tone: 'ok' | 'bad'
  words: string
}

/**
 * What the answer says of a choice; null of those that are neither right nor chosen. Of the right one it says nothing
 * while it is covered, unless it was chosen.
 */
function outcomeOf({ isCorrect, selectedAnswer, question }: AnswerResult, choice: string, isShown: boolean): Outcome | null {
  if (choice === question.correctAnswer && (isShown || isCorrect))
    return { tone: 'ok', words: isCorrect ? 'Your answer, correct' : 'Correct answer' }
  return choice === selectedAnswer ? { tone: 'bad', words: 'Your answer' } : null
}

interface ChoiceLabelProps {
  choice: string
  struck: boolean
  outcome: Outcome | null
  /** What percent of all who answered chose it. */
  chosenBy: number | undefined
}

const ChoiceLabel = ({ choice, struck, outcome, chosenBy }: ChoiceLabelProps) => (
  <>
    <span className="flex min-w-0 flex-1 flex-col gap-1 sm:flex-row sm:items-center sm:gap-3">
      <span className={classList('min-w-0 flex-1', struck && 'text-muted line-through')}>{choice}</span>
      {outcome && (
        <span
          className={classList('flex shrink-0 items-center gap-1 text-sm font-semibold', outcome.tone === 'ok' ? 'text-ok' : 'text-bad')}
        >
          {outcome.tone === 'ok' ? <Check aria-hidden className="size-4" /> : <X aria-hidden className="size-4" />}
          {outcome.words}
        </span>
      )}
      {chosenBy !== undefined && <span className="shrink-0 text-sm text-muted tabular-nums">{chosenBy}% chose this</span>}
    </span>
    {chosenBy !== undefined && (
      <ShareBar
        percent={chosenBy}
        tone={outcome?.tone === 'ok' ? 'ok' : 'brand'}
        className="absolute inset-x-0 bottom-0 h-1 rounded-b-control"
      />
    )}
  </>
)
