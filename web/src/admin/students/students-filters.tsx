import { tiers } from '@medicready/domain/billing/tiers'
import { useEffect, useEffectEvent, useState } from 'react'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type StudentsView, statusOptions, tierOptions } from './students-view.ts'

interface StudentsFiltersProps {
  view: StudentsView
  onChange: (changed: Partial<StudentsView>) => void
}

/** So long after the last key it is searched. */
const PAUSE_MS = 300

const statusWords = { all: 'All', active: 'Active', inactive: 'Inactive' } as const

/** Whom the list shows. It follows what is typed after a pause. */
export function StudentsFilters({ view, onChange }: StudentsFiltersProps) {
  const [words, setWords] = useState(view.search)
  const search = useEffectEvent((typed: string) => {
    if (typed.trim() !== view.search) onChange({ search: typed.trim() })
  })
  useEffect(() => {
    const timer = setTimeout(() => search(words), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  // What another way led to, such as "Show all", stands in the field too.
  const [shown, setShown] = useState(view.search)
  if (shown !== view.search) {
    setShown(view.search)
    if (words.trim() !== view.search) setWords(view.search)
  }
  return (
    <search className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_10rem]">
      <TextField label="Name or email" maxLength={100} value={words} onChange={setWords} />
      <SelectField
        label="Status"
        value={view.status}
        options={statusOptions}
        word={(status) => statusWords[status]}
        onChange={(status) => onChange({ status })}
      />
      <SelectField
        label="Plan"
        value={view.tier}
        options={tierOptions}
        word={(tier) => (tier === 'all' ? 'All' : tiers[tier].label)}
        onChange={(tier) => onChange({ tier })}
      />
    </search>
  )
}
