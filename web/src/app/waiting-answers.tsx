import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useUser } from '../api/session.ts'
import { dismiss, sendNow, startOutbox } from '../offline/outbox-of-browser.ts'
import { waitingAnswers } from '../offline/waiting.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'

const STEM_LETTERS = 90

export default function WaitingAnswers() {
  const user = useUser()
  const queries = useQueryClient()
  useEffect(() => startOutbox(user.id, queries), [user.id, queries])
  useEffect(() => {
    const keeping = import('../study/keep-studies.ts').then(({ keepStudies }) => keepStudies(user, queries))
    return () => void keeping.then((stop) => stop()).catch(() => undefined)
  }, [queries, user])
  const answers = waitingAnswers.useValue()
  const waiting = answers.filter(({ refusal }) => refusal === null)
  const refused = answers.filter(({ refusal }) => refusal !== null)
  return (
    <section aria-label="Unsent answers" aria-live="polite" className="mx-auto grid w-full max-w-6xl gap-3 px-4 pt-4 empty:hidden sm:px-6">
      {waiting.length > 0 && (
        <Banner
          tone="warn"
          title={waiting.length === 1 ? '1 answer waits to be sent.' : `${countOf(waiting.length, 'answer')} wait to be sent.`}
          action={<SendNow />}
        >
          They are sent automatically when you are back online and count for the day you gave them.
        </Banner>
      )}
      {refused.map(({ place, stem, refusal }) => (
        <Banner
          key={place}
          tone="bad"
          title="An answer does not count."
          action={
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Dismiss: ${firstWords(stem)}`}
              onClick={() => {
                if (place !== undefined) void dismiss(place)
                document.getElementById('main')?.focus()
              }}
              label="Dismiss"
            />
          }
        >
          {refusal} “{firstWords(stem)}”
        </Banner>
      ))}
    </section>
  )
}

const firstWords = (stem: string): string => (stem.length <= STEM_LETTERS ? stem : `${stem.slice(0, STEM_LETTERS).trimEnd()}…`)

function SendNow() {
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    const sending = await sendNow().catch(() => 'later' as const)
    setSending(false)
    if (sending === 'later') toast({ title: 'No connection yet', description: 'Your answers are stored here until they can be sent.' })
    if (sending === 'signedOut') toast({ title: 'Please sign in again', description: 'Your answers are stored here until you do.' })
  }
  return <Button variant="secondary" size="sm" loading={isSending} onClick={() => void send()} label="Send now" />
}
