import type { AnswerResult, Question } from '@medicready/domain/contract/questions'
import { Strikethrough } from 'lucide-react'
import { type ReactNode, type Ref, useId } from 'react'
import type { AnswerDraft, DraftChange } from './answer-draft.ts'
import { useChosenBy } from './chosen-by.tsx'
import { classList } from './class-list.ts'
import { RadioRows, rowLetter } from './radio-rows.tsx'

interface QuestionCardProps {
  question: Question
  draft: AnswerDraft
  onDraftChange: (change: DraftChange) => void
  /** What came of the answer; null until there is one. The choices are locked from then on. */
  result: AnswerResult | null
  /** Locks the choices while an answer is on its way. */
  locked?: boolean
  /** Badges, progress, flag and timer. */
  header?: ReactNode
  choicesRef?: Ref<HTMLDivElement>
  /** Hears of the stem, which receives the focus when the question changes. */
  stemRef?: Ref<HTMLHeadingElement>
}

/** A question: its stem as the heading of the screen, and its choices to select or rule out. */
export function QuestionCard({ question, draft, onDraftChange, result, locked = false, header, choicesRef, stemRef }: QuestionCardProps) {
  const name = useId()
  const answered = result !== null
  const chosenBy = useChosenBy(result)
  return (
    <article aria-label="Question" className="rounded-card border border-hairline bg-surface p-4 sm:p-6">
      {header && <div className="mb-4 flex flex-wrap items-center gap-2">{header}</div>}
      <h1 ref={stemRef} tabIndex={-1} className="max-w-[68ch] text-lg font-medium whitespace-pre-line">
        {question.stem}
      </h1>
      <div ref={choicesRef} className="mt-5">
        <RadioRows
          legend={<span className="sr-only">Choose one answer</span>}
          name={name}
          value={result?.selectedAnswer ?? draft.selected}
          onChange={(choice) => onDraftChange({ type: 'select', choice })}
          disabled={answered || locked}
          rows={question.choices.map((choice, index) => {
            const struck = draft.struck.includes(choice)
            return {
              value: choice,
              label: choice,
              struck,
              chosenBy: chosenBy?.get(choice),
              ...(result && outcome(result, choice)),
              ...(!answered && {
                trailing: (
                  <StrikeOut
                    letter={rowLetter(index)}
                    struck={struck}
                    locked={locked}
                    onPress={() => onDraftChange({ type: 'strike', choice })}
                  />
                ),
              }),
            }
          })}
        />
      </div>
    </article>
  )
}

/** Takes the focus to a choice that a key selected, so that it is read out. */
export const focusChoice = (choices: HTMLElement | null, index: number): void =>
  choices?.querySelectorAll<HTMLInputElement>('input[type="radio"]')[index]?.focus()

function outcome({ isCorrect, selectedAnswer, question }: AnswerResult, choice: string): { tone?: 'ok' | 'bad'; mark?: string } {
  if (choice === question.correctAnswer) return { tone: 'ok', mark: isCorrect ? 'Your answer, correct' : 'Correct answer' }
  return choice === selectedAnswer ? { tone: 'bad', mark: 'Your answer' } : {}
}

const StrikeOut = ({ letter, struck, locked, onPress }: { letter: string; struck: boolean; locked: boolean; onPress: () => void }) => (
  <button
    type="button"
    aria-label={`Strike out ${letter}`}
    aria-pressed={struck}
    title={struck ? `Take ${letter} back` : `Strike out ${letter}`}
    disabled={locked}
    onClick={onPress}
    className={classList(
      'grid w-11 shrink-0 place-items-center rounded-control border transition-colors hover:bg-sunken',
      struck ? 'border-control bg-sunken text-ink' : 'border-transparent text-muted',
    )}
  >
    <Strikethrough aria-hidden className="size-4" />
  </button>
)
