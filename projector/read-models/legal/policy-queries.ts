import type { Agreement, AnnouncedPolicy } from '@medicready/domain/contract/legal/legal'
import type { LegalDocumentId } from '@medicready/domain/legal/shown/legal-documents'
import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
import { type Camel, defineQuery } from '../query.ts'
import { agreements } from './agreements.ts'
import { policies } from './policies.ts'
import { policyNotices } from './policy-notices.ts'

type PolicyTable = typeof policies.tables.policies
type PolicyRow = RowOf<PolicyTable>
type Version = Pick<PolicyRow, 'document' | 'version'>

export const policyEditions = defineQuery(
  [policies],
  (sql) => sql<Omit<PolicyRow, 'text'>[]>`
    SELECT document, version, title, description, changes, last_updated::text, effective_date::text
    FROM read.policies ORDER BY version DESC`,
)

export const policyText = defineQuery(
  [policies],
  (sql, { document, version }: Version) => sql<Pick<PolicyRow, 'text'>[]>`
    SELECT text FROM read.policies WHERE document = ${document} AND version = ${version}`,
)

/** Falls back to the first version. */
export const policiesOn = defineQuery(
  [policies],
  (sql, { documents, day }: { readonly documents: readonly LegalDocumentId[]; readonly day: string }) => sql<
    Camel<PolicyTable, 'document' | 'version' | 'effective_date'>[]
  >`
    SELECT DISTINCT ON (document) document, version, effective_date::text AS "effectiveDate" FROM read.policies
    WHERE document = ANY(${documents as string[]})
    ORDER BY document, effective_date <= ${day}::date DESC, CASE WHEN effective_date <= ${day}::date THEN version ELSE -version END DESC`,
)

/** A document's first version is not announced. */
const announcedAfter = defineQuery(
  [policies],
  (sql, day: string) => sql`
    SELECT document, version, title, changes, effective_date::text AS "effectiveDate" FROM read.policies AS announced
    WHERE effective_date > ${day}::date
      AND EXISTS (SELECT FROM read.policies AS before WHERE before.document = announced.document AND before.version < announced.version)`,
)

export const announcedPolicies = defineQuery(
  [announcedAfter],
  (sql, day: string) => sql<AnnouncedPolicy[]>`${announcedAfter(sql, day)} ORDER BY effective_date, document, version`,
)

export const unseenPolicies = defineQuery(
  [announcedAfter, policyNotices],
  (sql, { userId, day }: { readonly userId: string; readonly day: string }) => sql<AnnouncedPolicy[]>`
    ${announcedAfter(sql, day)} AND NOT EXISTS (
      SELECT FROM read.policy_notices
      WHERE user_id = ${userId} AND seen @> jsonb_build_array(jsonb_build_object('document', document, 'version', version)))
    ORDER BY effective_date, document, version`,
)

export const usersToTell = defineQuery(
  [users, policyNotices],
  (sql, { versions, after, limit }: { readonly versions: readonly Version[]; readonly after: string | null; readonly limit: number }) =>
    sql<Pick<RowOf<typeof users.tables.users>, 'id'>[]>`
      SELECT id FROM read.users
      WHERE email_verified AND email IS NOT NULL ${after === null ? sql`` : sql`AND id > ${after}`}
        AND NOT EXISTS (SELECT FROM read.policy_notices WHERE user_id = users.id AND told @> ${sql.json(versions as Version[])})
      ORDER BY id LIMIT ${limit}`,
)

export const agreementOf = defineQuery(
  [agreements, policies],
  (sql, userId: string) => sql<Agreement[]>`
    SELECT statement, agreed_at AS "agreedAt", terms_of AS "termsOf",
      coalesce((
        SELECT jsonb_agg(agreed || jsonb_build_object('title', title) ORDER BY place)
        FROM jsonb_array_elements(policies) WITH ORDINALITY AS all_agreed (agreed, place)
        JOIN read.policies AS published ON published.document = agreed ->> 'document' AND published.version = (agreed ->> 'version')::int
      ), '[]') AS policies
    FROM read.agreements WHERE user_id = ${userId}`,
)
