import type { AnswerResult, ItemAnswer } from '@medicready/domain/contract/questions/questions'
import { BookOpen, Check, ChevronDown, CircleCheck, CircleX, Eye, Lightbulb, Lock, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { classList } from '../ui/class-list.ts'
import type { AnswerCover } from './answer/answering.ts'
import { isSameAnswer } from './answer/item-answer.ts'
import { type ComparedPart, compared, letterOf, orderedReasons } from './comparison.ts'
import { QuestionBadges } from './question-card.tsx'
import { QuestionPicture } from './question-picture.tsx'

export const Outcome = ({ result: { isCorrect, parts } }: { result: Pick<AnswerResult, 'isCorrect' | 'parts'> }) => {
  const Icon = isCorrect ? CircleCheck : CircleX
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className={classList('inline-flex items-center gap-2', isCorrect ? 'text-ok' : 'text-bad')}>
        <Icon aria-hidden className="size-6 shrink-0" />
        {isCorrect ? 'Correct' : 'Incorrect'}
      </span>
      {!isCorrect && parts.of > 1 && (
        <span className="text-base font-medium text-muted">
          {parts.right} of {parts.of} parts right
        </span>
      )}
    </span>
  )
}

export function Explanation({ result, showsPearl = true }: { result: AnswerResult; showsPearl?: boolean }) {
  const { question } = result
  const reasons = orderedReasons(question)
  return (
    <div className="question-text grid max-w-[72ch] gap-5 wrap-break-word max-sm:wrap-anywhere">
      <BothAnswers result={result} />
      {question.changed && (
        <div className="rounded-control bg-brand-soft px-4 py-3">
          <h3 className="text-sm font-semibold">This changed in {question.changed.year}</h3>
          <p>
            {question.changed.what} {question.changed.why}
          </p>
        </div>
      )}
      <Part title="Explanation">
        <p className="whitespace-pre-line">{question.explanation}</p>
      </Part>
      {question.explanationPicture && <QuestionPicture picture={question.explanationPicture} />}
      {reasons.length > 0 && (
        <details open className="group">
          <summary className="mb-1.5 inline-flex min-h-8 list-none items-center gap-1.5 rounded-control text-sm font-semibold [&::-webkit-details-marker]:hidden">
            {reasonsTitle[question.item.kind]}
            <ChevronDown aria-hidden className="size-4 text-muted transition-transform group-open:rotate-180" />
          </summary>
          <ul className="grid gap-3">
            {reasons.map(({ id, text, rationale }) => {
              const letter = letterOf(question.item, id)
              return (
                <li key={id} className="grid grid-cols-[auto_1fr] gap-x-3">
                  {letter ? <span className="font-semibold">{letter}.</span> : <span aria-hidden>•</span>}
                  <span>
                    <span className="font-medium">{text}.</span> <span className="text-muted">{rationale}</span>
                  </span>
                </li>
              )
            })}
          </ul>
        </details>
      )}
      {showsPearl && question.clinicalPearl && (
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
      {question.isShortened && <LockedDetails />}
      <p className="flex flex-wrap gap-2">
        <QuestionBadges difficulty={question.difficulty} bloomsLevel={question.bloomsLevel} />
      </p>
    </div>
  )
}

const LockedDetails = () => (
  <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
    <span className="inline-flex items-start gap-1.5">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
      Basic and Premium show the reason for each option, the references, and how others chose.
    </span>
    <Link to={paths.subscription()} className="inline-flex min-h-8 items-center rounded-control font-semibold text-brand underline">
      View plans
    </Link>
  </p>
)

function BothAnswers({ result: { question, isCorrect, answer } }: { result: AnswerResult }) {
  const parts = compared(question, answer)
  const [only] = parts
  if (parts.length === 1 && only)
    return (
      <dl className="grid gap-3 sm:grid-flow-col sm:auto-cols-fr">
        <Line term="Correct answer" tone="ok">
          {only.right}
        </Line>
        {!isCorrect && (
          <Line term="Your answer" tone="bad">
            {only.given ?? 'None in time'}
          </Line>
        )}
      </dl>
    )
  return <ComparedParts parts={parts} isCorrect={isCorrect} />
}

const ComparedParts = ({ parts, isCorrect }: { parts: readonly ComparedPart[]; isCorrect: boolean }) => (
  <table className="grid w-full border-t border-hairline text-left sm:table">
    <thead className="max-sm:hidden">
      <tr>
        {parts[0]?.part && <td />}
        <th scope="col" className="py-2 pr-4 text-sm font-semibold text-ok">
          Correct answer
        </th>
        {!isCorrect && (
          <th scope="col" className="py-2 text-sm font-semibold">
            Your answer
          </th>
        )}
      </tr>
    </thead>
    <tbody className="max-sm:grid">
      {parts.map(({ part, right, given, isRight }) => (
        <tr key={`${part}${right}`} className="align-top max-sm:grid max-sm:gap-1 max-sm:border-b max-sm:py-3 border-hairline sm:border-t">
          {part && (
            <th scope="row" className="font-medium sm:py-2 sm:pr-4">
              {part}
            </th>
          )}
          <td className="sm:py-2 sm:pr-4">
            <NarrowTerm>Correct answer</NarrowTerm>
            {right}
          </td>
          {!isCorrect && (
            <td className="sm:py-2">
              <NarrowTerm>Your answer</NarrowTerm>
              <span className={classList('inline-flex items-start gap-1.5', isRight ? 'text-ok' : 'text-bad')}>
                {isRight ? <Check aria-hidden className="mt-1 size-4 shrink-0" /> : <X aria-hidden className="mt-1 size-4 shrink-0" />}
                <span>
                  <span className="text-ink">{given ?? 'None in time'}</span>{' '}
                  <span className="text-sm font-semibold">{isRight ? 'Right' : 'Wrong'}</span>
                </span>
              </span>
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

const NarrowTerm = ({ children }: { children: string }) => <span className="block text-sm text-muted sm:hidden">{children}</span>

const reasonsTitle = {
  multiple_choice: 'Why the others are wrong',
  multiple_response: 'Why each option is right or wrong',
  build_list: 'Why in this order',
  drag_drop: 'Why each belongs there',
  options_table: 'Why, row by row',
  hot_spot: 'Why each place is right or wrong',
  fill_in_blank: 'Where other results come from',
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

export const FirstAnswerStands = ({ result: { answer }, chosen }: { result: AnswerResult; chosen: ItemAnswer | null | undefined }) =>
  chosen !== undefined &&
  !isSameAnswer(chosen, answer) && (
    <p className="mb-5 max-w-[72ch] rounded-control bg-brand-soft px-3 py-2 text-sm">
      You have already answered this question. Your first answer counts.
    </p>
  )

interface UncoveredProps {
  answer: AnswerCover
  at: Parameters<AnswerCover['uncover']>[0]
  children: ReactNode
}

export function Uncovered({ answer: { isShown, uncoveredAt, uncover }, at, children }: UncoveredProps) {
  const uncovered = useRef<HTMLElement>(null)
  useEffect(() => {
    if (uncoveredAt === at) uncovered.current?.focus({ preventScroll: true })
  }, [uncoveredAt, at])
  if (!isShown) return <Button icon={Eye} variant="secondary" onClick={() => uncover(at)} label="Show the answer" />
  return (
    <section ref={uncovered} tabIndex={-1} aria-label="The answer" className="outline-none">
      {children}
    </section>
  )
}
