import { SelectField } from '../../ui/select-field.tsx'
import { monthInWords } from './amounts.ts'
import { useAsOf, utcToday } from './as-of.ts'

/** The months up to that of a day, the latest first, each as `YYYY-MM`. */
export function monthsUpTo(day: string, count: number): readonly string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: count }, (_, back) => new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7))
}

interface MonthSelectProps {
  label?: string
  /** `YYYY-MM`; empty for all. */
  value: string
  onChange: (month: string) => void
}

const MONTHS = 24

/** A month, or all of them: the last two years up to the day that the dashboard shows. */
export function MonthSelect({ label = 'Month', value, onChange }: MonthSelectProps) {
  const { asOf = utcToday() } = useAsOf()
  const months = monthsUpTo(asOf, MONTHS)
  return (
    <SelectField
      label={label}
      value={value}
      options={['', ...(value === '' || months.includes(value) ? [] : [value]), ...months]}
      word={(month) => (month === '' ? 'All months' : monthInWords(month))}
      onChange={onChange}
    />
  )
}
