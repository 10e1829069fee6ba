import type { ContactRequest } from '@medicready/domain/contract/legal/contact'
import { requestKinds } from '@medicready/domain/legal/request-kinds'
import { type QueryClient, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { rooms } from '../../api/rooms.ts'
import { ShowMore } from '../../api/show-more.tsx'
import { useWrite } from '../../api/write.ts'
import { mayRead } from '../../app/right-required.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { capitalized } from '../../ui/words.ts'
import { utcInstantOf } from '../dashboard/amounts.ts'
import { ReasonDialog } from '../dashboard/reason-dialog.tsx'
import { TabPage } from '../dashboard/tab-page.tsx'
import { type ContactStatus, contactRequestsQuery, contactStatuses } from './queries.ts'

const statusIn = (search: URLSearchParams): ContactStatus => (search.get('status') === 'answered' ? 'answered' : 'open')

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  if (await mayRead(queries, 'runBusiness'))
    void queries.prefetchInfiniteQuery(contactRequestsQuery(statusIn(new URL(request.url).searchParams)))
}

/** What people wrote to the Admin Team, and what is owed to them. */
export default function ContactRequestsPage() {
  const [search, setSearch] = useSearchParams()
  const status = statusIn(search)
  return (
    <TabPage
      title="Messages"
      actions={
        <SelectField
          label="Status"
          value={status}
          options={contactStatuses}
          onChange={(chosen) => setSearch(chosen === 'open' ? {} : { status: chosen }, { replace: true, preventScrollReset: true })}
        />
      }
    >
      <Loaded key={status} skeleton={<SkeletonRows rows={3} className="h-40" />} failure="The messages could not be loaded.">
        <ContactRequests status={status} />
      </Loaded>
    </TabPage>
  )
}

function ContactRequests({ status }: { status: ContactStatus }) {
  const list = useSuspenseInfiniteQuery(contactRequestsQuery(status))
  const [answered, setAnswered] = useState<{ request: ContactRequest; promise: number } | null>(null)
  if (list.data.length === 0)
    return (
      <EmptyState title={status === 'open' ? 'Nobody waits for an answer' : 'Nothing was answered yet'}>
        What people write to the Admin Team stands here.
      </EmptyState>
    )
  return (
    <>
      <ul className="grid gap-4">
        {list.data.map((request) => (
          <li key={request.id}>
            <Message request={request} onAnswer={(promise) => setAnswered({ request, promise })} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
      {answered && <AnswerDialog {...answered} onClose={() => setAnswered(null)} />}
    </>
  )
}

const nameOf = ({ name, userId }: ContactRequest): string => name || (userId === null ? 'A visitor' : 'A former member')

function Message({ request, onAnswer }: { request: ContactRequest; onAnswer: (promise: number) => void }) {
  const { kind, email, message, requestedAt, owed, kept, closedAt, note, userId } = request
  const { title } = requestKinds[kind]
  return (
    <article aria-label={`${title}, ${nameOf(request)}`} className="grid gap-3 rounded-card border border-hairline bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="text-sm text-muted tabular-nums">{utcInstantOf(requestedAt)} UTC</p>
      </div>
      <p className="text-sm wrap-anywhere">
        <span className="font-medium">{nameOf(request)}</span>
        {email && (
          <>
            {' · '}
            <a
              href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${title}`)}`}
              className="text-brand underline underline-offset-4"
            >
              {email}
            </a>
          </>
        )}
        <span className="text-muted">{userId === null ? ' · visitor' : ' · has an account'}</span>
      </p>
      {message ? (
        <p className="rounded-control bg-sunken p-3 whitespace-pre-wrap wrap-anywhere">{message}</p>
      ) : (
        <p className="text-muted">The words were deleted when the matter was closed.</p>
      )}
      <ul className="grid gap-1 text-sm">
        {owed.map(({ what, by }, index) => (
          <li key={what} className="flex flex-wrap items-center gap-2 tabular-nums">
            {index < kept ? <Badge tone="ok">Done</Badge> : <Due by={by} />}
            {capitalized(what)} by {utcInstantOf(by)} UTC
          </li>
        ))}
      </ul>
      {closedAt && <p className="text-sm text-muted tabular-nums">Answered on {utcInstantOf(closedAt)} UTC</p>}
      {note && <p className="text-sm wrap-anywhere">Note: {note}</p>}
      {closedAt === null && (
        <div className="flex flex-wrap gap-2">
          {owed.map(
            ({ what }, index) =>
              index >= kept && (
                <Button
                  key={what}
                  variant={index === owed.length - 1 ? 'primary' : 'secondary'}
                  size="sm"
                  aria-label={`${markWords(index, owed.length)}: ${title}, ${nameOf(request)}`}
                  onClick={() => onAnswer(index)}
                >
                  {markWords(index, owed.length)}
                </Button>
              ),
          )}
        </div>
      )}
    </article>
  )
}

/** The last of what is owed is the answer. */
const markWords = (index: number, owed: number): string => (index === owed - 1 ? 'Mark as answered' : 'Mark as confirmed')

const Due = ({ by }: { by: string }) => (Date.parse(by) < Date.now() ? <Badge tone="bad">Overdue</Badge> : <Badge tone="warn">Open</Badge>)

interface AnswerDialogProps {
  request: ContactRequest
  promise: number
  onClose: () => void
}

function AnswerDialog({ request, promise, onClose }: AnswerDialogProps) {
  const queries = useQueryClient()
  const answer = useWrite('POST /api/admin/contact-requests/{id}/answer', {
    onSuccess: () => void queries.invalidateQueries({ queryKey: rooms.admin }),
  })
  const isLast = promise === request.owed.length - 1
  return (
    <ReasonDialog
      title={`${markWords(promise, request.owed.length)}: ${nameOf(request)}`}
      description={
        isLast && request.userId === null
          ? 'Answer by mail first. What a visitor wrote is deleted when the matter is closed, with name and address.'
          : 'Answer by mail first, and say here what was said.'
      }
      asks={{ label: 'Note', required: 'Please say what was answered.' }}
      confirm={markWords(promise, request.owed.length)}
      onConfirm={async (note) => {
        await answer.mutateAsync({ params: { id: request.id }, body: { promise, note } })
        return { title: isLast ? 'Marked as answered' : 'Marked as confirmed' }
      }}
      onClose={onClose}
    />
  )
}
