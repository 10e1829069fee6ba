import { classList } from '../ui/class-list.ts'
import { Field, fieldFrame } from '../ui/field.tsx'

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const clockWords = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
const timeInWords = (time: string) => clockWords.format(new Date(`2000-01-01T${time}:00Z`))

interface TimeOfDayFieldProps {
  label: string
  hint?: string
  /** '13:00' */
  value: string
  except?: string
  disabled?: boolean
  onChange: (value: string) => void
}

/** The full hours, and the current value where it is none of them. */
export const TimeOfDayField = ({ label, hint, value, except, disabled = false, onChange }: TimeOfDayFieldProps) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <select
        {...control}
        disabled={disabled}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={classList(fieldFrame, 'min-h-11 sm:max-w-80')}
      >
        {[...new Set([...HOURS, value])]
          .filter((time) => time !== except)
          .sort()
          .map((time) => (
            <option key={time} value={time}>
              {timeInWords(time)}
            </option>
          ))}
      </select>
    )}
  </Field>
)
