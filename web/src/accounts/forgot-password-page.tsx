import { EmailOnly } from '@medicready/domain/contract/accounts/forms'
import { useState } from 'react'
import { friendlyMessage } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { useWrite } from '../api/write.ts'
import { LinkOutcome } from '../page/link-outcome.tsx'
import { PageTitle } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { EmailField } from '../shared/account-fields.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

export default function ForgotPasswordPage() {
  const [sent, setSent] = useState<string | null>(null)
  const forgot = useWrite('POST /api/auth/forgot-password')
  const { form, field, isSending } = useForm({
    schema: EmailOnly,
    initial: { email: '' },
    send: async (body, { showAt }) => {
      const { success, message } = await forgot.mutateAsync({ body })
      if (success) setSent(message)
      else showAt('email', message)
    },
    onRefused: (error, { showAt }) => showAt('email', friendlyMessage(error)),
  })

  if (sent !== null)
    return (
      <LinkOutcome title="Check your email" tone="good" words={sent}>
        <LinkButton to={paths.login()} wide label="Back to Sign In" />
      </LinkOutcome>
    )
  return (
    <div className="grid w-full max-w-md gap-4">
      <PageTitle>Forgot Password</PageTitle>
      <Card className="sm:p-8">
        <h1 className="text-2xl font-bold tracking-tight">FORGOT PASSWORD</h1>
        <p className="mt-1 text-muted">We will email you a link to choose a new one.</p>
        <form {...form} className="mt-6 grid gap-5" aria-label="Forgot password">
          <EmailField {...field('email')} />
          <Button type="submit" size="lg" wide loading={isSending} busy="Loading..." label="SEND LINK" />
        </form>
      </Card>
      <LinkButton to={paths.login()} variant="ghost" label="Back to Sign In" />
    </div>
  )
}
