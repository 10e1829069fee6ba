import { PasswordOnly } from '@medicready/domain/contract/accounts/forms'
import { queryOptions } from '@tanstack/react-query'
import type { Response } from '../api/client.ts'
import { ApiError, friendlyMessage, serverMessage } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { apiOf } from '../api/read.ts'
import { PageTitle } from '../page/page-head.tsx'
import { PasswordField } from '../shared/account-fields.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

interface FollowedLink {
  outcome: 'done' | 'passwordRequired' | 'refused'
  words: string
}

const refused = (words: string): FollowedLink => ({ outcome: 'refused', words })

type Answer = Response<'GET /api/auth/verify-email'>

async function follow(ask: () => Promise<Answer>, failure: { refused: string; noAnswer: string }): Promise<FollowedLink> {
  try {
    const { success, message, passwordRequired } = await ask()
    if (passwordRequired) return { outcome: 'passwordRequired', words: message }
    return success ? { outcome: 'done', words: message } : refused(message || failure.refused)
  } catch (error) {
    return refused(error instanceof ApiError ? (serverMessage(error) ?? failure.refused) : failure.noAnswer)
  }
}

/** A query although it acts, so that rendering twice sends it once. */
export const verificationQuery = (token: string) =>
  queryOptions({
    queryKey: ['accounts', 'verification', token],
    queryFn: async ({ client }) =>
      token === ''
        ? refused('Invalid verification link. Please check your email for the correct link.')
        : follow(() => apiOf(client)('GET /api/auth/verify-email', { query: { token } }), {
            refused: 'Email verification failed.',
            noAnswer: 'An error occurred during verification. Please try again.',
          }),
    gcTime: Number.POSITIVE_INFINITY,
  })

export const emailConfirmationQuery = (token: string) =>
  queryOptions({
    queryKey: ['accounts', 'emailConfirmation', token],
    queryFn: async ({ client }) =>
      token === ''
        ? refused('This link is incomplete. Please check your email for the correct link.')
        : follow(() => apiOf(client)('POST /api/auth/confirm-email', { body: { token } }), {
            refused: 'Your email address could not be changed.',
            noAnswer: 'We could not reach the server. Please open the link again.',
          }),
    gcTime: Number.POSITIVE_INFINITY,
  })

interface LinkPasswordFormProps {
  title: string
  lead: string
  label: string
  submitLabel: string
  onSubmit: (password: string) => Promise<void>
}

/** Asks for the password, because the browser does not know the owner of the link. */
export function LinkPasswordForm({ title, lead, label, submitLabel, onSubmit }: LinkPasswordFormProps) {
  const { form, field, isSending } = useForm({
    schema: PasswordOnly,
    initial: { password: '' },
    send: ({ password }) => onSubmit(password),
    onRefused: (error, { showAt }) => showAt('password', friendlyMessage(error)),
  })
  return (
    <Card className="w-full max-w-md sm:p-8">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-2xl font-bold tracking-tight">{title}</h1>
      <p className="mt-1 text-muted">{lead}</p>
      <form {...form} className="mt-6 grid gap-5" aria-label={title}>
        <PasswordField {...field('password')} label={label} />
        <Button type="submit" size="lg" wide loading={isSending} busy="Loading..." label={submitLabel} />
      </form>
    </Card>
  )
}
