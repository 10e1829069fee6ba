import { NewPasswordOnly } from '@medicready/domain/contract/accounts/forms'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, friendlyMessage } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { useWrite } from '../api/write.ts'
import { LinkOutcome, useLinkToken } from '../page/link-outcome.tsx'
import { PageTitle } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { NewPasswordField } from '../shared/account-fields.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { toast } from '../ui/toast.tsx'

export default function ResetPasswordPage() {
  const token = useLinkToken()
  const [refusal, setRefusal] = useState<string | null>(token === '' ? 'This link is incomplete. Please check your email.' : null)
  const reset = useWrite('POST /api/auth/reset-password')
  const navigate = useNavigate()
  const { form, field, isSending } = useForm({
    schema: NewPasswordOnly,
    initial: { password: '' },
    send: async ({ password }) => {
      const { message } = await reset.mutateAsync({ body: { token, password } })
      toast({ title: 'Password changed', description: message })
      navigate(paths.login())
    },
    onRefused: (error, { showAt }) => {
      if (error instanceof ApiError && error.code === 'mailLinkInvalid') setRefusal(friendlyMessage(error))
      else showAt('password', friendlyMessage(error))
    },
  })

  if (refusal !== null)
    return (
      <LinkOutcome title="This link cannot be used" tone="bad" words={refusal}>
        <LinkButton to={paths.forgotPassword()} wide label="Ask for a new link" />
      </LinkOutcome>
    )
  return (
    <Card className="w-full max-w-md sm:p-8">
      <PageTitle>New Password</PageTitle>
      <h1 className="text-2xl font-bold tracking-tight">NEW PASSWORD</h1>
      <p className="mt-1 text-muted">All devices that are signed in to your account will be signed out.</p>
      <form {...form} className="mt-6 grid gap-5" aria-label="Choose a new password">
        <NewPasswordField {...field('password')} />
        <Button type="submit" size="lg" wide loading={isSending} busy="Loading..." label="CHANGE PASSWORD" />
      </form>
    </Card>
  )
}
