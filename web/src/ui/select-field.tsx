import { classList } from './class-list.ts'
import { Field, type FieldProps, fieldFrame } from './field.tsx'
import { capitalized } from './words.ts'

interface SelectFieldProps<Value extends string> extends Pick<FieldProps, 'label' | 'error' | 'hint'> {
  name?: string
  required?: boolean
  value: Value
  options: readonly Value[]
  /** Capitalized when left out. */
  word?: (option: Value) => string
  onChange: (value: Value) => void
}

export const SelectField = <Value extends string>(props: SelectFieldProps<Value>) => {
  const { label, error, hint, name, required, value, options, word = capitalized, onChange } = props
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <select
          {...control}
          name={name}
          required={required}
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
}
