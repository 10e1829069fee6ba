import type { AnswerResult } from '@medicready/domain/contract/questions'
import { useQuery } from '@tanstack/react-query'
import { rowLetter } from '../ui/radio-rows.tsx'
import { ShareBar } from '../ui/share-bar.tsx'
import { choicesQuery } from './queries.ts'

/** What percent chose each choice. Nothing until there is an answer and enough people have answered, or if it fails. */
export function useChosenBy(result: AnswerResult | null): ReadonlyMap<string, number> | undefined {
  const { id = '', version = 0 } = result?.question ?? {}
  const { data } = useQuery({ ...choicesQuery(id, version), enabled: result !== null })
  return data ? new Map(data.map(({ choice, percent }) => [choice, percent])) : undefined
}

/** The choices of an answered question with the share of those who chose them. */
export function ChosenBy({ result }: { result: AnswerResult }) {
  const chosenBy = useChosenBy(result)
  if (!chosenBy) return null
  const { choices, correctAnswer } = result.question
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">What others chose</h3>
      <ul className="grid gap-2.5 text-sm">
        {choices.map((choice, index) => (
          <li key={choice} className="grid gap-1">
            <span className="flex gap-3">
              <span className="min-w-0 flex-1">
                <span className="font-semibold">{rowLetter(index)}.</span> {choice}
                {choice === correctAnswer && <span className="text-muted"> (correct answer)</span>}
              </span>
              <span className="shrink-0 text-muted tabular-nums">{chosenBy.get(choice) ?? 0}% chose this</span>
            </span>
            <ShareBar
              percent={chosenBy.get(choice) ?? 0}
              tone={choice === correctAnswer ? 'ok' : 'brand'}
              className="h-1.5 rounded-pill bg-hairline"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
