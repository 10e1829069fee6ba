import type { AuditEntry } from '@medicready/domain/contract/admin-system'
import { type QueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { mayRead } from '../../app/right-required.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { countOf } from '../../ui/words.ts'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { utcInstantOf } from '../dashboard/amounts.ts'
import { asOfIn, useAsOf } from '../dashboard/as-of.ts'
import { factName } from '../dashboard/fact-name.ts'
import { TabPage } from '../dashboard/tab-page.tsx'
import { WhoLink } from '../dashboard/who-link.tsx'
import { type AuditFilter, filteredEntries, optionsOf } from './audit-filter.ts'
import { auditQuery } from './queries.ts'

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  if (await mayRead(queries, 'runBusiness')) void queries.prefetchInfiniteQuery(auditQuery(asOfIn(new URL(request.url).searchParams)))
}

/** What administrators did, to whom, and why. */
export default function AuditPage() {
  return (
    <TabPage title="Audit">
      <p className="-mt-4 text-sm text-muted">Every action of an administrator is a fact that stays, with its reason.</p>
      <Loaded skeleton={<SkeletonRows rows={8} className="mb-2 h-11" />} failure="The audit could not be loaded.">
        <Entries />
      </Loaded>
    </TabPage>
  )
}

const columns: readonly AdminColumn<AuditEntry>[] = [
  {
    head: 'When (UTC)',
    cell: ({ at }) => <span className="font-normal whitespace-nowrap tabular-nums">{utcInstantOf(at)}</span>,
    csv: ({ at }) => at,
  },
  {
    head: 'By',
    className: 'whitespace-nowrap',
    cell: ({ actor }) => actor || <span className="text-muted">Erased</span>,
    csv: ({ actor }) => actor,
  },
  { head: 'What', className: 'min-w-48', cell: ({ what }) => what, csv: ({ what }) => what },
  { head: 'About', cell: ({ userId, name }) => <WhoLink userId={userId} name={name} />, csv: ({ name }) => name },
  {
    head: 'Reason',
    className: 'min-w-48',
    cell: ({ reason }) => reason ?? <span className="text-muted">Erased</span>,
    csv: ({ reason }) => reason,
  },
  {
    head: 'Fact',
    className: 'whitespace-nowrap text-muted',
    cell: ({ type, stream }) => <span title={stream}>{factName(type)}</span>,
    csv: ({ type }) => type,
  },
]

function Entries() {
  const list = useSuspenseInfiniteQuery(auditQuery(useAsOf()))
  const [filter, setFilter] = useState<AuditFilter>({ type: '', actor: '', words: '' })
  const change = (changed: Partial<AuditFilter>) => setFilter({ ...filter, ...changed })
  const fitting = (entries: readonly AuditEntry[]) => filteredEntries(entries, filter)
  const rows = fitting(list.data)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <search className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_14rem_12rem]">
        <TextField label="What, why or about whom" maxLength={100} value={filter.words} onChange={(words) => change({ words })} />
        <SelectField
          label="Action"
          value={filter.type}
          options={optionsOf(list.data, 'type')}
          word={(type) => (type === '' ? 'All' : factName(type))}
          onChange={(type) => change({ type })}
        />
        <SelectField
          label="By"
          value={filter.actor}
          options={optionsOf(list.data, 'actor')}
          word={(actor) => (actor === '' ? 'Everybody' : actor)}
          onChange={(actor) => change({ actor })}
        />
      </search>
      <AdminTable
        caption="Audit"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        list={list}
        filter={fitting}
        file="audit"
        note={`${rows.length} of ${list.hasNextPage ? 'the latest ' : ''}${countOf(list.data.length, 'action')}`}
        empty={<EmptyState title="No action is like that" icon={ScrollText} />}
      />
    </div>
  )
}
