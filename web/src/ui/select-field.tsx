import { classList } from './class-list.ts'
import { Field, fieldFrame } from './field.tsx'
import { capitalized } from './words.ts'

interface SelectFieldProps<Value extends string> {
  label: string
  value: Value
  options: readonly Value[]
  /** How an option is written; with a capital letter when left out. */
  word?: (option: Value) => string
  onChange: (value: Value) => void
}

/** A labelled choice of one among a few words. */
export const SelectField = <Value extends string>({ label, value, options, word = capitalized, onChange }: SelectFieldProps<Value>) => (
  <Field label={label}>
    {(control) => (
      <select
        {...control}
        className={classList(fieldFrame, 'min-h-11')}
        value={value}
        onChange={({ target }) => onChange(target.value as Value)}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {word(option)}
          </option>
        ))}
      </select>
    )}
  </Field>
)
