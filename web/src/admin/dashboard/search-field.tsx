import { useEffect, useState } from 'react'
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
