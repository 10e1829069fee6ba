import { agreedDocuments, type PolicyVersion } from '@medicready/domain/legal/agreed-documents'
import { Rejection } from '@medicready/domain/rejection'
import type { Sql } from '@medicready/platform/postgres/connection'

/** What a registration agrees to now. */
export interface PoliciesInForce {
  readonly policies: readonly PolicyVersion[]
  /** The day from which the terms hold. */
  readonly termsOf: string
}

/** The versions that hold now of what a registration agrees to. Before the first ones are known nobody can agree. */
export async function policiesInForce(sql: Sql, now: string): Promise<PoliciesInForce> {
  const held = await sql<(PolicyVersion & { termsOf: string })[]>`
    SELECT DISTINCT ON (document) document, version, effective_date::text AS "termsOf" FROM read.policies
    WHERE document = ANY(${agreedDocuments as unknown as string[]})
    ORDER BY document, effective_date <= ${now.slice(0, 10)}::date DESC,
      CASE WHEN effective_date <= ${now.slice(0, 10)}::date THEN version ELSE -version END DESC`
  const policies = agreedDocuments.flatMap((document) => held.filter((one) => one.document === document))
  const terms = policies.find(({ document }) => document === 'terms')
  if (!terms || policies.length < agreedDocuments.length) throw new Rejection('unavailable')
  return { policies: policies.map(({ document, version }) => ({ document, version })), termsOf: terms.termsOf }
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
