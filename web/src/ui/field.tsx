import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classList } from './class-list.ts'
import { capitalized } from './words.ts'

/** After the next render, when the fields have been marked. */
export const focusFirstFault = (form: HTMLElement | null): void => {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-refusal]')?.focus())
}

export const fieldFrame =
  'w-full rounded-control border border-control bg-surface px-3 text-base text-ink transition-colors hover:border-ink focus-visible:border-brand focus-visible:outline-offset-0 aria-invalid:border-bad disabled:cursor-not-allowed disabled:opacity-60'

/** One line of text. Give it a label through Field. */
export const Input = ({ className, ...input }: ComponentProps<'input'>) => (
  <input {...input} className={classList(fieldFrame, 'min-h-11', className)} />
)

export const Fault = ({ className, children, ...words }: ComponentProps<'p'>) => (
  <p {...words} className={classList('flex items-start gap-1.5 text-sm text-bad', className)}>
    <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    {children}
  </p>
)

/** What a form hands to the field of one of its values. */
export interface FieldOf<Value> {
  name: string
  value: Value
  error?: string | undefined
  onChange: (value: Value) => void
}

export interface FieldProps {
  label: ReactNode
  error?: string | undefined
  /** Replaced by an error. */
  hint?: string | undefined
  children: (control: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode
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
      {error && <Fault id={`${id}-error`}>{error}</Fault>}
    </div>
  )
}

type NativeProps = Pick<
  ComponentProps<'input'>,
  'name' | 'type' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'inputMode' | 'maxLength' | 'required' | 'min' | 'max' | 'className'
>

interface TextFieldProps extends NativeProps, Pick<FieldProps, 'label' | 'error' | 'hint'> {
  value: string
  onChange: (text: string) => void
  /** A textarea; one line when left out. */
  rows?: number
}

export const TextField = ({ label, error, hint, onChange, rows, ...text }: TextFieldProps) => (
  <Field label={label} error={error} hint={hint}>
    {(control) =>
      rows === undefined ? (
        <Input {...control} {...text} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <textarea
          {...control}
          name={text.name}
          value={text.value}
          required={text.required}
          maxLength={text.maxLength}
          rows={rows}
          className={classList(fieldFrame, 'resize-y py-2.5')}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    }
  </Field>
)

interface SelectFieldProps<Value extends string> extends Pick<FieldProps, 'label' | 'error' | 'hint'> {
  name?: string
  required?: boolean
  disabled?: boolean
  className?: string
  value: Value
  options: readonly Value[]
  /** Capitalized when left out. */
  word?: (option: Value) => string
  onChange: (value: Value) => void
}

export const SelectField = <Value extends string>(props: SelectFieldProps<Value>) => {
  const { label, error, hint, className, options, word = capitalized, onChange, ...select } = props
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <select
          {...control}
          {...select}
          className={classList(fieldFrame, 'min-h-11', className)}
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
