import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '@medicready/domain/accounts/shown/rules'
import { type FieldOf, TextField } from '../ui/field.tsx'

interface AccountFieldProps extends FieldOf<string> {
  label?: string
  hint?: string
}

export const EmailField = ({ label = 'Email', ...field }: AccountFieldProps) => (
  <TextField {...field} label={label} type="email" autoComplete="email" inputMode="email" required maxLength={MAX_EMAIL_LENGTH} />
)

export const PasswordField = ({ label = 'Your password', ...field }: AccountFieldProps) => (
  <TextField {...field} label={label} type="password" autoComplete="current-password" required maxLength={MAX_PASSWORD_LENGTH} />
)

export const NewPasswordField = ({ label = 'New password', ...field }: AccountFieldProps) => (
  <TextField
    {...field}
    label={label}
    hint="At least 6 characters"
    type="password"
    autoComplete="new-password"
    required
    maxLength={MAX_PASSWORD_LENGTH}
  />
)
