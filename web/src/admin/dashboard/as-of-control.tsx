import { CalendarClock } from 'lucide-react'
import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { classList } from '../../ui/class-list.ts'
import { fieldFrame } from '../../ui/field.tsx'
import { calendarDayInWords } from '../../ui/words.ts'
import { asOfIn, FIRST_DAY, utcToday } from './as-of.ts'

/** The day as whose end the dashboard is shown. It stands in the address, so that a link shows the same. */
export function AsOfControl() {
  const id = useId()
  const [search, setSearch] = useSearchParams()
  const { asOf } = asOfIn(search)
  const show = (day: string | null) => {
    const changed = new URLSearchParams(search)
    if (day === null || day === utcToday()) changed.delete('asOf')
    else changed.set('asOf', day)
    setSearch(changed, { replace: true, preventScrollReset: true })
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="flex items-center gap-1.5 text-sm text-muted">
        <CalendarClock aria-hidden className="size-4" />
        As of
      </label>
      <input
        // What is being typed stays until it is a day.
        key={asOf ?? 'today'}
        id={id}
        type="date"
        aria-describedby={`${id}-hint`}
        min={FIRST_DAY}
        max={utcToday()}
        defaultValue={asOf ?? utcToday()}
        className={classList(fieldFrame, 'min-h-9 w-auto! text-sm! tabular-nums')}
        onChange={({ target }) => {
          if (target.value !== '' && target.validity.valid) show(target.value)
        }}
      />
      <span id={`${id}-hint`} className="text-xs text-muted">
        UTC days
      </span>
      {asOf !== undefined && (
        <Button variant="link" size="sm" className="-mx-2" onClick={() => show(null)}>
          Back to today
        </Button>
      )}
    </div>
  )
}

/** Says that what is shown is past, for those who overlook the date. */
export function AsOfNotice() {
  const [search] = useSearchParams()
  const { asOf } = asOfIn(search)
  return (
    <p role="status" className={classList('text-sm', asOf !== undefined && 'rounded-control bg-warn-soft px-3 py-2 text-warn')}>
      {asOf !== undefined && `Shown as it stood at the end of ${calendarDayInWords(asOf)} (UTC).`}
    </p>
  )
}
