import type { OwnAvailability } from '@medicready/domain/contract/tutoring/tutoring'
import {
  type HoursRange,
  isHoursOfDay,
  MIN_TUTOR_WEEKLY_HOURS,
  MOST_EXCEPTIONS,
  minutesIn,
  type WeeklyRange,
  tutoringWords as words,
} from '@medicready/domain/tutoring/shown/rules'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CalendarPlus, Plus, X } from 'lucide-react'
import { type FormEvent, useId, useMemo, useRef, useState } from 'react'
import { useUser } from '../api/session.ts'
import { toastFailure } from '../api/write.ts'
import { timeZoneGroups } from '../shared/time-zones.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { Fault, Field, fieldFrame, focusFirstFault, Input } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'
import { tutorProfileQuery, useSaveAvailability } from './commands.ts'

export type AvailabilityDraft = OwnAvailability

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Every half hour, and `said` if it is between them. */
export const timesOfDay = (said: string): string[] => {
  const halves = Array.from({ length: 49 }, (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`)
  return halves.includes(said) ? halves : [...halves, said].sort()
}

/** "9:30 AM". A day begins and ends at midnight. */
export const timeOfDayInWords = (time: string): string => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  if (hours === 0 || hours === 24) return minutes === 0 ? (hours === 24 ? 'midnight' : '12:00 AM') : `12:${minutes} AM`
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

export const rangesOn = (weekly: readonly WeeklyRange[], weekday: number): HoursRange[] =>
  weekly.filter((range) => range.weekday === weekday).map(({ from, to }) => ({ from, to }))

export const withDay = (weekly: readonly WeeklyRange[], weekday: number, ranges: readonly HoursRange[]): WeeklyRange[] =>
  [...weekly.filter((range) => range.weekday !== weekday), ...ranges.map((range) => ({ ...range, weekday }))].sort(
    (one, other) => one.weekday - other.weekday,
  )

const FIRST_RANGE: HoursRange = { from: '09:00', to: '12:00' }

/** Three hours after the last range, within the day. */
export function nextRange(ranges: readonly HoursRange[]): HoursRange {
  const last = ranges.at(-1)
  if (!last || last.to >= '23:00') return FIRST_RANGE
  const hour = Number(last.to.slice(0, 2)) + 1
  const minutes = last.to.slice(3)
  const from = `${String(hour).padStart(2, '0')}:${minutes}`
  return { from, to: hour + 3 < 24 ? `${String(hour + 3).padStart(2, '0')}:${minutes}` : '24:00' }
}

export const hoursOf = (weekly: readonly WeeklyRange[]): number => minutesIn(weekly) / 60

interface AvailabilityFaults {
  readonly week?: string
  /** By weekday, 1 is Monday. */
  readonly days: Readonly<Record<number, string>>
  readonly exceptions: Readonly<Record<number, string>>
}

export const isSound = ({ week, days, exceptions }: AvailabilityFaults): boolean =>
  week === undefined && Object.keys(days).length + Object.keys(exceptions).length === 0

const HOURS_TOO_FEW = `${words.hoursTooFew}. Please add more hours.`

type Marked = readonly [place: number, words: string]

export function faultsOf({ weekly, exceptions }: AvailabilityDraft): AvailabilityFaults {
  const days = weekdays.flatMap((_, index): Marked[] =>
    isHoursOfDay(rangesOn(weekly, index + 1)) ? [] : [[index + 1, words.rangesUnusual]],
  )
  const dates = exceptions.map(({ date }) => date)
  const found = exceptions.flatMap(({ date, hours }, place): Marked[] => {
    if (date === '') return [[place, words.examDateUnusual]]
    if (dates.indexOf(date) < place) return [[place, words.exceptionsRepeated]]
    return isHoursOfDay(hours) ? [] : [[place, words.rangesUnusual]]
  })
  const isTooShort = days.length === 0 && hoursOf(weekly) < MIN_TUTOR_WEEKLY_HOURS
  return { ...(isTooShort && { week: HOURS_TOO_FEW }), days: Object.fromEntries(days), exceptions: Object.fromEntries(found) }
}

/** Not a `useForm`: it is a calendar, whose faults belong to days, and to the week as a whole. */
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
      toast({ title: 'Hours saved', description: 'They apply from now on. Booked sessions stay booked.' })
    } catch (error) {
      toastFailure(error)
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} aria-label="Your available hours" className="grid gap-6">
      <Card
        heading="Your week"
        lead={`${countOf(hoursOf(draft.weekly), 'hour')} a week, at least ${MIN_TUTOR_WEEKLY_HOURS}. Students book an hour within them.`}
        className="grid gap-5"
      >
        <ZoneField value={draft.timeZone} onChange={(zone) => change({ timeZone: zone })} />
        {told.week && (
          <Fault tabIndex={-1} data-refusal>
            {told.week}
          </Fault>
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
      <Card heading="Other hours on single days" lead="Days when you are away or have different hours." className="grid gap-5">
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
            icon={CalendarPlus}
            variant="secondary"
            size="sm"
            disabledReason={draft.exceptions.length >= MOST_EXCEPTIONS ? `There can be at most ${MOST_EXCEPTIONS}` : undefined}
            onClick={() => change({ exceptions: [...draft.exceptions, { date: '', hours: [] }] })}
            label="Add a day"
          />
        </div>
      </Card>
      <div>
        <Button
          type="submit"
          loading={save.isPending}
          disabledReason={hasChanged ? undefined : 'No changes to save.'}
          busy="Saving..."
          label="Save your hours"
        />
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
          <Button
            variant="link"
            size="sm"
            className="-ml-3"
            aria-label={`Remove this day, number ${place + 1}`}
            onClick={onRemove}
            label="Remove this day"
          />
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

interface HoursFieldsProps {
  of: string
  ranges: readonly HoursRange[]
  none: string
  error: string | undefined
  onChange: (ranges: HoursRange[]) => void
}

function HoursFields({ of, ranges, none, error, onChange }: HoursFieldsProps) {
  const id = useId()
  const change = (place: number, changed: Partial<HoursRange>) =>
    onChange(ranges.map((range, at) => (at === place ? { ...range, ...changed } : range)))
  return (
    <div className="grid min-w-0 gap-2">
      {ranges.length === 0 && <p className="flex min-h-11 items-center text-sm text-muted">{none}</p>}
      {[...ranges.entries()].map(([place, range]) => (
        <div key={place} className="flex items-center gap-2">
          <TimeSelect label={`${of}, from`} value={range.from} error={error && id} onChange={(from) => change(place, { from })} />
          <span className="text-sm text-muted">to</span>
          <TimeSelect label={`${of}, to`} value={range.to} error={error && id} onChange={(to) => change(place, { to })} />
          <IconButton
            icon={X}
            small
            label={`Remove ${timeOfDayInWords(range.from)} to ${timeOfDayInWords(range.to)} of ${of}`}
            tooltip="Remove"
            onClick={() => onChange(ranges.filter((_, at) => at !== place))}
          />
        </div>
      ))}
      {error && <Fault id={id}>{error}</Fault>}
      <div>
        <Button
          icon={Plus}
          variant="ghost"
          size="sm"
          aria-label={`Add hours on ${of}`}
          onClick={() => onChange([...ranges, nextRange(ranges)])}
          label="Add hours"
        />
      </div>
    </div>
  )
}

interface TimeSelectProps {
  label: string
  value: string
  error: string | undefined
  onChange: (time: string) => void
}

const TimeSelect = ({ label, value, error, onChange }: TimeSelectProps) => (
  <select
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    className={classList(fieldFrame, 'min-h-11 max-w-36 min-w-0')}
    {...(error && { 'aria-invalid': true, 'aria-describedby': error })}
  >
    {timesOfDay(value).map((time) => (
      <option key={time} value={time}>
        {timeOfDayInWords(time)}
      </option>
    ))}
  </select>
)
