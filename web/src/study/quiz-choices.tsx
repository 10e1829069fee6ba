import { classList } from '../ui/class-list.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { toggled } from './quiz-draft.ts'

interface QuizChoicesProps<Word extends string> {
  legend: string
  /** What it means when none is chosen. */
  none: string
  words: readonly Word[]
  chosen: readonly Word[]
  /** How a word is written. */
  label: (word: Word) => string
  onChange: (chosen: Word[]) => void
  /** Whether there are so many that they scroll within their place. */
  isLong?: boolean
}

/** Any number of a few words. */
export function QuizChoices<Word extends string>({ legend, none, words, chosen, label, onChange, isLong = false }: QuizChoicesProps<Word>) {
  const choices = (
    <ul className={classList('grid gap-x-4 sm:grid-cols-2', isLong && 'px-3')}>
      {words.map((word) => (
        <li key={word}>
          <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
            <input
              type="checkbox"
              checked={chosen.includes(word)}
              onChange={() => onChange(toggled(chosen, word))}
              className="size-5 shrink-0 cursor-[inherit] accent-brand"
            />
            {label(word)}
          </label>
        </li>
      ))}
    </ul>
  )
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">
        {legend} <span className="font-normal text-muted">· {chosen.length === 0 ? none : `${chosen.length} chosen`}</span>
      </legend>
      {isLong ? (
        <ScrollArea aria-label={legend} className="mt-2 max-h-64">
          {choices}
        </ScrollArea>
      ) : (
        choices
      )}
    </fieldset>
  )
}
