import type { AnswerResult } from '@medicready/domain/contract/questions/questions'
import { useQuery } from '@tanstack/react-query'
import { rowLetter } from '../ui/radio-rows.tsx'
import { ShareBar } from '../ui/share-bar.tsx'
import { lettered } from './item-answer.ts'
import { choicesQuery } from './queries.ts'

/** What percent made each choice. Nothing until there is an answer and enough people have answered, or if it fails. */
export function useChosenBy(result: AnswerResult | null) {
  const { id = '', version = 0 } = result?.question ?? {}
  const { data } = useQuery({ ...choicesQuery(id, version), enabled: result !== null })
  return data ?? undefined
}

/** Of what has many choices, those that are wrong and that fewer made are left out. */
const FEWEST_PERCENT = 10

/** The choices of an answered question with the share of those who made them. */
export function ChosenBy({ result }: { result: AnswerResult }) {
  const chosenBy = useChosenBy(result)
  if (!chosenBy) return null
  const { item } = result.question
  // Steps at their places and things in their boxes have no letters of their own.
  const hasLetters = lettered(item).length === chosenBy.length
  const shown = hasLetters ? chosenBy : chosenBy.filter(({ isRight, percent }) => isRight || percent >= FEWEST_PERCENT)
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">What others chose</h3>
      <ul className="grid gap-2.5 text-sm">
        {shown.map(({ choice, isRight, percent }, index) => (
          <li key={choice} className="grid gap-1">
            <span className="flex gap-3">
              <span className="min-w-0 flex-1">
                {hasLetters && <span className="font-semibold">{rowLetter(index)}. </span>}
                {choice}
                {isRight && <span className="text-muted"> (correct{hasLetters ? ' answer' : ''})</span>}
              </span>
              <span className="shrink-0 text-muted tabular-nums">{percent}% chose this</span>
            </span>
            <ShareBar percent={percent} tone={isRight ? 'ok' : 'brand'} className="h-1.5 rounded-pill bg-hairline" />
          </li>
        ))}
      </ul>
      {shown.length < chosenBy.length && (
        <p className="mt-2 text-sm text-muted">What is not right and fewer than {FEWEST_PERCENT}% chose is left out.</p>
      )}
    </section>
  )
}
