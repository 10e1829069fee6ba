import { MIN_TUTOR_WEEKLY_HOURS, MOST_EXCEPTIONS } from '@medicready/domain/tutoring/rules'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CalendarPlus, CircleAlert } from 'lucide-react'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { useUser } from '../api/session.ts'
import { timeZoneGroups } from '../app/time-zones.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { Field, fieldFrame, Input } from '../ui/field.tsx'
import { focusFirstFault } from '../ui/focus-first-fault.ts'
import { toast } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'
import { type AvailabilityDraft, faultsOf, hoursOf, isSound, rangesOn, weekdays, withDay } from './availability-draft.ts'
import { tellFailure, useSaveAvailability } from './commands.ts'
import { HoursFields } from './hours-fields.tsx'
import { tutorProfileQuery } from './queries.ts'

/** When the tutor can be booked: the hours of a week, and the days on which it is otherwise. */
export function AvailabilityEditor() {
  const saved = useSuspenseQuery(tutorProfileQuery).data.availability
  const { timeZone } = useUser()
  const [draft, setDraft] = useState<AvailabilityDraft>(saved ?? { timeZone, weekly: [], exceptions: [] })
  const [isTold, setIsTold] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveAvailability()
  const faults = faultsOf(draft)
  const told = isTold ? faults : { days: {}, exceptions: {} }
  const hasChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  const change = (changed: Partial<AvailabilityDraft>) => setDraft((before) => ({ ...before, ...changed }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending || !hasChanged) return
    setIsTold(true)
    if (!isSound(faults)) {
      focusFirstFault(form.current)
      return
    }
    try {
      setDraft(await save.mutateAsync({ body: draft }))
      setIsTold(false)
      toast({ title: 'Hours saved', description: 'They hold from now on. What is booked stays booked.' })
    } catch (error) {
      tellFailure(error)
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} aria-label="When you can be booked" className="grid gap-6">
      <Card aria-labelledby="weekly-hours" className="grid gap-5">
        <div>
          <h2 id="weekly-hours" className="text-lg font-semibold">
            Your week
          </h2>
          <p className="mt-1 text-sm text-muted">
            {countOf(hoursOf(draft.weekly), 'hour')} a week; at least {MIN_TUTOR_WEEKLY_HOURS}. Students book an hour within them.
          </p>
        </div>
        <ZoneField value={draft.timeZone} onChange={(zone) => change({ timeZone: zone })} />
        {told.week && (
          <p tabIndex={-1} data-refusal className="flex items-start gap-1.5 text-sm text-bad">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {told.week}
          </p>
        )}
        <ul className="divide-y divide-hairline border-t border-hairline">
          {weekdays.map((day, index) => (
            <li key={day} className="grid gap-x-6 py-3 sm:grid-cols-[8rem_1fr]">
              <h3 className="flex min-h-11 items-center self-start font-medium">{day}</h3>
              <HoursFields
                of={day}
                ranges={rangesOn(draft.weekly, index + 1)}
                none="Not free"
                error={told.days[index + 1]}
                onChange={(ranges) => change({ weekly: withDay(draft.weekly, index + 1, ranges) })}
              />
            </li>
          ))}
        </ul>
      </Card>
      <Card aria-labelledby="exceptions" className="grid gap-5">
        <div>
          <h2 id="exceptions" className="text-lg font-semibold">
            Other hours on single days
          </h2>
          <p className="mt-1 text-sm text-muted">Days on which you are away, or free at other times than usual.</p>
        </div>
        {draft.exceptions.length > 0 && (
          <ul className="divide-y divide-hairline border-t border-hairline">
            {[...draft.exceptions.entries()].map(([place, exception]) => (
              <ExceptionRow
                key={place}
                exception={exception}
                place={place}
                error={told.exceptions[place]}
                onChange={(changed) => change({ exceptions: draft.exceptions.with(place, changed) })}
                onRemove={() => change({ exceptions: draft.exceptions.toSpliced(place, 1) })}
              />
            ))}
          </ul>
        )}
        <div>
          <Button
            variant="secondary"
            size="sm"
            disabledReason={draft.exceptions.length >= MOST_EXCEPTIONS ? `There can be at most ${MOST_EXCEPTIONS}` : undefined}
            onClick={() => change({ exceptions: [...draft.exceptions, { date: '', hours: [] }] })}
          >
            <CalendarPlus aria-hidden className="size-4" />
            Add a day
          </Button>
        </div>
      </Card>
      <div>
        <Button type="submit" loading={save.isPending} disabledReason={hasChanged ? undefined : 'There is nothing to save.'}>
          {save.isPending ? 'Saving...' : 'Save your hours'}
        </Button>
      </div>
    </form>
  )
}

function ZoneField({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const groups = useMemo(() => timeZoneGroups(value), [value])
  return (
    <div className="sm:max-w-110">
      <Field label="Time zone of these hours">
        {(control) => (
          <select
            {...control}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            className={classList(fieldFrame, 'min-h-11')}
          >
            {groups.map(({ region, zones }) => (
              <optgroup key={region} label={region || 'Everywhere'}>
                {zones.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}

type Exception = AvailabilityDraft['exceptions'][number]

interface ExceptionRowProps {
  exception: Exception
  place: number
  error: string | undefined
  onChange: (exception: Exception) => void
  onRemove: () => void
}

function ExceptionRow({ exception: { date, hours }, place, error, onChange, onRemove }: ExceptionRowProps) {
  const isOfHours = date !== '' && hours.length > 0
  return (
    <li className="grid gap-x-6 gap-y-3 py-4 sm:grid-cols-[12rem_1fr]">
      <div className="grid content-start gap-2">
        <Field label={`Day ${place + 1}`} error={isOfHours ? undefined : error}>
          {(control) => <Input {...control} type="date" value={date} onChange={({ target }) => onChange({ date: target.value, hours })} />}
        </Field>
        <div>
          <Button variant="link" size="sm" className="-ml-3" aria-label={`Remove this day, number ${place + 1}`} onClick={onRemove}>
            Remove this day
          </Button>
        </div>
      </div>
      <div className="sm:pt-6.5">
        <HoursFields
          of={`day ${place + 1}`}
          ranges={hours}
          none="Away all day"
          error={isOfHours ? error : undefined}
          onChange={(ranges) => onChange({ date, hours: ranges })}
        />
      </div>
    </li>
  )
}
