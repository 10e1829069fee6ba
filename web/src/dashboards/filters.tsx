import { useEffect, useState } from 'react'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useAsOf, utcToday } from './address.ts'
import { monthInWords } from './amounts.ts'

/** The pause after the last key. */
const PAUSE_MS = 300
const MAX_LENGTH = 100

interface SearchFieldProps {
  label: string
  value: string
  onSearch: (words: string) => void
}

/** A field that searches after a pause in typing. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [words, setWords] = useState(value)
  const [asked, setAsked] = useState(value)
  // With each change of the screen anew: another filter that was chosen meanwhile may have taken its address.
  useEffect(() => {
    if (words.trim() === value) return
    const timer = setTimeout(() => {
      setAsked(words.trim())
      onSearch(words.trim())
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  })
  // What another way led to, such as "Show all", stands in the field too; what is typed on meanwhile stays.
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    if (value !== asked) {
      setAsked(value)
      setWords(value)
    }
  }
  return <TextField label={label} maxLength={MAX_LENGTH} value={words} onChange={setWords} />
}

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
