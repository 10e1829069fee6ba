import { tiers } from '@medicready/domain/billing/tiers'
import { SelectField } from '../../ui/select-field.tsx'
import { SearchField } from '../dashboard/search-field.tsx'
import { type StudentsView, statusOptions, tierOptions } from './students-view.ts'

interface StudentsFiltersProps {
  view: StudentsView
  onChange: (changed: Partial<StudentsView>) => void
}

const statusWords = { all: 'All', active: 'Active', inactive: 'Inactive' } as const

/** Whom the list shows. */
export const StudentsFilters = ({ view, onChange }: StudentsFiltersProps) => (
  <search className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_10rem]">
    <SearchField label="Name or email" value={view.search} onSearch={(search) => onChange({ search })} />
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
