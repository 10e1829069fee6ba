import { MAX_PASSWORD_LENGTH } from '@medicready/domain/accounts/rules'
import type { ComponentProps } from 'react'
import { Field, Input } from '../ui/field.tsx'

interface NewPasswordFieldProps {
  label: string
  error: string | undefined
  input: ComponentProps<'input'>
}

/** Where a password is chosen. */
export const NewPasswordField = ({ label, error, input }: NewPasswordFieldProps) => (
  <Field label={label} error={error} hint="At least 6 characters">
    {(control) => <Input {...control} {...input} type="password" autoComplete="new-password" maxLength={MAX_PASSWORD_LENGTH} />}
  </Field>
)
