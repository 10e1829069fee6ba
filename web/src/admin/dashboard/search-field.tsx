import { useEffect, useEffectEvent, useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'

/** So long after the last key it is searched. */
const PAUSE_MS = 300
const MAX_LENGTH = 100

interface SearchFieldProps {
  label: string
  /** What is searched for now. */
  value: string
  onSearch: (words: string) => void
}

/** A field whose words are searched for after a pause. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [words, setWords] = useState(value)
  const search = useEffectEvent((typed: string) => {
    if (typed.trim() !== value) onSearch(typed.trim())
  })
  useEffect(() => {
    const timer = setTimeout(() => search(words), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  // What another way led to, such as "Show all", stands in the field too.
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    if (words.trim() !== value) setWords(value)
  }
  return <TextField label={label} maxLength={MAX_LENGTH} value={words} onChange={setWords} />
}
