import type { ReactNode } from 'react'
import { classList } from './class-list.ts'

interface RadioRowsProps {
  /** Use `sr-only` if the question is already on screen. */
  legend: ReactNode
  name: string
  rows: readonly { value: string; label: ReactNode }[]
  value: string
  onChange: (value: string) => void
  disabled?: boolean
}

export const rowLetter = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + index)

/** The row must say the same in words. */
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
  letter: string
  checked: boolean
  onChange: () => void
  disabled: boolean
  tone?: keyof typeof tones | undefined
  children: ReactNode
}

/** Native, but as large as the row. */
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
