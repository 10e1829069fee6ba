import type { PolicyStanding } from '@medicready/domain/contract/legal/legal'
import { type LegalDocumentId, legalDocumentIds } from '@medicready/domain/legal/shown/legal-documents'
import type { LegalText } from '@medicready/domain/legal/shown/legal-text'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { Clock } from '@medicready/platform/clock'
import { readLegalText } from '@medicready/platform/legal/read-legal-text'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { policies } from '@medicready/projector/read-models/legal/policies'
import { policyEditions, policyText } from '@medicready/projector/read-models/legal/policy-queries'

export type Edition = Omit<RowOf<typeof policies.tables.policies>, 'text'> & { readonly standing: PolicyStanding }

export class PublishedPolicies {
  readonly #sql: Sql
  readonly #clock: Clock

  constructor(sql: Sql, clock: Clock) {
    this.#sql = sql
    this.#clock = clock
  }

  /** Newest of each document first, in the order of the Legal Center. */
  async editions(): Promise<Edition[]> {
    const rows = await policyEditions(this.#sql)
    const today = this.#clock().slice(0, 10)
    return legalDocumentIds.flatMap((id) =>
      withStanding(
        rows.filter(({ document }) => document === id),
        today,
      ),
    )
  }

  async find(id: LegalDocumentId, version: number | undefined): Promise<{ readonly edition: Edition; readonly all: readonly Edition[] }> {
    const all = (await this.editions()).filter(({ document }) => document === id)
    const edition = all.find(({ version: its, standing }) => (version === undefined ? standing === 'current' : its === version))
    if (!edition) throw new Rejection('policyNotFound')
    return { edition, all }
  }

  async text(edition: Pick<Edition, 'document' | 'version'>): Promise<LegalText> {
    const [row] = await policyText(this.#sql, edition)
    if (!row) throw new Rejection('policyNotFound')
    return readLegalText(row.text)
  }
}

/** Newest first: the newest effective version is current. The very first one needs no notice. */
function withStanding(versions: readonly Omit<Edition, 'standing'>[], today: string): Edition[] {
  const current = versions.find(({ effective_date }) => effective_date <= today) ?? versions.at(-1)
  return versions.map((version) => ({
    ...version,
    standing: version === current ? 'current' : version.version > (current?.version ?? 0) ? 'announced' : 'former',
  }))
}
