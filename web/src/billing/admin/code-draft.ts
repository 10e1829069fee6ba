import type { DiscountType, GrantableTier } from '@medicready/domain/billing/discount-rules'
import type { AdminDiscountCode } from '@medicready/domain/contract/billing/discount-codes'
import { centsOf } from '../../dashboards/amounts.ts'

export type CodeDraft = {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly discountType: DiscountType
  /** Percent, dollars or months. */
  readonly discountValue: string
  readonly grantsTier: GrantableTier
  /** Empty for no limit. */
  readonly maxUses: string
  /** The last day, in UTC; empty for no end. */
  readonly expiresAt: string
}

export const newCode: CodeDraft = {
  code: '',
  name: '',
  description: '',
  discountType: 'percentage',
  discountValue: '',
  grantsTier: 'premium',
  maxUses: '',
  expiresAt: '',
}

export const draftOf = (code: AdminDiscountCode): CodeDraft => ({
  code: code.code,
  name: code.name,
  description: code.description ?? '',
  discountType: code.discountType,
  discountValue: code.discountType === 'fixed_amount' ? (code.discountValue / 100).toFixed(2) : String(code.discountValue),
  grantsTier: code.grantsTier ?? 'premium',
  maxUses: code.maxUses === null ? '' : String(code.maxUses),
  expiresAt: code.expiresAt?.slice(0, 'YYYY-MM-DD'.length) ?? '',
})

/** Every rule refuses 0. */
const wholeOf = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : 0)

/** An end that was set to the second stays as it is while its day does. */
function endOf(lastDay: string, before: string | null): string | null {
  if (lastDay === '') return null
  return before?.startsWith(lastDay) ? before : `${lastDay}T23:59:59.999Z`
}

export const bodyOf = <Draft extends CodeDraft>(draft: Draft, before: AdminDiscountCode | null) => ({
  ...draft,
  description: draft.description.trim() || null,
  discountValue: draft.discountType === 'fixed_amount' ? centsOf(draft.discountValue) || 0 : wholeOf(draft.discountValue),
  grantsTier: draft.discountType === 'free_subscription' ? draft.grantsTier : null,
  maxUses: draft.maxUses.trim() === '' ? null : wholeOf(draft.maxUses),
  expiresAt: endOf(draft.expiresAt, before?.expiresAt ?? null),
})
