import { useEffect, useState } from 'react'
import { SelectField, TextField } from '../ui/field.tsx'
import { useAsOf, utcToday } from './address.ts'
import { monthInWords } from './amounts.ts'

const PAUSE_MS = 300
const MAX_LENGTH = 100

interface SearchFieldProps {
  label: string
  value: string
  onSearch: (words: string) => void
}

export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [words, setWords] = useState(value)
  const [asked, setAsked] = useState(value)
  // Restarted with each render, because another filter may have changed the address meanwhile.
  useEffect(() => {
    if (words.trim() === value) return
    const timer = setTimeout(() => {
      setAsked(words.trim())
      onSearch(words.trim())
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  })
  // Changes from elsewhere, such as "Show all", replace the text, but not while the person types.
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

/** Latest first, as `YYYY-MM`. */
export function monthsUpTo(day: string, count: number): readonly string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: count }, (_, back) => new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7))
}

const MONTHS = 24

export function MonthSelect({ value, onChange }: { value: string; onChange: (month: string) => void }) {
  const { asOf = utcToday() } = useAsOf()
  const months = monthsUpTo(asOf, MONTHS)
  return (
    <SelectField
      label="Month"
      value={value}
      options={['', ...(value === '' || months.includes(value) ? [] : [value]), ...months]}
      word={(month) => (month === '' ? 'All months' : monthInWords(month))}
      onChange={onChange}
    />
  )
}
