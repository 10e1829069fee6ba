import type { ComponentProps, Ref } from 'react'
import { classList } from './class-list.ts'
import { Field, type FieldProps, fieldFrame, Input } from './field.tsx'

type NativeProps = Pick<
  ComponentProps<'input'>,
  'name' | 'type' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'inputMode' | 'maxLength' | 'required' | 'min' | 'max' | 'className'
>

interface TextFieldProps extends NativeProps, Pick<FieldProps, 'label' | 'error' | 'hint'> {
  value: string
  onChange: (text: string) => void
  /** A textarea; one line when left out. */
  rows?: number
  ref?: Ref<HTMLTextAreaElement>
}

export const TextField = ({ label, error, hint, onChange, rows, ref, ...text }: TextFieldProps) => (
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
          ref={ref}
          rows={rows}
          className={classList(fieldFrame, 'resize-y py-2.5')}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    }
  </Field>
)
