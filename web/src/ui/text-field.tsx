import type { Ref } from 'react'
import { classList } from './class-list.ts'
import { Field, type FieldProps, fieldFrame, Input } from './field.tsx'

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
        <textarea
          {...control}
          {...text}
          ref={ref}
          rows={rows}
          className={classList(fieldFrame, 'resize-y py-2.5')}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    }
  </Field>
)
