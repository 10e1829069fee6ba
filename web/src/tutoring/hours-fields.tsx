import type { HoursRange } from '@medicready/domain/tutoring/hours-of-week'
import { CircleAlert, Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../ui/button.tsx'
import { classList } from '../ui/class-list.ts'
import { fieldFrame } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { nextRange, timeOfDayInWords, timesOfDay } from './availability-draft.ts'

interface HoursFieldsProps {
  /** Whose hours they are: a weekday, or a day. */
  of: string
  ranges: readonly HoursRange[]
  /** What it means where there are none. */
  none: string
  error: string | undefined
  onChange: (ranges: HoursRange[]) => void
}

/** The hours of one day: from and to, as often as there are parts of it. */
export function HoursFields({ of, ranges, none, error, onChange }: HoursFieldsProps) {
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
            label={`Remove ${timeOfDayInWords(range.from)} to ${timeOfDayInWords(range.to)} of ${of}`}
            tooltip="Remove"
            onClick={() => onChange(ranges.filter((_, at) => at !== place))}
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      ))}
      {error && (
        <p id={id} className="flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
      <div>
        <Button variant="ghost" size="sm" aria-label={`Add hours on ${of}`} onClick={() => onChange([...ranges, nextRange(ranges)])}>
          <Plus aria-hidden className="size-4" />
          Add hours
        </Button>
      </div>
    </div>
  )
}

interface TimeSelectProps {
  label: string
  value: string
  /** What describes its fault. */
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
