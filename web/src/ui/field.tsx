import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classList } from './class-list.ts'

export const fieldFrame =
  'w-full rounded-control border border-control bg-surface px-3 text-base text-ink transition-colors hover:border-ink focus-visible:border-brand focus-visible:outline-offset-0 aria-invalid:border-bad disabled:cursor-not-allowed disabled:opacity-60'

/** One line of text. Give it a label through Field. */
export const Input = ({ className, ...input }: ComponentProps<'input'>) => (
  <input {...input} className={classList(fieldFrame, 'min-h-11', className)} />
)

interface FieldControl {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

export interface FieldProps {
  label: ReactNode
  /** The control is marked as invalid. */
  error?: string | undefined
  /** Replaced by an error. */
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
