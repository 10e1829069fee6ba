import { type QueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { sessionQuery, useSession } from '../api/session.ts'
import { ShowMore } from '../api/show-more.tsx'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { OwnRequest } from './own-request.tsx'
import { PaymentArrival } from './payment-arrival.tsx'
import { ownRequestsQuery } from './queries.ts'
import { RequestForm } from './request-form.tsx'
import { TutoringTerms } from './tutoring-terms.tsx'

export const clientLoader = async (queries: QueryClient) => {
  const user = await queries.ensureQueryData(sessionQuery).catch(() => null)
  if (user) void queries.prefetchInfiniteQuery(ownRequestsQuery)
}

/**
 * Lessons with a tutor: what they are and cost, for everybody; for who is signed in, what they asked for, and the form.
 */
export default function TutoringPage() {
  const isSignedIn = useSession().state === 'signedIn'
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead title="Tutoring">One hour with an experienced paramedic who has passed the exam, on what you find hard.</PageHead>
      {isSignedIn ? (
        <Loaded skeleton={<Skeleton className="h-96" />} failure="Your requests could not be loaded.">
          <Asked />
        </Loaded>
      ) : (
        <>
          <TutoringTerms />
          <SignInFirst />
        </>
      )}
      <p className="text-sm text-muted">
        Are you a paramedic who likes to teach?{' '}
        <Link to={paths.applyAsTutor()} className="font-medium text-brand underline underline-offset-4">
          Become a tutor
        </Link>
      </p>
    </div>
  )
}

const SignInFirst = () => (
  <Card className="grid justify-items-start gap-3">
    <h2 className="text-lg font-semibold">Ask for a tutor</h2>
    <p className="text-muted">You need an account to ask for tutoring. It is free.</p>
    <LinkButton to={paths.login()}>Sign in or create an account</LinkButton>
  </Card>
)

const isOver = (status: string) => ['declined', 'completed', 'cancelled'].includes(status)

/** Own requests stand first; the form is there at once for who has none that goes on. */
function Asked() {
  const list = useSuspenseInfiniteQuery(ownRequestsQuery)
  const goesOn = list.data.some(({ status }) => !isOver(status))
  const [form, setForm] = useState<'asNeeded' | 'open' | 'closed'>('asNeeded')
  const isOpen = form === 'open' || (form === 'asNeeded' && !goesOn)
  return (
    <>
      <PaymentArrival />
      {list.data.length > 0 && (
        <section aria-labelledby="own-requests" className="grid gap-4">
          <h2 id="own-requests" tabIndex={-1} className="text-lg font-semibold">
            Your requests
          </h2>
          {list.data.map((request) => (
            <OwnRequest key={request.id} request={request} />
          ))}
          <ShowMore list={list} />
        </section>
      )}
      <TutoringTerms />
      {isOpen ? (
        <RequestForm onSent={() => setForm('closed')} />
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setForm('open')}>
            Ask for more tutoring
          </Button>
        </div>
      )}
    </>
  )
}
