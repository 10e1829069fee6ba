import type { AnsweredQuestion, AnswerResult } from '@medicready/domain/contract/questions'
import { BookOpen, ChevronDown, CircleCheck, CircleX, Eye, Lightbulb } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { classList } from '../ui/class-list.ts'
import { rowLetter } from '../ui/radio-rows.tsx'
import type { AnswerCover } from './answering.ts'
import { QuestionBadges } from './question-badges.tsx'

/** The word and sign of an outcome, for a heading. */
export const Outcome = ({ isCorrect }: { isCorrect: boolean }) => {
  const Icon = isCorrect ? CircleCheck : CircleX
  return (
    <span className={classList('inline-flex items-center gap-2', isCorrect ? 'text-ok' : 'text-bad')}>
      <Icon aria-hidden className="size-6 shrink-0" />
      {isCorrect ? 'Correct' : 'Incorrect'}
    </span>
  )
}

/** What an answer uncovers: the right answer, why it is right, why the others are not, the pearl and the sources. */
export function Explanation({ result }: { result: AnswerResult }) {
  const { question, isCorrect, selectedAnswer } = result
  const letterOf = (choice: string) => rowLetter(question.choices.indexOf(choice))
  return (
    <div className="grid max-w-[72ch] gap-5">
      <dl className="grid gap-3">
        <Line term="Correct answer" tone="ok">
          {letterOf(question.correctAnswer)}. {question.correctAnswer}
        </Line>
        {!isCorrect && (
          <Line term="Your answer" tone="bad">
            {selectedAnswer === '' ? 'None in time' : `${letterOf(selectedAnswer)}. ${selectedAnswer}`}
          </Line>
        )}
      </dl>
      <Part title="Explanation">
        <p className="whitespace-pre-line">{question.explanation}</p>
      </Part>
      {question.rationales.length > 0 && (
        <details open className="group">
          <summary className="mb-1.5 inline-flex min-h-8 list-none items-center gap-1.5 rounded-control text-sm font-semibold [&::-webkit-details-marker]:hidden">
            Why not the others
            <ChevronDown aria-hidden className="size-4 text-muted transition-transform group-open:rotate-180" />
          </summary>
          <ul className="grid gap-3">
            {inOrderOfChoices(question).map(({ text, rationale }) => (
              <li key={text} className="grid grid-cols-[auto_1fr] gap-x-3">
                <span className="font-semibold">{letterOf(text)}.</span>
                <span>
                  <span className="font-medium">{text}.</span> <span className="text-muted">{rationale}</span>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {question.clinicalPearl && (
        <div className="flex gap-3 rounded-control bg-warn-soft px-4 py-3">
          <Lightbulb aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
          <div>
            <h3 className="text-sm font-semibold text-warn">Clinical pearl</h3>
            <p>{question.clinicalPearl}</p>
          </div>
        </div>
      )}
      {question.references.length > 0 && (
        <Part title="References" icon={<BookOpen aria-hidden className="size-4" />}>
          <ul className="grid gap-1 text-sm text-muted">
            {question.references.map((reference) => (
              <li key={reference}>{reference}</li>
            ))}
          </ul>
        </Part>
      )}
      <p className="flex flex-wrap gap-2">
        <QuestionBadges difficulty={question.difficulty} bloomsLevel={question.bloomsLevel} />
      </p>
    </div>
  )
}

const Line = ({ term, tone, children }: { term: string; tone: 'ok' | 'bad'; children: ReactNode }) => (
  <div className={classList('border-l-4 pl-3', tone === 'ok' ? 'border-ok' : 'border-bad')}>
    <dt className={classList('text-sm font-semibold', tone === 'ok' ? 'text-ok' : 'text-bad')}>{term}</dt>
    <dd>{children}</dd>
  </div>
)

const Part = ({ title, icon, children }: { title: string; icon?: ReactNode; children: ReactNode }) => (
  <section>
    <h3 className="mb-1.5 flex items-center gap-2 text-sm font-semibold">
      {icon}
      {title}
    </h3>
    {children}
  </section>
)

/** Says so where somebody answered what they had answered already. */
export const FirstAnswerStands = ({ result: { selectedAnswer }, chosen }: { result: AnswerResult; chosen: string | undefined }) =>
  chosen !== undefined &&
  chosen !== selectedAnswer && (
    <p className="mb-5 max-w-[72ch] rounded-control bg-brand-soft px-3 py-2 text-sm">
      You had answered this question before. Your first answer stands.
    </p>
  )

interface UncoveredProps {
  answer: AnswerCover
  at: Parameters<AnswerCover['uncover']>[0]
  /** The right answer and all that goes with it. While it is covered, nothing of it is on the page. */
  children: ReactNode
}

/** The answer, or the button that uncovers it. The focus goes to what was uncovered here. */
export function Uncovered({ answer: { isShown, uncoveredAt, uncover }, at, children }: UncoveredProps) {
  const uncovered = useRef<HTMLElement>(null)
  useEffect(() => {
    if (uncoveredAt === at) uncovered.current?.focus({ preventScroll: true })
  }, [uncoveredAt, at])
  if (!isShown)
    return (
      <Button variant="secondary" onClick={() => uncover(at)}>
        <Eye aria-hidden className="size-4" />
        Show the answer
      </Button>
    )
  return (
    <section ref={uncovered} tabIndex={-1} aria-label="The answer" className="outline-none">
      {children}
    </section>
  )
}

interface ExplanationPanelProps {
  result: AnswerResult
  answer: AnswerCover
  /** What the person chose last, if another answer of theirs stood already. */
  chosen: string | undefined
  /** Whether the heading takes the focus, so that the outcome of an answer that was just given is read out. */
  takesFocus?: boolean
}

/** The explanation below an answered question. */
export function ExplanationPanel({ result, answer, chosen, takesFocus = false }: ExplanationPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHeading = useEffectEvent(() => {
    if (!takesFocus) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => focusHeading(), [])
  return (
    <section aria-label="Explanation" className="rounded-card border border-hairline bg-surface p-4 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="mb-4 scroll-mb-48 text-xl font-semibold">
        <Outcome isCorrect={result.isCorrect} />
      </h2>
      <FirstAnswerStands result={result} chosen={chosen} />
      <Uncovered answer={answer} at="page">
        <Explanation result={result} />
      </Uncovered>
    </section>
  )
}

/** The rationales in the order in which their options were shown. */
const inOrderOfChoices = ({ choices, rationales }: AnsweredQuestion): AnsweredQuestion['rationales'] =>
  choices.flatMap((choice) => rationales.filter(({ text }) => text === choice))
