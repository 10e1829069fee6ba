import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { PageTitle } from '../app/page-title.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { verificationQuery } from './queries.ts'

const REDIRECT_DELAY_MS = 3000

const tokenIn = (search: URLSearchParams) => search.get('token') ?? ''

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  void queries.prefetchQuery(verificationQuery(tokenIn(new URL(request.url).searchParams)))
}

const waiting = { title: 'Verifying your email', icon: <Spinner size="lg" label="Verifying your email" />, words: 'This takes a moment.' }

/** Where the link of the verification mail leads. */
export default function VerifyEmailPage() {
  const [search] = useSearchParams()
  return (
    <Loaded skeleton={<Outcome {...waiting} />} failure="The verification link could not be used.">
      <Verified token={tokenIn(search)} />
    </Loaded>
  )
}

function Verified({ token }: { token: string }) {
  const { isVerified, words } = useSuspenseQuery(verificationQuery(token)).data
  const navigate = useNavigate()
  useEffect(() => {
    if (!isVerified) return
    const redirect = setTimeout(() => navigate(paths.login()), REDIRECT_DELAY_MS)
    return () => clearTimeout(redirect)
  }, [isVerified, navigate])
  const Icon = isVerified ? CircleCheck : CircleAlert
  return (
    <Outcome
      title={isVerified ? 'Email verified' : 'Verification failed'}
      icon={<Icon aria-hidden className={`size-12 ${isVerified ? 'text-ok' : 'text-bad'}`} />}
      words={words}
    >
      {isVerified && <p className="text-sm text-muted">Taking you to the sign-in page…</p>}
      <LinkButton to={paths.login()} wide>
        Go to Sign In
      </LinkButton>
    </Outcome>
  )
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
