import type { AnswerResult, Question } from '@medicready/domain/contract/questions/questions'
import { Check, ChevronDown, Lock, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { classList } from '../ui/class-list.ts'
import { QuestionPicture } from './question-picture.tsx'

type Scenario = NonNullable<Question['scenario']>

export interface EarlierPart {
  question: Question
  selectedAnswer: string
  result: AnswerResult | null
}

export interface CasePanelProps {
  scenario: Scenario
  earlier: readonly EarlierPart[]
  showsAnswers: boolean
  takesFocus?: boolean
}

const WIDE = '(min-width: 40rem)'

/** The patient of a set and the results of its parts so far, above the current part. */
export default function CasePanel({ scenario, earlier, showsAnswers, takesFocus = false }: CasePanelProps) {
  const { part, of, patient } = scenario
  const title = useId()
  const heading = useRef<HTMLParagraphElement>(null)
  const focusHeading = useEffectEvent(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  })
  useEffect(() => focusHeading(), [])
  return (
    <section aria-labelledby={title} className="grid gap-3 rounded-card border border-hairline bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p ref={heading} id={title} tabIndex={-1} className="text-sm font-semibold">
          <span className="sr-only">A case. </span>Part {part} of {of}
        </p>
        <Parts part={part} of={of} earlier={earlier} />
      </div>
      <Foldable title="The patient" opensAtFirst={part === 1 || globalThis.matchMedia?.(WIDE).matches === true}>
        <p className="max-w-[68ch] whitespace-pre-line">{patient}</p>
      </Foldable>
      {earlier.length > 0 && (
        <Foldable title="The case so far">
          <ol className="grid gap-4">
            {earlier.map((part, index) => (
              <PartBefore key={part.question.id} number={index + 1} part={part} showsAnswers={showsAnswers} />
            ))}
          </ol>
        </Foldable>
      )}
      <p className="text-sm text-muted">
        {part < of
          ? `Part ${part + 1} opens after you answer this one. You cannot change your answer.`
          : 'This is the last part of the case.'}
      </p>
    </section>
  )
}

interface FoldableProps {
  title: string
  opensAtFirst?: boolean
  children: ReactNode
}

function Foldable({ title, opensAtFirst = false, children }: FoldableProps) {
  const [open] = useState(opensAtFirst)
  return (
    <details open={open} className="group border-t border-hairline pt-2">
      <summary className="inline-flex min-h-11 list-none items-center gap-1.5 rounded-control text-sm font-semibold [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown aria-hidden className="size-4 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="question-text pt-2 pb-2">{children}</div>
    </details>
  )
}

function PartBefore({ number, part, showsAnswers }: { number: number; part: EarlierPart; showsAnswers: boolean }) {
  const { question, selectedAnswer, result } = part
  const { border, ink, words } = toldOutcome(result)
  return (
    <li className={classList('max-w-[68ch] border-l-4 pl-3', border)}>
      <p className="text-sm text-muted">Part {number}</p>
      <p className="whitespace-pre-line">{question.stem}</p>
      {question.picture && (
        <div className="my-3">
          <QuestionPicture picture={question.picture} />
        </div>
      )}
      <p className="mt-1 whitespace-pre-line">
        <span className={classList('font-semibold', ink)}>{words}</span> {selectedAnswer === '' ? 'None in time' : selectedAnswer}
      </p>
      {result && !result.isCorrect && showsAnswers && (
        <p className="whitespace-pre-line">
          <span className="font-semibold text-ok">Correct answer:</span> {result.question.correctAnswer}
        </p>
      )}
    </li>
  )
}

function toldOutcome(result: AnswerResult | null) {
  if (!result) return { border: 'border-control', ink: '', words: 'Your answer:' }
  return result.isCorrect
    ? { border: 'border-ok', ink: 'text-ok', words: 'Your answer, correct:' }
    : { border: 'border-bad', ink: 'text-bad', words: 'Your answer, incorrect:' }
}

const Parts = ({ part, of, earlier }: Pick<Scenario, 'part' | 'of'> & { earlier: readonly EarlierPart[] }) => (
  <ol aria-label="Parts of the case" className="flex gap-1.5">
    {Array.from({ length: of }, (_, index) => {
      const { tone, words, sign } = standingOf(index + 1, part, earlier[index])
      return (
        <li
          key={words}
          {...(index + 1 === part && { 'aria-current': 'step' })}
          className={classList('grid size-7 place-items-center rounded-pill text-xs font-semibold tabular-nums', tone)}
        >
          <span className="sr-only">{words}</span>
          {sign}
        </li>
      )
    })}
  </ol>
)

function standingOf(number: number, part: number, before: EarlierPart | undefined) {
  if (before && number < part) {
    const { result } = before
    if (!result) return { tone: 'bg-sunken text-ink', words: `Part ${number}: answered`, sign: <Check aria-hidden className="size-4" /> }
    const Icon = result.isCorrect ? Check : X
    return {
      tone: result.isCorrect ? 'bg-ok-soft text-ok' : 'bg-bad-soft text-bad',
      words: `Part ${number}: ${result.isCorrect ? 'correct' : 'incorrect'}`,
      sign: <Icon aria-hidden className="size-4" />,
    }
  }
  if (number > part)
    return {
      tone: 'bg-sunken text-muted',
      words: `Part ${number}: opens after part ${number - 1}`,
      sign: <Lock aria-hidden className="size-3.5" />,
    }
  return { tone: 'bg-brand text-on-brand', words: `Part ${number}: here`, sign: <span aria-hidden>{number}</span> }
}
