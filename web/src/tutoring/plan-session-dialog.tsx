import { SessionPlan } from '@medicready/domain/contract/tutoring/forms'
import type { OwnTutoringRequest, TutoringSession, TutorsRequest } from '@medicready/domain/contract/tutoring/tutoring'
import { addDays, calendarDay, hoursAfter } from '@medicready/domain/core/shown/calendar'
import {
  keysOf,
  MAX_PLACE_LENGTH,
  MOST_DAYS_AHEAD,
  SCHEDULE_NOTICE_HOURS,
  type SessionFormat,
  sessionFormats,
} from '@medicready/domain/tutoring/shown/rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from '../api/form.ts'
import { LoadFailure } from '../api/loaded.tsx'
import { alsoIn, clocksOf, clockTime, dayInFull, spanIn } from '../shared/session-times.ts'
import { Button } from '../ui/button.tsx'
import { ActionDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { Choice, Choices } from './choices.tsx'
import { DAYS_SHOWN, freeTimesQuery, type Side, useMoveSession, usePlanSession } from './commands.ts'

/** Days in the given time zone. */
export const startsByDay = (starts: readonly string[], timeZone: string): { day: string; starts: string[] }[] =>
  [...Map.groupBy(starts.toSorted(), (startsAt) => calendarDay(startsAt, timeZone))].map(([day, onDay]) => ({ day, starts: onDay }))

interface PlanSessionDialogProps {
  side: Side
  request: Pick<OwnTutoringRequest | TutorsRequest, 'id' | 'preferredFormat'>
  session: TutoringSession | null
  onClose: () => void
}

export default function PlanSessionDialog({ side, request, session, onClose }: PlanSessionDialogProps) {
  const plan = usePlanSession(side)
  const move = useMoveSession(side)
  const { form, fields, field, isSending } = useForm({
    schema: SessionPlan,
    initial: {
      startsAt: session?.startsAt ?? '',
      format: (session?.format ?? (request.preferredFormat === 'either' ? '' : request.preferredFormat)) as SessionFormat | '',
      place: session?.place ?? '',
    },
    bodyOf: (typed) => ({ ...typed, place: typed.place.trim() || null }),
    send: async (body) => {
      if (session) await move.mutateAsync({ params: { id: request.id, sessionId: session.id }, body })
      else await plan.mutateAsync({ params: { id: request.id }, body })
      toast({
        title: session ? 'Session changed' : 'Session scheduled',
        description: 'Both of you get an email with a calendar entry.',
      })
      onClose()
    },
  })
  const start = field('startsAt')
  const mayMove = session === null || new Date().toISOString() <= hoursAfter(session.startsAt, -SCHEDULE_NOTICE_HOURS)
  return (
    <ActionDialog
      size="lg"
      title={session ? 'Change the session' : 'Choose a time'}
      description="A session is one hour."
      keep={session ? 'Keep it unchanged' : 'Not now'}
      confirm={session ? 'Save the change' : 'Schedule the session'}
      busy="Saving..."
      isPending={isSending}
      form={form}
      onClose={onClose}
    >
      {mayMove ? (
        <Times
          side={side}
          requestId={request.id}
          session={session}
          chosen={fields.startsAt}
          error={start.error}
          onChoose={start.onChange}
        />
      ) : (
        <p>
          The session begins in less than {SCHEDULE_NOTICE_HOURS} hours, so you cannot change the time. You can still change the place or
          cancel.
        </p>
      )}
      <Choice
        {...field('format')}
        legend="Online or in person?"
        isShort
        options={keysOf(sessionFormats)}
        word={(format) => sessionFormats[format]}
      />
      <TextField
        {...field('place')}
        label="Where? (optional)"
        hint={
          side === 'student'
            ? 'A link or an address. If you leave this empty, your tutor tells you.'
            : 'A link or an address. Your student gets it by email.'
        }
        maxLength={MAX_PLACE_LENGTH}
      />
    </ActionDialog>
  )
}

interface TimesProps {
  side: Side
  requestId: string
  session: TutoringSession | null
  chosen: string
  error: string | undefined
  onChoose: (startsAt: string) => void
}

/** Two weeks at a time, in the time zone of the person who chooses. */
function Times({ side, requestId, session, chosen, error, onChoose }: TimesProps) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const [from, setFrom] = useState(today)
  const { data, isError, refetch } = useQuery(freeTimesQuery(requestId, from))
  if (isError)
    return (
      <div role="alert">
        <LoadFailure words="The free times could not be loaded." onRetry={() => void refetch()} />
      </div>
    )
  if (!data) return <Skeleton className="h-64" />
  const { studentTimeZone, tutorTimeZone, starts } = data
  const [own, other] = side === 'student' ? [studentTimeZone, tutorTimeZone] : [tutorTimeZone, studentTimeZone]
  const days = startsByDay(starts, own)
  const last = addDays(today, MOST_DAYS_AHEAD)
  const span = chosen === '' ? null : { startsAt: chosen, endsAt: new Date(Date.parse(chosen) + 3_600_000).toISOString() }
  const elsewhere = span && alsoIn(span, own, other)
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">Times are in {clocksOf(own)}.</p>
      {session && (
        <Choices
          legend="Current time"
          name="startsAt"
          type="radio"
          options={[session.startsAt]}
          word={() => spanIn(session, own)}
          chosen={[chosen]}
          onChange={() => onChoose(session.startsAt)}
        />
      )}
      {days.length === 0 && <p>There are no free times in these two weeks.</p>}
      {days.map(({ day, starts: onDay }, place) => (
        <Choices
          key={day}
          legend={dayInFull(onDay[0] ?? '', own)}
          name="startsAt"
          type="radio"
          isShort
          options={onDay}
          word={(startsAt) => clockTime(startsAt, own)}
          chosen={[chosen]}
          onChange={([startsAt = '']) => onChoose(startsAt)}
          error={place === 0 ? error : undefined}
        />
      ))}
      {days.length === 0 && error && (
        <p role="alert" tabIndex={-1} data-refusal className="text-sm text-bad">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button
          variant="secondary"
          size="sm"
          disabledReason={from === today ? 'These are the next two weeks' : undefined}
          onClick={() => setFrom(addDays(from, -DAYS_SHOWN))}
          label="Earlier"
        />
        <Button
          variant="secondary"
          size="sm"
          disabledReason={addDays(from, DAYS_SHOWN) > last ? `You can schedule sessions up to ${MOST_DAYS_AHEAD} days ahead` : undefined}
          onClick={() => setFrom(addDays(from, DAYS_SHOWN))}
          label="Later"
        />
      </div>
      <p aria-live="polite" className="text-sm font-medium">
        {span && `${spanIn(span, own)}${elsewhere ? `; ${side === 'student' ? 'for your tutor' : 'for your student'} ${elsewhere}` : ''}`}
      </p>
    </div>
  )
}
