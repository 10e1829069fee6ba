import type { DiscountType, GrantableTier } from '@medicready/domain/billing/shown/discount-rules'
import type { Tier } from '@medicready/domain/billing/shown/tiers'
import type { Recorded } from '@medicready/domain/core/event'
import type { FactOf } from '@medicready/domain/events'
import { defineReadModel, newRow, type RowOf, type Rows, rowFrom, table, typed, update } from '../definition.ts'

const terms = {
  name: 'text',
  description: 'text?',
  discount_type: typed<DiscountType>('text'),
  discount_value: 'integer',
  grants_tier: typed<GrantableTier | null>('text?'),
  max_uses: 'integer?',
  expires_at: 'timestamptz?',
  is_active: 'boolean',
} as const

const tables = {
  discount_codes: table({
    key: ['id'],
    columns: {
      id: 'uuid',
      code: 'coded text',
      ...terms,
      used_count: 'integer',
      held_count: 'integer',
      savings: 'integer',
      stripe_coupon_id: 'text?',
      created_by: 'uuid',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      changes: 'integer',
    },
    indexes: ['(created_at DESC, id)', '(code)'],
  }),
  /** History for viewing an earlier day. */
  discount_code_versions: table({
    key: ['discount_code_id', 'change'],
    columns: {
      discount_code_id: 'uuid',
      change: 'integer',
      since: 'timestamptz',
      code: 'coded text',
      ...terms,
      is_deleted: 'boolean',
      created_at: 'timestamptz',
    },
  }),
  discount_code_usage: table({
    key: ['id'],
    columns: {
      id: 'uuid',
      discount_code_id: 'uuid',
      user_id: 'uuid',
      kind: typed<FactOf<'CodeRedeemed'>['data']['for']['kind']>('text'),
      tier: typed<Tier>('text'),
      months: 'integer?',
      subscription_id: 'coded text?',
      used_at: 'timestamptz',
      amount_saved: 'integer',
    },
    indexes: ['(discount_code_id, used_at, id)', '(user_id)'],
  }),
  discount_code_reservations: table({
    key: ['discount_code_id', 'user_id'],
    columns: {
      discount_code_id: 'uuid',
      user_id: 'uuid',
      code: 'coded text',
      checkout_id: 'text',
      reserved_until: 'timestamptz',
      is_held: 'boolean',
    },
    indexes: ['(reserved_until) WHERE is_held', '(user_id)'],
  }),
}

type CodeRow = RowOf<typeof tables.discount_codes>

const termsOf = (data: FactOf<'DiscountCodeCreated'>['data'], isActive: boolean) =>
  rowFrom({ key: [], columns: terms }, data, { is_active: isActive })

function keep(row: CodeRow, since: string, { discount_codes, discount_code_versions }: Rows<typeof tables>, is_deleted = false): void {
  const { id: discount_code_id, changes: change } = row
  discount_code_versions.set(newRow(tables.discount_code_versions, { ...row, discount_code_id, change, since, is_deleted }))
  discount_codes.set({ ...row, updated_at: since, changes: change + 1 })
}

function change(
  { data, metadata }: Recorded & { readonly data: { readonly codeId: string } },
  rows: Rows<typeof tables>,
  to: (row: CodeRow) => Partial<CodeRow>,
  isDeleted = false,
): void {
  const row = rows.discount_codes.get({ id: data.codeId })
  if (row) keep({ ...row, ...to(row) }, metadata.occurredAt, rows, isDeleted)
}

const count = (
  codeId: string,
  { used_count = 0, held_count = 0, savings = 0 }: Partial<Record<'used_count' | 'held_count' | 'savings', number>>,
  { discount_codes }: Rows<typeof tables>,
): void =>
  update(discount_codes, { id: codeId }, (row) => ({
    used_count: row.used_count + used_count,
    held_count: row.held_count + held_count,
    savings: row.savings + savings,
  }))

export const discountCodes = defineReadModel({
  name: 'billing/discount-codes',
  version: 2,
  tables,
  on: {
    DiscountCodeCreated: ({ data, metadata: { occurredAt } }, rows) => {
      const counts = { used_count: 0, held_count: 0, savings: 0, changes: 0 }
      const made = { created_by: data.by, created_at: occurredAt, updated_at: occurredAt }
      const { codeId: id, code } = data
      keep({ id, code, ...termsOf(data, true), ...counts, stripe_coupon_id: null, ...made }, occurredAt, rows)
    },
    DiscountCodeRevised: (fact, rows) =>
      change(fact, rows, (row) => {
        const terms = termsOf(fact.data, row.is_active)
        const isSame = (['discount_type', 'discount_value', 'grants_tier'] as const).every((field) => row[field] === terms[field])
        return { ...terms, stripe_coupon_id: isSame ? row.stripe_coupon_id : null }
      }),
    DiscountCodeActivated: (fact, rows) => change(fact, rows, () => ({ is_active: true })),
    DiscountCodeDeactivated: (fact, rows) => change(fact, rows, () => ({ is_active: false })),
    DiscountCodeDeleted: (fact, rows) => {
      change(fact, rows, () => ({}), true)
      rows.discount_codes.delete({ id: fact.data.codeId })
    },
    CouponMade: ({ data }, { discount_codes }) => update(discount_codes, { id: data.codeId }, { stripe_coupon_id: data.stripeCouponId }),
    CodeReserved: ({ data }, rows) => {
      const { codeId: discount_code_id, userId: user_id, code, checkoutId: checkout_id, reservedUntil: reserved_until } = data
      rows.discount_code_reservations.set({ discount_code_id, user_id, code, checkout_id, reserved_until, is_held: true })
      count(discount_code_id, { held_count: 1 }, rows)
    },
    CodeReleased: ({ data }, rows) => letGo(data, rows),
    CodeRedeemed: ({ data, metadata }, rows) => {
      const { codeId: discount_code_id, userId: user_id, usageId: id, for: what, amountSaved } = data
      const usage = { id, discount_code_id, user_id, kind: what.kind, used_at: metadata.occurredAt, amount_saved: amountSaved.amount }
      rows.discount_code_usage.set(rowFrom(tables.discount_code_usage, what, usage))
      letGo(data, rows)
      count(discount_code_id, { used_count: 1, savings: amountSaved.amount }, rows)
    },
  },
})

function letGo({ codeId, userId }: { codeId: string; userId: string }, rows: Rows<typeof tables>): void {
  const held = rows.discount_code_reservations.get({ discount_code_id: codeId, user_id: userId })
  if (!held?.is_held) return
  rows.discount_code_reservations.set({ ...held, is_held: false })
  count(codeId, { held_count: -1 }, rows)
}
