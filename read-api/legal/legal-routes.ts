import type { legalCalls } from '@medicready/domain/contract/legal/legal'
import { legalDocuments } from '@medicready/domain/legal/legal-documents'
import type { Handlers } from '@medicready/platform/http/calls'
import { legalChanges } from '@medicready/platform/legal/legal-changes'
import { policyEditions, policyText } from '@medicready/projector/read-models/legal/policy-queries'
import type { Reading } from '../reading.ts'
import type { LegalFiles } from './legal-files.ts'
import type { Edition, PublishedPolicies } from './published-policies.ts'

interface Parts {
  readonly reading: Reading
  readonly policies: PublishedPolicies
  readonly legalFiles: LegalFiles
}

export const legalRoutes = ({ reading, policies, legalFiles }: Parts): Handlers<typeof legalCalls, 'read-api'> => {
  const current = async () => (await policies.editions()).filter(({ standing }) => standing === 'current')
  return {
    'GET /api/legal/documents': reading([policyEditions], async () =>
      (await current()).map((edition) => ({
        ...shown(edition),
        icon: legalDocuments[edition.document].icon,
        description: edition.description,
      })),
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
      (await policies.editions())
        .map((edition) => ({ ...shown(edition), standing: edition.standing, changes: edition.changes }))
        .sort((one, other) => other.lastUpdated.localeCompare(one.lastUpdated)),
    ),

    'GET /api/legal/all.zip': reading([policyEditions, policyText], async () => legalFiles.zip(await current())),
  }
}

const shown = ({ document, title, version, last_updated, effective_date }: Edition) => ({
  id: document,
  title,
  version,
  lastUpdated: last_updated,
  effectiveDate: effective_date,
})
