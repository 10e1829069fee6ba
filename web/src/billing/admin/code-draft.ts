import {
  CODE_MAX_LENGTH,
  codePattern,
  type DiscountType,
  faultOfDiscount,
  type GrantableTier,
  MAX_CODE_USES,
  normalCode,
  wordsOfDiscountFault,
} from '@medicready/domain/billing/discount-rules'
import type { AdminDiscountCode, DiscountCodeTerms } from '@medicready/domain/contract/billing/discount-codes'
import { centsOf } from '../../dashboards/amounts.ts'

/** A code as it is typed. */
export interface CodeDraft {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly discountType: DiscountType
  /** Per cent, dollars or months. */
  readonly value: string
  readonly grantsTier: GrantableTier
  /** Blank where there is no limit. */
  readonly maxUses: string
  /** The last day, in UTC; blank where there is none. */
  readonly lastDay: string
}

export const newCode: CodeDraft = {
  code: '',
  name: '',
  description: '',
  discountType: 'percentage',
  value: '',
  grantsTier: 'premium',
  maxUses: '',
  lastDay: '',
}

export const draftOf = (code: AdminDiscountCode): CodeDraft => ({
  code: code.code,
  name: code.name,
  description: code.description ?? '',
  discountType: code.discountType,
  value: code.discountType === 'fixed_amount' ? (code.discountValue / 100).toFixed(2) : String(code.discountValue),
  grantsTier: code.grantsTier ?? 'premium',
  maxUses: code.maxUses === null ? '' : String(code.maxUses),
  lastDay: code.expiresAt?.slice(0, 'YYYY-MM-DD'.length) ?? '',
})

const wholePattern = /^\d{1,9}$/

const wholeOf = (text: string): number => (wholePattern.test(text.trim()) ? Number(text.trim()) : Number.NaN)

const discountOf = ({ discountType, value, grantsTier }: CodeDraft) => ({
  discountType,
  discountValue: discountType === 'fixed_amount' ? centsOf(value) : wholeOf(value),
  grantsTier: discountType === 'free_subscription' ? grantsTier : null,
})

/** The end of the last day. An end that was given to the second, and whose day stays, stays as it is. */
function endOf(lastDay: string, before: string | null): string | null {
  if (lastDay === '') return null
  return before?.startsWith(lastDay) ? before : `${lastDay}T23:59:59.999Z`
}

export type CodeFaults = Partial<Record<'code' | 'name' | 'value' | 'maxUses' | 'lastDay', string>>

/** The faults of a draft by field. */
export function faultsOf(draft: CodeDraft, today: string, before: AdminDiscountCode | null): CodeFaults {
  const discount = discountOf(draft)
  const uses = wholeOf(draft.maxUses)
  const isPast = draft.lastDay !== '' && draft.lastDay < today && !before?.expiresAt?.startsWith(draft.lastDay)
  return {
    ...(!codePattern.test(normalCode(draft.code)) && {
      code: `Please use 1 to ${CODE_MAX_LENGTH} characters: A-Z, 0-9, - and _. Begin with a letter or a digit.`,
    }),
    ...(draft.name.trim() === '' && { name: 'Please enter a name for the code.' }),
    ...(faultOfDiscount(discount) && { value: wordsOfDiscountFault('value', draft.discountType) }),
    ...(draft.maxUses.trim() !== '' &&
      !(uses >= 1 && uses <= MAX_CODE_USES) && { maxUses: 'Please enter a whole number of at least 1, or leave this empty for no limit.' }),
    ...(isPast && { lastDay: 'Please choose an end date in the future.' }),
  }
}

/** The body of the request without the reason. The draft must have no faults. */
export const termsOf = (draft: CodeDraft, before: AdminDiscountCode | null): Omit<DiscountCodeTerms, 'reason'> => ({
  ...discountOf(draft),
  name: draft.name.trim(),
  description: draft.description.trim() || null,
  maxUses: draft.maxUses.trim() === '' ? null : wholeOf(draft.maxUses),
  expiresAt: endOf(draft.lastDay, before?.expiresAt ?? null),
})
