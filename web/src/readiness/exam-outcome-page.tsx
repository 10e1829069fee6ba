import { type ReportedOutcome, reportedOutcomes } from '@medicready/domain/readiness/shown/rules'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Award, CalendarCheck, HeartHandshake, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import { friendlyMessage } from '../api/errors.ts'
import { Loaded } from '../api/loaded.tsx'
import { LinkOutcome, useLinkToken } from '../page/link-outcome.tsx'
import { paths } from '../paths.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { OutcomeButtons, useCorrectOutcome } from './outcome-buttons.tsx'
import { outcomeLinkQuery } from './queries.ts'
import { outcomeWords } from './readiness-words.ts'

const outcomeIn = (search: URLSearchParams): ReportedOutcome | null =>
  reportedOutcomes.find((outcome) => outcome === search.get('outcome')) ?? null

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  const search = new URL(request.url).searchParams
  void queries.prefetchQuery(outcomeLinkQuery(search.get('token') ?? '', outcomeIn(search)))
}

/** For links in the email that asks for the outcome. Opening one sends the answer. */
export default function ExamOutcomePage() {
  const [search] = useSearchParams()
  const [outcome] = useState(() => outcomeIn(search))
  const token = useLinkToken()
  const waiting = <LinkOutcome title="Saving your answer" tone="waiting" words="This takes a moment." />
  return (
    <Loaded skeleton={waiting} failure="The link could not be used.">
      <Followed token={token} said={outcome} />
    </Loaded>
  )
}

function Followed({ token, said }: { token: string; said: ReportedOutcome | null }) {
  const { data: followed, refetch, isFetching } = useSuspenseQuery(outcomeLinkQuery(token, said))
  if (followed.state === 'refused')
    return (
      <LinkOutcome title={followed.title} tone="bad" words={followed.words}>
        {followed.mayWorkLater ? (
          <Button wide loading={isFetching} onClick={() => void refetch()} label="Try again" />
        ) : (
          <>
            <p className="text-sm text-muted">You can also answer on your dashboard while your exam is recent.</p>
            <LinkButton to={paths.home()} wide label="Go to Dashboard" />
          </>
        )}
      </LinkOutcome>
    )
  return <Told token={token} first={followed.state === 'told' ? followed.outcome : null} />
}

const icons: Readonly<Record<ReportedOutcome, LucideIcon>> = {
  passed: Award,
  failed: HeartHandshake,
  not_taken: CalendarCheck,
}

/** The newest answer counts. */
function Told({ token, first }: { token: string; first: ReportedOutcome | null }) {
  const [outcome, setOutcome] = useState(first)
  const correct = useCorrectOutcome()
  const heading = useRef<HTMLHeadingElement>(null)
  const isCorrected = useRef(false)
  // The pressed button is gone, so its replacement takes the focus.
  useEffect(() => {
    if (isCorrected.current && outcome !== null) heading.current?.focus()
  }, [outcome])
  const say = (corrected: ReportedOutcome) =>
    correct.mutate(
      { body: { token, outcome: corrected } },
      {
        onSuccess: () => {
          isCorrected.current = true
          setOutcome(corrected)
        },
        onError: (error) => toast({ title: 'Your answer was not saved', description: friendlyMessage(error), variant: 'destructive' }),
      },
    )
  const sending = correct.isPending ? correct.variables.body.outcome : null
  const asked = {
    title: 'How did your exam go?',
    words: 'One answer is enough. We count it together with all others, and no one sees that it is yours.',
  }
  const told = outcome && { title: outcomeWords[outcome].thanks, words: outcomeWords[outcome].text }
  return (
    <LinkOutcome {...(told ?? asked)} headingRef={heading} tone="good" icon={icons[outcome ?? 'not_taken']}>
      {outcome !== null && (
        <>
          <p className="text-sm text-muted">Your answer is saved: {outcomeWords[outcome].said}.</p>
          <LinkButton
            to={outcome === 'not_taken' ? paths.settings() : paths.home()}
            wide
            label={outcome === 'not_taken' ? 'Go to Settings' : 'Go to Dashboard'}
          />
        </>
      )}
      <OutcomeButtons
        legend={outcome === null ? 'How did your exam go?' : 'Not right? Change it:'}
        isLegendHeard={outcome === null}
        isCentered
        except={outcome}
        sending={sending}
        onChoose={say}
      />
    </LinkOutcome>
  )
}
