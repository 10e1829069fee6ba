import type { KeyboardEvent } from 'react'
import { useId } from 'react'
import type { Answering } from '../answering/answering.ts'
import { confidenceWords } from '../answering/confidence-words.ts'
import { classList } from '../ui/class-list.ts'

/** Asks before the answer how sure the learner is. */
export function ConfidenceField({ answering: { confidence, isLocked } }: { answering: Answering }) {
  const name = useId()
  // A digit is of the scale while the focus is on it, and of the choices otherwise.
  const press = (event: KeyboardEvent) => {
    const level = Number(event.key)
    if (!confidenceWords[level - 1]) return
    event.preventDefault()
    confidence.set(level)
  }
  return (
    <fieldset
      disabled={isLocked}
      onKeyDown={press}
      className="min-w-0 rounded-card border border-hairline bg-surface p-4 sm:flex sm:items-center sm:justify-between sm:gap-6 sm:px-6"
    >
      <legend className="sr-only">How sure are you? 1 is guessing, 5 is certain.</legend>
      <p aria-hidden className="text-sm font-semibold">
        How sure are you? <span className="font-normal text-muted">{confidenceWords[confidence.value - 1]}</span>
      </p>
      <div className="mt-2 flex gap-2 sm:mt-0">
        {confidenceWords.map((words, index) => {
          const level = index + 1
          return (
            <label
              key={words}
              className={classList(
                'relative grid min-h-11 min-w-11 flex-1 place-items-center rounded-control border border-control text-sm font-semibold transition-colors',
                'has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
                isLocked ? 'cursor-default' : 'cursor-pointer hover:bg-sunken has-checked:hover:bg-brand',
              )}
            >
              <input
                type="radio"
                name={name}
                value={level}
                checked={confidence.value === level}
                onChange={() => confidence.set(level)}
                className="absolute inset-0 size-full cursor-[inherit] opacity-0"
              />
              <span aria-hidden>{level}</span>
              <span className="sr-only">
                {level}, {words}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
