import { type ReactNode, useEffect, useRef, useState } from 'react'
import { TextField } from '../../ui/field.tsx'
import { countOf } from '../../ui/words.ts'

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

export function matches(text: string, search: string): boolean {
  const words = plain(text).split(/[^\p{L}\p{N}]+/u)
  return plain(search)
    .split(/[^\p{L}\p{N}]+/u)
    .every((wanted) => words.some((word) => word.startsWith(wanted)))
}

export interface Entry {
  readonly id: string
  readonly words: string
  readonly shown: ReactNode
}

export function ReferenceSearch({ label, noun, entries }: { label: string; noun: string; entries: readonly Entry[] }) {
  const [search, setSearch] = useState('')
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Its dialog has focus from waiting for this code.
    if (document.activeElement === root.current?.closest('[role="dialog"]')) root.current?.querySelector('input')?.focus()
  }, [])
  const found = entries.filter(({ words }) => matches(words, search))
  return (
    <div ref={root} className="grid grid-cols-1 gap-4">
      <TextField label={label} value={search} onChange={setSearch} />
      <p role="status" className="text-sm text-muted">
        {found.length === 0 ? 'Nothing found. Try a shorter word.' : countOf(found.length, noun)}
      </p>
      {found.map(({ id, shown }) => (
        <div key={id}>{shown}</div>
      ))}
    </div>
  )
}
