import { accountWords, MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '@medicready/domain/accounts/rules'
import type { FormEvent } from 'react'
import { ApiError, friendlyMessage } from '../api/errors.ts'
import { useUser } from '../api/session.ts'
import { isEmail } from '../app/is-email.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { useChangeEmail } from './recovery-commands.ts'
import { useForm } from './use-form.ts'

const LINK_SENT_DURATION_MS = 10_000
const empty = { email: '', password: '' }

/** Asks for another email address, which takes effect by the link that is mailed there. */
export function EmailSection() {
  const { email } = useUser()
  const { form, fields, errors, check, input, set } = useForm(empty)
  const change = useChangeEmail()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = fields.email.trim()
    const wrong = {
      ...(!isEmail(wanted) && { email: accountWords.invalidEmail }),
      ...(fields.password === '' && { password: accountWords.passwordMissing }),
    }
    if (change.isPending || !check(wrong)) return
    try {
      const { success, message } = await change.mutateAsync({ body: { email: wanted, password: fields.password } })
      if (!success) {
        check({ email: message })
        return
      }
      set(empty)
      toast({ title: 'Check your email!', description: message, duration: LINK_SENT_DURATION_MS })
    } catch (error) {
      const isAboutEmail = error instanceof ApiError && error.code === 'emailUnchanged'
      check(isAboutEmail ? { email: friendlyMessage(error) } : { password: friendlyMessage(error) })
    }
  }

  return (
    <Card aria-labelledby="email-address" className="grid gap-4">
      <div>
        <h2 id="email-address" className="text-lg font-semibold">
          Email address
        </h2>
        <p className="mt-1 text-sm wrap-anywhere text-muted">
          You sign in with {email}. It stays yours until you follow the link that we send to the new one.
        </p>
      </div>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid gap-4 sm:max-w-sm"
        aria-label="Change email address"
      >
        <Field label="New email address" error={errors.email}>
          {(control) => (
            <Input {...control} {...input('email')} type="email" autoComplete="email" inputMode="email" maxLength={MAX_EMAIL_LENGTH} />
          )}
        </Field>
        <Field label="Your password" error={errors.password}>
          {(control) => (
            <Input {...control} {...input('password')} type="password" autoComplete="current-password" maxLength={MAX_PASSWORD_LENGTH} />
          )}
        </Field>
        <Button type="submit" loading={change.isPending} className="justify-self-start">
          {change.isPending ? 'Sending...' : 'Change Email'}
        </Button>
      </form>
    </Card>
  )
}
