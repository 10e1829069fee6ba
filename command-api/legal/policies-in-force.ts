import { agreedDocuments, type PolicyVersion } from '@medicready/domain/legal/agreed-documents'
import { Rejection } from '@medicready/domain/rejection'
import type { Sql } from '@medicready/platform/postgres/connection'
import { policiesOn } from '@medicready/projector/read-models/legal/policy-queries'

/** What a registration agrees to now. */
export interface PoliciesInForce {
  readonly policies: readonly PolicyVersion[]
  /** The day from which the terms hold. */
  readonly termsOf: string
}

/** The versions that a registration agrees to now. Refused with `unavailable` until the first ones are published. */
export async function policiesInForce(sql: Sql, now: string): Promise<PoliciesInForce> {
  const held = await policiesOn(sql, { documents: agreedDocuments, day: now.slice(0, 10) })
  const policies = agreedDocuments.flatMap((document) => held.filter((one) => one.document === document))
  const terms = policies.find(({ document }) => document === 'terms')
  if (!terms || policies.length < agreedDocuments.length) throw new Rejection('unavailable')
  return { policies: policies.map(({ document, version }) => ({ document, version })), termsOf: terms.effectiveDate }
}
