import { type ReactNode, useId } from 'react'
import { classList } from '../ui/class-list.ts'
import { Fault, type FieldOf } from '../ui/field.tsx'

interface ChoicesProps<Value extends string> {
  legend: string
  name: string
  type: 'radio' | 'checkbox'
  options: readonly Value[]
  word: (value: Value) => ReactNode
  chosen: readonly Value[]
  /** The pressed radio, or all ticked boxes. */
  onChange: (chosen: Value[]) => void
  error?: string | undefined
  hint?: string
  /** As many per row as fit; otherwise two. */
  isShort?: boolean
}

export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, name, type, options, word, chosen, onChange, error, hint, isShort = false } = props
  const id = useId()
  const press = (value: Value) => {
    if (type === 'radio') onChange([value])
    else onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
  }
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <fieldset className="min-w-0" aria-describedby={described}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {hint && !error && (
        <p id={`${id}-hint`} className="mb-2 text-sm text-muted">
          {hint}
        </p>
      )}
      <div className={isShort ? 'flex flex-wrap gap-2' : 'grid gap-2 sm:grid-cols-2'}>
        {options.map((value) => (
          <label
            key={value}
            className={classList(
              'flex min-h-11 min-w-24 cursor-pointer items-center gap-2.5 rounded-control border px-3 py-2 text-sm transition-colors hover:bg-sunken has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
              error ? 'border-bad' : 'border-control',
            )}
          >
            <input
              type={type}
              name={name}
              value={value}
              checked={chosen.includes(value)}
              onChange={() => press(value)}
              className="size-4.5 shrink-0 cursor-[inherit] accent-brand outline-none"
              {...(error && { 'aria-invalid': true })}
            />
            <span className="min-w-0">{word(value)}</span>
          </label>
        ))}
      </div>
      {error && (
        <Fault id={`${id}-error`} className="mt-1.5">
          {error}
        </Fault>
      )}
    </fieldset>
  )
}

interface ChoiceProps<Value extends string> extends Omit<ChoicesProps<Exclude<Value, ''>>, 'type' | 'chosen' | 'onChange'> {
  /** '' while nothing is chosen. */
  value: Value
  onChange: (value: Exclude<Value, ''>) => void
}

export const Choice = <Value extends string>({ value, onChange, ...asked }: ChoiceProps<Value>) => (
  <Choices
    {...asked}
    type="radio"
    chosen={value === '' ? [] : [value as Exclude<Value, ''>]}
    onChange={([chosen]) => chosen !== undefined && onChange(chosen)}
  />
)

interface YesOrNoProps extends Omit<FieldOf<boolean | null>, 'onChange'> {
  legend: string
  onChange: (answer: boolean) => void
}

export const YesOrNo = ({ value, onChange, ...asked }: YesOrNoProps) => (
  <Choice
    {...asked}
    isShort
    options={['yes', 'no']}
    word={(answer) => (answer === 'yes' ? 'Yes' : 'No')}
    value={value === null ? '' : value ? 'yes' : 'no'}
    onChange={(answer) => onChange(answer === 'yes')}
  />
)
