import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, friendlyMessage } from '../api/errors.ts'
import { LinkOutcome } from '../app/link-outcome.tsx'
import { PageTitle } from '../app/page-title.tsx'
import { useLinkToken } from '../app/use-link-token.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { toast } from '../ui/toast.tsx'
import { newPasswordErrors } from './form-rules.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { useResetPassword } from './recovery-commands.ts'
import { useForm } from './use-form.ts'

/** Where the link of a mail leads by which a new password is chosen. */
export default function ResetPasswordPage() {
  const token = useLinkToken()
  const { form, fields, errors, check, input } = useForm({ newPassword: '' })
  const [refusal, setRefusal] = useState<string | null>(token === '' ? 'This link is not complete. Please check your email.' : null)
  const reset = useResetPassword()
  const navigate = useNavigate()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reset.isPending || !check(newPasswordErrors(fields))) return
    try {
      const { message } = await reset.mutateAsync({ body: { token, password: fields.newPassword } })
      toast({ title: 'Password changed', description: message })
      navigate(paths.login())
    } catch (error) {
      if (error instanceof ApiError && error.code === 'mailLinkInvalid') setRefusal(friendlyMessage(error))
      else check({ newPassword: friendlyMessage(error) })
    }
  }

  if (refusal !== null)
    return (
      <LinkOutcome title="This link cannot be used" tone="bad" words={refusal}>
        <LinkButton to={paths.forgotPassword()} wide>
          Ask for a new link
        </LinkButton>
      </LinkOutcome>
    )
  return (
    <Card className="w-full max-w-md sm:p-8">
      <PageTitle>New Password</PageTitle>
      <h1 className="text-2xl font-bold tracking-tight">NEW PASSWORD</h1>
      <p className="mt-1 text-muted">Everybody who is signed in to your account will be signed out.</p>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-6 grid gap-5" aria-label="Choose a new password">
        <NewPasswordField label="New password" error={errors.newPassword} input={input('newPassword')} />
        <Button type="submit" size="lg" wide loading={reset.isPending}>
          {reset.isPending ? 'Loading...' : 'CHANGE PASSWORD'}
        </Button>
      </form>
    </Card>
  )
}
