import { ContactAnswer } from '@medicready/domain/contract/legal/forms'
import type { ContactRequest } from '@medicready/domain/contract/legal/legal'
import { requestKinds } from '@medicready/domain/legal/shown/request-kinds'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Loaded } from '../../api/loaded.tsx'
import { ShowMore } from '../../api/show-more.tsx'
import { among, useFilters } from '../../dashboards/address.ts'
import { utcInstantOf } from '../../dashboards/amounts.ts'
import { TabPage } from '../../dashboards/panel.tsx'
import { adminPages, dashboardLoader, useAdminWrite } from '../../dashboards/reads.ts'
import { ReasonButton } from '../../dashboards/reason-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { CardTitle, EmptyState } from '../../ui/card.tsx'
import { SelectField } from '../../ui/field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { capitalized } from '../../ui/words.ts'

const statuses = ['open', 'answered'] as const
const viewIn = (search: URLSearchParams) => ({ status: among(statuses, search.get('status'), 'open') })

const requestsQuery = (status: (typeof statuses)[number]) => adminPages('GET /api/admin/contact-requests', { query: { status } })

export const clientLoader = dashboardLoader(
  (queries, _, { search }) => void queries.prefetchInfiniteQuery(requestsQuery(viewIn(search).status)),
)

export default function ContactRequestsPage() {
  const [{ status }, change] = useFilters(viewIn)
  return (
    <TabPage
      title="Messages"
      actions={<SelectField label="Status" value={status} options={statuses} onChange={(chosen) => change({ status: chosen })} />}
    >
      <Loaded key={status} skeleton={<SkeletonRows rows={3} className="h-40" />} failure="The messages could not be loaded.">
        <ContactRequests status={status} />
      </Loaded>
    </TabPage>
  )
}

function ContactRequests({ status }: { status: (typeof statuses)[number] }) {
  const list = useSuspenseInfiniteQuery(requestsQuery(status))
  if (list.data.length === 0)
    return (
      <EmptyState title={status === 'open' ? 'No messages are waiting' : 'No answered messages yet'}>
        Messages to the Admin Team appear here.
      </EmptyState>
    )
  return (
    <>
      <ul className="grid gap-4">
        {list.data.map((request) => (
          <li key={request.id}>
            <Message request={request} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
    </>
  )
}

const nameOf = ({ name, userId }: ContactRequest): string => name || (userId === null ? 'A visitor' : 'A former member')

function Message({ request }: { request: ContactRequest }) {
  const { kind, email, message, requestedAt, owed, kept, closedAt, note, userId } = request
  const { title } = requestKinds[kind]
  return (
    <article aria-label={`${title}, ${nameOf(request)}`} className="grid gap-3 rounded-card border border-hairline bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <CardTitle>{title}</CardTitle>
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
        <p className="text-muted">The message was deleted when the request was closed.</p>
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
          {owed.map(({ what }, index) => index >= kept && <AnswerButton key={what} request={request} promise={index} />)}
        </div>
      )}
    </article>
  )
}

/** The last promise is the answer. */
const markWords = (index: number, owed: number): string => (index === owed - 1 ? 'Mark as answered' : 'Mark as confirmed')

const Due = ({ by }: { by: string }) => (Date.parse(by) < Date.now() ? <Badge tone="bad">Overdue</Badge> : <Badge tone="warn">Open</Badge>)

function AnswerButton({ request, promise }: { request: ContactRequest; promise: number }) {
  const answer = useAdminWrite('POST /api/admin/contact-requests/{id}/answer')
  const isLast = promise === request.owed.length - 1
  const words = markWords(promise, request.owed.length)
  return (
    <ReasonButton
      variant={isLast ? 'primary' : 'secondary'}
      label={`${words}: ${requestKinds[request.kind].title}, ${nameOf(request)}`}
      title={`${words}: ${nameOf(request)}`}
      description={
        isLast && request.userId === null
          ? "Reply by email first. A visitor's message, name, and address are deleted when the request is closed."
          : 'Reply by email first, then record your answer here.'
      }
      reasonLabel="Note"
      schema={ContactAnswer}
      bodyOf={({ reason }) => ({ promise, note: reason })}
      fieldOf={() => 'reason'}
      confirm={words}
      onConfirm={async (body) => {
        await answer.mutateAsync({ params: { id: request.id }, body })
        return { title: isLast ? 'Marked as answered' : 'Marked as confirmed' }
      }}
    />
  )
}
