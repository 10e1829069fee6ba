import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import { classList } from './class-list.ts'
import { capitalized } from './words.ts'

const frame =
  'w-full rounded-control border border-control bg-surface px-3 text-base text-ink transition-colors hover:border-ink focus-visible:border-brand focus-visible:outline-offset-0 aria-invalid:border-bad disabled:cursor-not-allowed disabled:opacity-60'

/** One line of text. Give it a label through Field. */
export const Input = ({ className, ...input }: ComponentProps<'input'>) => (
  <input {...input} className={classList(frame, 'min-h-11', className)} />
)

/** Several lines of text. Give it a label through Field. */
const Textarea = ({ className, ...textarea }: ComponentProps<'textarea'>) => (
  <textarea {...textarea} className={classList(frame, 'resize-y py-2.5', className)} />
)

interface FieldControl {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

interface FieldProps {
  label: ReactNode
  /** What is wrong, in the field's own words; the control is then marked as invalid. */
  error?: string | undefined
  /** Stands below the control until an error takes its place. */
  hint?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** A labelled control, its hint and its error: `<Field label="Email">{(control) => <Input {...control} />}</Field>`. */
export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && !error && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, ...(error && { 'aria-invalid': true as const }), ...(describedBy && { 'aria-describedby': describedBy }) })}
      {hint && !error && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}

interface TextFieldProps extends Pick<FieldProps, 'label' | 'error' | 'hint'> {
  value: string
  onChange: (text: string) => void
  maxLength?: number
  /** Several lines; one when left out. */
  rows?: number
  inputMode?: 'numeric'
  ref?: Ref<HTMLTextAreaElement>
}

/** A labelled field for text. */
export const TextField = ({ label, error, hint, onChange, rows, ref, ...text }: TextFieldProps) => (
  <Field label={label} error={error} hint={hint}>
    {(control) =>
      rows === undefined ? (
        <Input {...control} {...text} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <Textarea {...control} {...text} ref={ref} rows={rows} onChange={({ target }) => onChange(target.value)} />
      )
    }
  </Field>
)

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
        className={classList(frame, 'min-h-11')}
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
