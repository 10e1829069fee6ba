import type { AskableExport, SavedQuery } from '@medicready/domain/contract/lab/queries'
import { MAX_QUERY_NAME_LENGTH } from '@medicready/domain/lab/shown/limits'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Play, Square, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { friendlyMessage } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { attempt, useRefetching, useWrite } from '../api/write.ts'
import { utcInstantOf } from '../dashboards/amounts.ts'
import { Panel } from '../dashboards/panel.tsx'
import { adminQuery, adminQueryOrNull } from '../dashboards/reads.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/card.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { Answer } from './query-answer.tsx'
import { SqlEditor } from './sql-editor.tsx'

const exportQuery = adminQueryOrNull('GET /api/analyst/export', {})
const savedQuery = adminQuery('GET /api/analyst/saved-queries', {})
const loadSchema = async () => (await import('@medicready/domain/contract/lab/forms')).NamedQuery

interface AskTabProps {
  sql: string
  onChange: (sql: string) => void
}

export default function AskTab(props: AskTabProps) {
  const { data: latest } = useSuspenseQuery(exportQuery)
  if (latest) return <Asking {...props} latest={latest} />
  return (
    <EmptyState title="There is no export yet">
      An operator makes one with <code className="wrap-anywhere">npm run export -- --reason "…"</code>.
    </EmptyState>
  )
}

function Asking({ sql, onChange, latest }: AskTabProps & { latest: AskableExport }) {
  const query = useWrite('POST /api/analyst/queries')
  const stopping = useWrite('POST /api/analyst/queries/stop')
  const saving = useWrite('POST /api/analyst/saved-queries', useRefetching(savedQuery.queryKey))
  const isEmpty = sql.trim() === ''
  const { form, field, isSending, set } = useForm({
    schema: loadSchema,
    initial: { name: '' },
    bodyOf: (fields) => ({ ...fields, sql }),
    send: async (body) => {
      await saving.mutateAsync({ body })
      toast({ title: 'Query Saved', description: body.name })
    },
  })
  const open = (name: string, text: string) => {
    onChange(text)
    set({ name })
    query.reset()
  }
  const run = () => !isEmpty && query.mutate({ body: { sql } })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="text-sm text-muted">Queries read the export of {utcInstantOf(latest.exportedAt)} UTC. Each one is recorded.</p>
        <SqlEditor
          value={sql}
          views={latest.views}
          fault={query.error ? friendlyMessage(query.error) : undefined}
          onChange={onChange}
          onRun={run}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            icon={query.isPending ? undefined : Play}
            loading={query.isPending}
            busy="RUNNING..."
            label="RUN"
            disabledReason={isEmpty ? 'Please enter a query.' : undefined}
            onClick={run}
          />
          {query.isPending && (
            <Button variant="secondary" icon={Square} label="STOP" onClick={() => void attempt(() => stopping.mutateAsync(undefined))} />
          )}
        </div>
      </div>
      {query.data && <Answer answer={query.data} />}
      <form {...form} className="flex flex-wrap items-start gap-3">
        <div className="min-w-48 flex-1">
          <TextField {...field('name')} label="Save this query as" maxLength={MAX_QUERY_NAME_LENGTH} />
        </div>
        <Button
          type="submit"
          variant="secondary"
          className="sm:mt-6.5"
          loading={isSending}
          busy="SAVING..."
          label="SAVE QUERY"
          disabledReason={isEmpty ? 'Please enter a query.' : undefined}
        />
      </form>
      <SavedQueries onOpen={({ isOwn, name, sql }) => open(isOwn ? name : '', sql)} />
      <Panel title="Examples" explanation="Choose one to see its SQL.">
        <QueryList queries={latest.examples} onOpen={({ sql }) => open('', sql)} />
      </Panel>
    </div>
  )
}

function SavedQueries({ onOpen }: { onOpen: (query: SavedQuery) => void }) {
  const { data: saved } = useSuspenseQuery(savedQuery)
  const deletion = useWrite('DELETE /api/analyst/saved-queries/{id}', useRefetching(savedQuery.queryKey))
  const remove = ({ id, name }: SavedQuery) =>
    attempt(async () => {
      await deletion.mutateAsync({ params: { id } })
      toast({ title: 'Query Deleted', description: name })
    })
  return (
    <Panel title="Saved queries" explanation="All analysts see them.">
      {saved.length === 0 ? (
        <p className="text-sm text-muted">No queries are saved yet.</p>
      ) : (
        <QueryList
          queries={saved}
          onOpen={onOpen}
          besides={(query) => (
            <>
              <span className="text-sm text-muted">{query.isOwn ? 'You' : query.owner}</span>
              {query.isOwn && <IconButton icon={Trash2} small label={`Delete ${query.name}`} onClick={() => void remove(query)} />}
            </>
          )}
        />
      )}
    </Panel>
  )
}

interface QueryListProps<Query> {
  queries: readonly Query[]
  onOpen: (query: Query) => void
  besides?: (query: Query) => ReactNode
}

const QueryList = <Query extends { readonly id?: string; readonly name: string }>({ queries, onOpen, besides }: QueryListProps<Query>) => (
  <ul className="divide-y divide-hairline">
    {queries.map((query) => (
      <li key={query.id ?? query.name} className="flex min-h-11 items-center gap-2">
        <button
          type="button"
          onClick={() => onOpen(query)}
          className="min-h-11 flex-1 rounded-control text-left text-brand underline-offset-4 wrap-anywhere hover:underline"
        >
          {query.name}
        </button>
        {besides?.(query)}
      </li>
    ))}
  </ul>
)
