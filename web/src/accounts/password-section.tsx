import { accountWords, MAX_PASSWORD_LENGTH } from '@medicready/domain/accounts/rules'
import type { FormEvent } from 'react'
import { ApiError, friendlyMessage } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { newPasswordErrors } from './form-rules.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { useChangePassword } from './recovery-commands.ts'
import { useForm } from './use-form.ts'

const empty = { currentPassword: '', newPassword: '' }

/** Changes the password. */
export function PasswordSection() {
  const { form, fields, errors, check, input, set } = useForm(empty)
  const change = useChangePassword()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = fields.currentPassword === '' ? { currentPassword: accountWords.passwordMissing } : {}
    if (change.isPending || !check({ ...missing, ...newPasswordErrors(fields) })) return
    try {
      const { message } = await change.mutateAsync({ body: fields })
      set(empty)
      toast({ title: 'Password changed', description: message })
    } catch (error) {
      const isAboutNew = error instanceof ApiError && error.code === 'passwordTooCommon'
      check(isAboutNew ? { newPassword: friendlyMessage(error) } : { currentPassword: friendlyMessage(error) })
    }
  }

  return (
    <Card aria-labelledby="password" className="grid gap-4">
      <div>
        <h2 id="password" className="text-lg font-semibold">
          Password
        </h2>
        <p className="mt-1 text-sm text-muted">When you change it, you are signed out everywhere but here.</p>
      </div>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4 sm:max-w-sm" aria-label="Change password">
        <Field label="Current password" error={errors.currentPassword}>
          {(control) => (
            <Input
              {...control}
              {...input('currentPassword')}
              type="password"
              autoComplete="current-password"
              maxLength={MAX_PASSWORD_LENGTH}
            />
          )}
        </Field>
        <NewPasswordField label="New password" error={errors.newPassword} input={input('newPassword')} />
        <Button type="submit" loading={change.isPending} className="justify-self-start">
          {change.isPending ? 'Changing...' : 'Change Password'}
        </Button>
      </form>
    </Card>
  )
}
