import { SelectField } from '../ui/field.tsx'

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const clockWords = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
const timeInWords = (time: string) => clockWords.format(new Date(`2000-01-01T${time}:00Z`))

interface TimeOfDayFieldProps {
  label: string
  hint?: string
  value: string
  except?: string
  disabled?: boolean
  onChange: (value: string) => void
}

/** The full hours, and the current value where it is none of them. */
export const TimeOfDayField = ({ except, ...field }: TimeOfDayFieldProps) => (
  <SelectField
    {...field}
    className="sm:max-w-80"
    options={[...new Set([...HOURS, field.value])].filter((time) => time !== except).sort()}
    word={timeInWords}
  />
)
