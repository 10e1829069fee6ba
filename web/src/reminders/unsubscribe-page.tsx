import type { StoppableMail } from '@medicready/domain/reminders/shown/rules'
import { MailQuestion, MailX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, friendlyMessage } from '../api/errors.ts'
import { LinkOutcome, useLinkToken } from '../page/link-outcome.tsx'
import { paths } from '../paths.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { useUnsubscribe } from './commands.ts'

const ended: Readonly<Record<StoppableMail, string>> = {
  dailyEmail: 'You will no longer get the daily email.',
  streak: 'You will no longer get emails about your streak.',
  reviews: 'You will no longer get emails about due reviews.',
  sessions: 'You will no longer get reminder emails about tutoring sessions.',
}

type Outcome = { readonly kind: 'ended'; readonly mail: StoppableMail } | { readonly kind: 'refused'; readonly words: string }

/** Opening the link changes nothing, because mail scanners open links. It asks once. */
export default function UnsubscribePage() {
  const token = useLinkToken()
  const unsubscribe = useUnsubscribe()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button is gone, so its replacement takes the focus.
  useEffect(() => {
    if (outcome) heading.current?.focus()
  }, [outcome])

  if (token === '')
    return (
      <LinkOutcome title="This link is incomplete" tone="bad" words="Please open the link in the email again.">
        <ToReminders />
      </LinkOutcome>
    )
  if (outcome?.kind === 'ended')
    return (
      <LinkOutcome title="Done" tone="good" words={ended[outcome.mail]} headingRef={heading}>
        <p className="text-sm text-muted">If this was a mistake, you can turn it on again under Reminders.</p>
        <ToReminders />
      </LinkOutcome>
    )
  if (outcome)
    return (
      <LinkOutcome title="This link does not work" tone="bad" words={outcome.words} headingRef={heading} icon={MailQuestion}>
        <ToReminders />
      </LinkOutcome>
    )
  const stop = () => {
    setFailure(null)
    unsubscribe.mutate(
      { query: { token }, body: new Blob() },
      {
        onSuccess: ({ mail }) => setOutcome({ kind: 'ended', mail }),
        onError: (error) => {
          if (error instanceof ApiError && error.status === 400) setOutcome({ kind: 'refused', words: friendlyMessage(error) })
          else setFailure(friendlyMessage(error))
        },
      },
    )
  }
  return (
    <LinkOutcome
      title="Stop these emails?"
      tone="good"
      icon={MailX}
      words="You will no longer get this kind of email. Nothing else in your account changes."
    >
      {failure !== null && (
        <p role="alert" className="text-sm text-bad">
          {failure}
        </p>
      )}
      <Button wide loading={unsubscribe.isPending} onClick={stop} label="Stop these emails" />
      <ToReminders variant="secondary" />
    </LinkOutcome>
  )
}

const ToReminders = ({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) => (
  <LinkButton to={paths.reminders()} variant={variant} wide label="Go to Reminders" />
)
