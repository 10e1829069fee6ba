import { useEffect, useEffectEvent } from 'react'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { CenteredSpinner } from '../ui/spinner.tsx'
import { useCompleteSession } from './commands.ts'

/** Ends a session. What it came to is read with what the session says from then on. */
export function CompleteSession({ id }: { id: string }) {
  const { mutate, isError } = useCompleteSession()
  const complete = () => mutate({ params: { id } })
  const completeOnce = useEffectEvent(complete)
  useEffect(() => completeOnce(), [])
  if (!isError) return <CenteredSpinner />
  return (
    <div className="mx-auto max-w-2xl">
      <Banner
        tone="bad"
        title="Your session could not be ended."
        action={
          <Button variant="secondary" size="sm" onClick={complete}>
            Try again
          </Button>
        }
      >
        Your answers are kept.
      </Banner>
    </div>
  )
}
