import { agreedDocuments, type PolicyVersion } from '@medicready/domain/legal/agreed-documents'
import type { Sql } from '@medicready/platform/postgres/connection'

/** The versions that hold now of what a registration agrees to. */
export async function agreedPolicies(sql: Sql, now: string): Promise<PolicyVersion[]> {
  const versions = await sql<PolicyVersion[]>`
    SELECT document, coalesce(max(version) FILTER (WHERE effective_date <= ${now.slice(0, 10)}::date), min(version)) AS version
    FROM read.policies WHERE document = ANY(${agreedDocuments as unknown as string[]}) GROUP BY document`
  return agreedDocuments.flatMap((document) => versions.filter((one) => one.document === document))
}

/** A version that does not hold yet, of a document that people go by. */
export interface AnnouncedPolicy extends PolicyVersion {
  readonly title: string
  readonly changes: string
  readonly effectiveDate: string
}

/** What was announced and does not hold yet. The very first version of a document needs no notice. */
export const announcedPolicies = (sql: Sql, now: string): Promise<AnnouncedPolicy[]> =>
  sql<AnnouncedPolicy[]>`
    SELECT document, version, title, changes, effective_date::text AS "effectiveDate" FROM read.policies AS announced
    WHERE effective_date > ${now.slice(0, 10)}::date
      AND EXISTS (SELECT FROM read.policies AS before WHERE before.document = announced.document AND before.version < announced.version)
    ORDER BY effective_date, document, version`
