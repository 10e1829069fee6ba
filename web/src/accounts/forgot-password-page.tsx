import { accountWords } from '@medicready/domain/accounts/rules'
import { type FormEvent, useState } from 'react'
import { friendlyMessage } from '../api/errors.ts'
import { isEmail } from '../app/is-email.ts'
import { LinkOutcome } from '../app/link-outcome.tsx'
import { PageTitle } from '../app/page-title.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field, Input } from '../ui/field.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { useForgotPassword } from './recovery-commands.ts'
import { useForm } from './use-form.ts'

/** Asks for a link to a new password. */
export default function ForgotPasswordPage() {
  const { form, fields, errors, check, input } = useForm({ email: '' })
  const [sent, setSent] = useState<string | null>(null)
  const forgot = useForgotPassword()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const email = fields.email.trim()
    if (forgot.isPending || !check(isEmail(email) ? {} : { email: accountWords.invalidEmail })) return
    try {
      const { success, message } = await forgot.mutateAsync({ body: { email } })
      if (success) setSent(message)
      else check({ email: message })
    } catch (error) {
      check({ email: friendlyMessage(error) })
    }
  }

  if (sent !== null)
    return (
      <LinkOutcome title="Check your email" tone="good" words={sent}>
        <LinkButton to={paths.login()} wide>
          Back to Sign In
        </LinkButton>
      </LinkOutcome>
    )
  return (
    <div className="grid w-full max-w-md gap-4">
      <PageTitle>Forgot Password</PageTitle>
      <Card className="sm:p-8">
        <h1 className="text-2xl font-bold tracking-tight">FORGOT PASSWORD</h1>
        <p className="mt-1 text-muted">We send you a link to choose a new one.</p>
        <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-6 grid gap-5" aria-label="Forgot password">
          <Field label="Email" error={errors.email}>
            {(control) => <Input {...control} {...input('email')} type="email" autoComplete="email" inputMode="email" maxLength={254} />}
          </Field>
          <Button type="submit" size="lg" wide loading={forgot.isPending}>
            {forgot.isPending ? 'Loading...' : 'SEND LINK'}
          </Button>
        </form>
      </Card>
      <LinkButton to={paths.login()} variant="ghost">
        Back to Sign In
      </LinkButton>
    </div>
  )
}
