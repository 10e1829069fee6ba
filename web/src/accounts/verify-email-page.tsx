import { queryOptions, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { api } from '../api/client.ts'
import { ApiError, serverMessage } from '../api/errors.ts'
import { paths } from '../app/paths.ts'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Spinner } from '../ui/spinner.tsx'

const REDIRECT_DELAY_MS = 3000

/** Uses up the link's token. A query, although it acts, so that it is made once however often the screen is drawn. */
const verification = (token: string) =>
  queryOptions({
    queryKey: ['accounts', 'verification', token],
    queryFn: () => api('GET /api/auth/verify-email', { query: { token } }),
    gcTime: Number.POSITIVE_INFINITY,
    enabled: token !== '',
  })

const failureWords = (token: string, error: Error): string => {
  if (token === '') return 'Invalid verification link. Please check your email for the correct link.'
  if (error instanceof ApiError) return serverMessage(error) ?? 'Email verification failed.'
  return 'An error occurred during verification. Please try again.'
}

/** Where the link of the verification mail leads. */
export default function VerifyEmailPage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const { data: verified, error } = useQuery(verification(token))
  const navigate = useNavigate()

  const succeeded = verified?.success === true
  useEffect(() => {
    if (!succeeded) return
    const redirect = setTimeout(() => navigate(paths.login()), REDIRECT_DELAY_MS)
    return () => clearTimeout(redirect)
  }, [succeeded, navigate])

  if (succeeded)
    return (
      <Outcome title="Email verified" icon={<CircleCheck aria-hidden className="size-12 text-ok" />} words={verified.message}>
        <p className="text-sm text-muted">Taking you to the sign-in page…</p>
        <LinkButton to={paths.login()} wide>
          Go to Sign In
        </LinkButton>
      </Outcome>
    )
  if (token === '' || error || verified)
    return (
      <Outcome
        title="Verification failed"
        icon={<CircleAlert aria-hidden className="size-12 text-bad" />}
        words={verified ? verified.message || 'Email verification failed.' : failureWords(token, error ?? new Error('no token'))}
      >
        <LinkButton to={paths.login()} wide>
          Go to Sign In
        </LinkButton>
      </Outcome>
    )
  return <Outcome title="Verifying your email" icon={<Spinner size="lg" label="Verifying your email" />} words="This takes a moment." />
}

const Outcome = ({ title, icon, words, children }: { title: string; icon: ReactNode; words: string; children?: ReactNode }) => (
  <Card className="grid w-full max-w-md justify-items-center gap-4 text-center sm:p-8">
    <PageTitle>{title}</PageTitle>
    <div className="grid h-12 place-items-center">{icon}</div>
    <div aria-live="polite" className="grid gap-2">
      <h1 className="text-2xl font-bold tracking-tight">{title}</h1>
      <p className="text-balance text-muted">{words}</p>
    </div>
    {children}
  </Card>
)
