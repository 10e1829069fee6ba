import {
  CODE_DESCRIPTION_MAX_LENGTH,
  CODE_MAX_LENGTH,
  CODE_NAME_MAX_LENGTH,
  type DiscountType,
  discountInWords,
  discountTypes,
  type GrantableTier,
  grantableTiers,
} from '@medicready/domain/billing/shown/discount-rules'
import { tiers } from '@medicready/domain/billing/shown/tiers'
import type { AdminDiscountCode } from '@medicready/domain/contract/billing/discount-codes'
import { DiscountCodeTerms, NewDiscountCode } from '@medicready/domain/contract/billing/forms'
import type { useForm } from '../../api/form.ts'
import { centsOf } from '../../dashboards/amounts.ts'
import { useAdminWrite } from '../../dashboards/reads.ts'
import { ReasonDialog } from '../../dashboards/reason-dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'

export type CodeDraft = {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly discountType: DiscountType
  readonly discountValue: string
  readonly grantsTier: GrantableTier
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

const typeWords: Record<DiscountType, string> = {
  percentage: 'A percentage off',
  fixed_amount: 'An amount off',
  free_subscription: 'A free subscription',
}
const valueLabels: Record<DiscountType, string> = { percentage: 'Per cent', fixed_amount: 'Dollars', free_subscription: 'Months' }

export function CodeDialog({ code, onClose }: { code: AdminDiscountCode | null; onClose: () => void }) {
  const create = useAdminWrite('POST /api/admin/discount-codes')
  const revise = useAdminWrite('PUT /api/admin/discount-codes/{code}')
  const dialog = {
    codesAt: { discountCodeOverAlready: 'expiresAt' },
    bodyOf: (draft: CodeDraft & { readonly reason: string }) => bodyOf(draft, code),
    onClose,
  } as const
  if (code === null)
    return (
      <ReasonDialog
        {...dialog}
        title="Create a discount code"
        description="It can be used as soon as it is created."
        confirm="Create"
        initial={newCode}
        schema={NewDiscountCode}
        onConfirm={async (body) => {
          const made = await create.mutateAsync({ body })
          return { title: 'Code created', description: `${made.code} can be used now.` }
        }}
      >
        {(form) => <CodeFields {...form} code={null} />}
      </ReasonDialog>
    )
  return (
    <ReasonDialog
      {...dialog}
      title={`Edit ${code.code}`}
      description="Changes apply from now on."
      confirm="Save"
      initial={draftOf(code)}
      schema={DiscountCodeTerms}
      onConfirm={async (body) => {
        const { hasChanged } = await revise.mutateAsync({ params: { code: code.code }, body })
        return { title: hasChanged ? 'Code changed' : 'Nothing to change', description: code.code }
      }}
    >
      {(form) => <CodeFields {...form} code={code} />}
    </ReasonDialog>
  )
}

type CodeForm = Pick<ReturnType<typeof useForm<CodeDraft & { readonly reason: string }, unknown>>, 'fields' | 'field' | 'set'>

function CodeFields({ code, ...form }: CodeForm & { code: AdminDiscountCode | null }) {
  const { field } = form
  const isUsed = code !== null && code.usedCount + code.heldCount > 0
  return (
    <>
      {code === null && (
        <TextField
          {...field('code')}
          label="Code"
          maxLength={CODE_MAX_LENGTH}
          hint="What users enter: A-Z, 0-9, - and _."
          onChange={(typed) => form.set({ code: typed.toUpperCase() })}
        />
      )}
      <TextField {...field('name')} label="Name" maxLength={CODE_NAME_MAX_LENGTH} />
      <TextField
        {...field('description')}
        label="Description (optional)"
        rows={2}
        maxLength={CODE_DESCRIPTION_MAX_LENGTH}
        hint="Shown to users who enter the code."
      />
      {isUsed ? (
        <p className="text-sm text-muted">It gives {discountInWords(code)}. This cannot change because the code has been used.</p>
      ) : (
        <DiscountFields {...form} />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('maxUses')} label="Most uses (optional)" inputMode="numeric" hint="Each person can use it once." />
        <TextField {...field('expiresAt')} label="Last day (optional)" hint="It ends at the end of that day, in UTC." type="date" />
      </div>
    </>
  )
}

function DiscountFields({ fields, field, set }: CodeForm) {
  const { discountType, discountValue } = fields
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        {...field('discountType')}
        label="It gives"
        options={discountTypes}
        word={(type) => typeWords[type]}
        // The message at the value depends on the type.
        onChange={(type) => set({ discountType: type, discountValue })}
      />
      <TextField
        {...field('discountValue')}
        label={valueLabels[discountType]}
        {...(discountType !== 'fixed_amount' && { inputMode: 'numeric' as const })}
      />
      {discountType === 'free_subscription' && (
        <SelectField {...field('grantsTier')} label="Of" options={grantableTiers} word={(tier) => tiers[tier].label} />
      )}
    </div>
  )
}
