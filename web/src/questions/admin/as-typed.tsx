import { useState } from 'react'
import { TextField } from '../../ui/field.tsx'

interface AsTypedProps {
  label: string
  hint?: string
  error?: string | undefined
  rows?: number
  text: string
  onChange: (text: string) => void
}

/** Keeps the text as typed: a trailing comma is not a value yet. */
export function AsTyped({ text, onChange, ...field }: AsTypedProps) {
  const [typed, setTyped] = useState(text)
  return (
    <TextField
      {...field}
      value={typed}
      onChange={(changed) => {
        setTyped(changed)
        onChange(changed)
      }}
    />
  )
}
