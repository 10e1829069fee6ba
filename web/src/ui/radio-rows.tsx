import type { ReactNode } from 'react'
import { classList } from './class-list.ts'

interface RadioRow {
  value: string
  label: ReactNode
}

interface RadioRowsProps {
  /** What is asked. Shown as it is given: hide it with `sr-only` when the question stands above already. */
  legend: ReactNode
  name: string
  rows: readonly RadioRow[]
  /** The selected row's value; '' while nothing is selected. */
  value: string
  onChange: (value: string) => void
  /** Locks the choice, as after an answer. */
  disabled?: boolean
}

/** The letter that stands before the row at this place: A, B, C … */
export const rowLetter = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + index)

/** The colours of a row. Say the same in words within it: colour alone says nothing to some. */
const tones = {
  none: 'border-control bg-surface has-checked:border-brand has-checked:bg-brand-soft has-checked:ring-1 has-checked:ring-brand',
  ok: 'border-ok bg-ok-soft ring-1 ring-ok',
  bad: 'border-bad bg-bad-soft ring-1 ring-bad',
}

const chips = {
  none: 'border-control text-muted peer-checked:border-brand peer-checked:bg-brand peer-checked:text-on-brand',
  ok: 'border-ok text-ok',
  bad: 'border-bad text-bad',
}

interface ChoiceRowProps {
  type: 'radio' | 'checkbox'
  name: string
  value: string
  /** On the row's chip. */
  letter: string
  checked: boolean
  onChange: () => void
  disabled: boolean
  tone?: keyof typeof tones | undefined
  children: ReactNode
}

/** A native radio or checkbox as a row that is easy to hit. */
export const ChoiceRow = ({ type, name, value, letter, checked, onChange, disabled, tone = 'none', children }: ChoiceRowProps) => (
  <label
    className={classList(
      'relative flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-control border px-3 py-2 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
      disabled ? 'cursor-default' : 'cursor-pointer hover:bg-sunken',
      tones[tone],
    )}
  >
    <input
      type={type}
      name={name}
      value={value}
      checked={checked}
      onChange={onChange}
      className="peer absolute inset-0 size-full cursor-[inherit] opacity-0"
    />
    <span
      aria-hidden
      className={classList('grid size-7 shrink-0 place-items-center rounded-control border text-sm font-semibold', chips[tone])}
    >
      {letter}
    </span>
    {children}
  </label>
)

/** One choice out of a few: native radios in a fieldset, each with its letter. */
export const RadioRows = ({ legend, name, rows, value, onChange, disabled = false }: RadioRowsProps) => (
  <fieldset disabled={disabled} className="min-w-0">
    <legend className="mb-3 w-full">{legend}</legend>
    <div className="grid gap-3">
      {rows.map((row, index) => (
        <ChoiceRow
          key={row.value}
          type="radio"
          name={name}
          value={row.value}
          letter={rowLetter(index)}
          checked={row.value === value}
          onChange={() => onChange(row.value)}
          disabled={disabled}
        >
          {row.label}
        </ChoiceRow>
      ))}
    </div>
  </fieldset>
)
