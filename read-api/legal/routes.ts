import type { ContactRequest, contactCalls, legalCalls, policyNoticeCalls } from '@medicready/domain/contract/legal/legal'
import { legalDocuments } from '@medicready/domain/legal/shown/legal-documents'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import { legalChanges } from '@medicready/platform/legal/legal-changes'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { closedContactRequests, openContactRequests } from '@medicready/projector/read-models/legal/contact-request-queries'
import type { contactRequests } from '@medicready/projector/read-models/legal/contact-requests'
import { agreementOf, policyEditions, policyText, unseenPolicies } from '@medicready/projector/read-models/legal/policy-queries'
import type { Routes } from '../read-dependencies.ts'
import { camelled, TimeKey } from '../reading.ts'
import type { Edition } from './published-policies.ts'

export const legalRoutes: Routes<typeof legalCalls> = ({ reading, policies, legalFiles }) => {
  const current = async () => (await policies.editions()).filter(({ standing }) => standing === 'current')
  return {
    'GET /api/legal/documents': reading([policyEditions], async () =>
      (await current()).map((edition) => ({ ...shown(edition), icon: legalDocuments[edition.document].icon })),
    ),

    'GET /api/legal/documents/{id}': reading([policyEditions, policyText], async ({ params: { id }, query: { version } }) => {
      const { edition, all } = await policies.find(id, version)
      const announced = all.findLast(({ standing }) => standing === 'announced')
      return {
        ...(await policies.text(edition)),
        standing: edition.standing,
        announced: announced ? { version: announced.version, effectiveDate: announced.effective_date } : null,
      }
    }),

    'GET /api/legal/documents/{id}/pdf': reading([policyEditions, policyText], async ({ params: { id }, query: { version } }) => {
      const { edition } = await policies.find(id, version)
      return legalFiles.pdf(edition)
    }),

    'GET /api/legal/documents/{id}/changes': reading([policyEditions, policyText], async ({ params: { id }, query: { version } }) => {
      const { edition, all } = await policies.find(id, version)
      const before = all.find(({ version: its }) => its < edition.version)
      return before ? legalChanges(await policies.text(before), await policies.text(edition)) : []
    }),

    'GET /api/legal/history': reading([policyEditions], async () =>
      (await policies.editions()).map(shown).sort((one, other) => other.lastUpdated.localeCompare(one.lastUpdated)),
    ),

    'GET /api/legal/all.zip': reading([policyEditions, policyText], async () => legalFiles.zip(await current())),
  }
}

const shown = (edition: Edition) => ({ ...camelled(edition), id: edition.document })

type Row = RowOf<typeof contactRequests.tables.contact_requests>

const toRequest = (row: Row): ContactRequest => ({
  ...camelled(row),
  name: row.name ?? '',
  email: row.email ?? '',
  message: row.message ?? '',
  owed: [...row.owed],
})

export const contactRoutes: Routes<typeof contactCalls> = ({ sql, reading }) => ({
  'GET /api/admin/contact-requests': reading([openContactRequests, closedContactRequests], async ({ query }) => {
    const find = query.status === 'open' ? openContactRequests : closedContactRequests
    const rows = await find(sql, pageAfter(query, TimeKey))
    return pageOf(rows, query, { item: toRequest, sortKey: ({ due_at, closed_at, id }) => [due_at ?? closed_at, id] })
  }),
})

export const policyNoticeRoutes: Routes<typeof policyNoticeCalls> = ({ sql, clock, reading }) => ({
  'GET /api/user/agreement': reading([agreementOf], async ({ identity: { userId } }) => {
    const [agreement = null] = await agreementOf(sql, userId)
    return { agreement }
  }),

  'GET /api/user/policy-notices': reading([unseenPolicies], ({ identity: { userId } }) =>
    unseenPolicies(sql, { userId, day: clock().slice(0, 10) }),
  ),
})
