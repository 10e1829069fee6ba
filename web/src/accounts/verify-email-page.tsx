import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type LoaderFunctionArgs, useNavigate } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { useWrite } from '../api/write.ts'
import { LinkOutcome, useLinkToken } from '../page/link-outcome.tsx'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { LinkPasswordForm, verificationQuery } from './followed-link.tsx'

const REDIRECT_DELAY_MS = 3000

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  void queries.prefetchQuery(verificationQuery(new URL(request.url).searchParams.get('token') ?? ''))
}

export default function VerifyEmailPage() {
  const token = useLinkToken()
  const waiting = <LinkOutcome title="Verifying your email" tone="waiting" words="This takes a moment." />
  return (
    <Loaded skeleton={waiting} failure="The verification link could not be used.">
      <Followed token={token} />
    </Loaded>
  )
}

function Followed({ token }: { token: string }) {
  const { outcome, words } = useSuspenseQuery(verificationQuery(token)).data
  const [verified, setVerified] = useState<string | null>(null)
  const verify = useWrite('POST /api/auth/verify-email')

  if (outcome === 'done' || verified !== null) return <Verified words={verified ?? words} />
  if (outcome === 'passwordRequired')
    return (
      <LinkPasswordForm
        title="Verify your email"
        lead="You opened this link in a different browser than the one you registered in. Enter your password to confirm that the account is yours."
        label="Enter the password that you chose"
        submitLabel="VERIFY EMAIL"
        onSubmit={async (password) => setVerified((await verify.mutateAsync({ body: { token, password } })).message)}
      />
    )
  return (
    <LinkOutcome title="Verification failed" tone="bad" words={words}>
      <LinkButton to={paths.login()} wide label="Go to Sign In" />
    </LinkOutcome>
  )
}

function Verified({ words }: { words: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    const redirect = setTimeout(() => navigate(paths.login()), REDIRECT_DELAY_MS)
    return () => clearTimeout(redirect)
  }, [navigate])
  return (
    <LinkOutcome title="Email verified" tone="good" words={words}>
      <p className="text-sm text-muted">Taking you to the sign-in page…</p>
      <LinkButton to={paths.login()} wide label="Go to Sign In" />
    </LinkOutcome>
  )
}
