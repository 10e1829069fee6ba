import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { useWrite } from '../api/write.ts'
import { LinkOutcome, useLinkToken } from '../page/link-outcome.tsx'
import { paths } from '../paths.ts'
import { buttonClasses, LinkButton } from '../ui/button.tsx'
import { emailConfirmationQuery, LinkPasswordForm } from './followed-link.tsx'

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  void queries.prefetchQuery(emailConfirmationQuery(new URL(request.url).searchParams.get('token') ?? ''))
}

export default function ConfirmEmailPage() {
  const token = useLinkToken()
  const waiting = <LinkOutcome title="Changing your email address" tone="waiting" words="This takes a moment." />
  return (
    <Loaded skeleton={waiting} failure="The link could not be used.">
      <Followed token={token} />
    </Loaded>
  )
}

function Followed({ token }: { token: string }) {
  const { outcome, words } = useSuspenseQuery(emailConfirmationQuery(token)).data
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const confirm = useWrite('POST /api/auth/confirm-email')

  if (outcome === 'passwordRequired' && confirmed === null)
    return (
      <LinkPasswordForm
        title="Change your email address"
        lead="You are not signed in here. If you asked for this address, confirm it with the password of your account. If you did not, close this page."
        label="Enter the password of your account"
        submitLabel="CHANGE EMAIL"
        onSubmit={async (password) => setConfirmed((await confirm.mutateAsync({ body: { token, password } })).message)}
      />
    )
  const isDone = outcome === 'done' || confirmed !== null
  return (
    <LinkOutcome
      title={isDone ? 'Email address changed' : 'Email address not changed'}
      tone={isDone ? 'good' : 'bad'}
      words={confirmed ?? words}
    >
      {isDone && confirmed === null ? (
        // A full page load, because cached account data has the former address.
        <a href={paths.home()} className={buttonClasses({ wide: true })}>
          Go to Dashboard
        </a>
      ) : (
        <LinkButton to={paths.login()} wide label="Go to Sign In" />
      )}
    </LinkOutcome>
  )
}
