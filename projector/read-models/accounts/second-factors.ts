import { defineReadModel, type MutableRows, newRow, type RowOf, table, typed } from '../definition.ts'

export interface KeptFactor {
  readonly id: string
  readonly kind: 'passkey' | 'totp'
  readonly name: string | null
  readonly addedAt: string
}

/** One row per account, so that it is erased with the person. */
const accounts = table({
  key: ['user_id'],
  columns: { user_id: 'uuid', factors: typed<readonly KeptFactor[]>('jsonb'), recovery_codes_left: 'integer' },
})

function change(
  rows: MutableRows<typeof accounts>,
  userId: string,
  changed: (row: RowOf<typeof accounts>) => Partial<RowOf<typeof accounts>>,
): void {
  const row = rows.get({ user_id: userId }) ?? newRow(accounts, { user_id: userId, factors: [] })
  rows.set({ ...row, ...changed(row) })
}

export const secondFactors = defineReadModel({
  name: 'accounts/second-factors',
  version: 1,
  tables: { second_factors: accounts },
  on: {
    SecondFactorAdded: ({ data, metadata }, { second_factors }) =>
      change(second_factors, data.userId, ({ factors }) => ({
        // The setup may add a factor again.
        factors: [
          ...factors.filter(({ id }) => id !== data.factorId),
          { id: data.factorId, kind: data.kind, name: data.name, addedAt: metadata.occurredAt },
        ],
      })),
    SecondFactorRemoved: ({ data }, { second_factors }) =>
      change(second_factors, data.userId, ({ factors, recovery_codes_left }) => {
        const kept = factors.filter(({ id }) => id !== data.factorId)
        return { factors: kept, recovery_codes_left: kept.length === 0 ? 0 : recovery_codes_left }
      }),
    RecoveryCodesIssued: ({ data }, { second_factors }) => change(second_factors, data.userId, () => ({ recovery_codes_left: data.count })),
    RecoveryCodeUsed: ({ data }, { second_factors }) => change(second_factors, data.userId, () => ({ recovery_codes_left: data.left })),
    AccountErased: ({ data }, { second_factors }) => second_factors.delete({ user_id: data.userId }),
  },
})
