import { type AdminFigure, adminFigures } from '@medicready/domain/admin/shown/figure-names'
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
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Plus, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import type { useForm } from '../../api/form.ts'
import { Loaded } from '../../api/loaded.tsx'
import { type AsOf, useAsOf, useIsToday } from '../../dashboards/address.ts'
import { type AdminColumn, AdminTable } from '../../dashboards/admin-table.tsx'
import { centsOf, numberOf, shareOf } from '../../dashboards/amounts.ts'
import { momentColumn, numberColumn } from '../../dashboards/columns.tsx'
import { TabPage } from '../../dashboards/panel.tsx'
import { adminPages, dashboardLoader, useAdminWrite } from '../../dashboards/reads.ts'
import { ReasonButton, ReasonDialog } from '../../dashboards/reason-dialog.tsx'
import type { WhyPart } from '../../dashboards/why-part.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/card.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

const discountCodesQuery = (asOf: AsOf) => adminPages('GET /api/admin/discount-codes', { query: asOf })

export const clientLoader = dashboardLoader((queries, asOf) => void queries.prefetchInfiniteQuery(discountCodesQuery(asOf)))

export default function DiscountCodesTab() {
  const [isCreating, setCreating] = useState(false)
  return (
    <TabPage
      title="Discount Codes"
      actions={useIsToday() && <Button icon={Plus} size="sm" onClick={() => setCreating(true)} label="Create" />}
    >
      <Loaded skeleton={<SkeletonRows rows={6} className="h-11" />} failure="The discount codes could not be loaded.">
        <Codes />
      </Loaded>
      {isCreating && <CodeDialog code={null} onClose={() => setCreating(false)} />}
    </TabPage>
  )
}

const situationOf = ({ isActive, expiresAt, maxUses, usedCount, heldCount }: AdminDiscountCode, now: string) => {
  if (!isActive) return { word: 'Inactive', tone: 'neutral' } as const
  if (expiresAt !== null && expiresAt <= now) return { word: 'Expired', tone: 'warn' } as const
  if (maxUses !== null && usedCount + heldCount >= maxUses) return { word: 'Used up', tone: 'warn' } as const
  return { word: 'Active', tone: 'ok' } as const
}

const partOf = ({ id, code }: AdminDiscountCode, figure: AdminFigure): WhyPart => ({
  figure,
  subjectId: id,
  label: `${adminFigures[figure].label}: ${code}`,
})

const columnsAt = (now: string): readonly AdminColumn<AdminDiscountCode>[] => [
  {
    head: 'Code',
    className: 'min-w-36 sm:min-w-48',
    value: ({ code }) => code,
    cell: ({ code, name }) => (
      <span className="grid">
        <span className="break-all">{code}</span>
        <span className="text-xs font-normal text-muted">{name}</span>
      </span>
    ),
  },
  {
    head: 'Status',
    className: 'whitespace-nowrap',
    value: (code) => situationOf(code, now).word,
    cell: (code) => <Badge tone={situationOf(code, now).tone}>{situationOf(code, now).word}</Badge>,
  },
  { head: 'Gives', className: 'min-w-32', value: discountInWords },
  numberColumn({
    head: 'Uses',
    of: ({ usedCount }) => usedCount,
    words: ({ usedCount, maxUses }) => `${numberOf(usedCount)}${maxUses === null ? '' : ` of ${numberOf(maxUses)}`}`,
    term: ({ code }) => `Uses of ${code}`,
    facts: (code) => partOf(code, 'codeUses'),
  }),
  numberColumn({
    head: 'At the checkout',
    of: ({ heldCount }) => heldCount,
    term: ({ code }) => `Uses of ${code} at the checkout`,
    facts: (code) => partOf(code, 'codeHolds'),
  }),
  {
    ...numberColumn({
      head: 'Conversion',
      of: ({ conversionRate }) => conversionRate,
      words: ({ conversionRate }) => shareOf(conversionRate),
      term: ({ code }) => `Conversion of ${code}`,
      facts: (code) => [partOf(code, 'codeUses'), partOf(code, 'codeLimits')],
      how: ({ maxUses }) => (maxUses === null ? 'Uses divided by 100, because the code has no limit.' : 'Uses divided by the limit.'),
    }),
    value: ({ conversionRate }) => shareOf(conversionRate),
  },
  numberColumn({
    head: 'Saved',
    of: ({ savings }) => savings,
    isMoney: true,
    term: ({ code }) => `Saved by ${code}`,
    facts: (code) => partOf(code, 'savings'),
  }),
  momentColumn('Ends (UTC)', ({ expiresAt }) => expiresAt, 'Never'),
]

const actionsColumn: AdminColumn<AdminDiscountCode> = {
  head: 'Actions',
  cell: (code) => (
    <span className="flex gap-1 whitespace-nowrap">
      <EditButton code={code} />
      <SwitchButton action={code.isActive ? 'deactivate' : 'activate'} code={code.code} />
      {code.usedCount + code.heldCount === 0 && <SwitchButton action="delete" code={code.code} />}
    </span>
  ),
}

/** Used codes are deactivated, not deleted, so that their history stays visible. */
function Codes() {
  const asOf = useAsOf()
  const list = useSuspenseInfiniteQuery(discountCodesQuery(asOf))
  const columns = columnsAt(asOf.asOf === undefined ? new Date().toISOString() : `${asOf.asOf}T23:59:59.999Z`)
  return (
    <AdminTable
      caption="Discount codes"
      columns={asOf.asOf === undefined ? [...columns, actionsColumn] : columns}
      list={list}
      rowKey={({ id }) => id}
      noun="code"
      empty={<EmptyState title="No discount codes yet" icon={TicketPercent} />}
    />
  )
}

function EditButton({ code }: { code: AdminDiscountCode }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <Button variant="ghost" size="sm" aria-label={`Edit ${code.code}`} onClick={() => setEditing(true)} label="Edit" />
      {isEditing && <CodeDialog code={code} onClose={() => setEditing(false)} />}
    </>
  )
}

const switches = {
  activate: { confirm: 'Activate', description: 'It can be used again.', done: 'Code activated', isDestructive: false },
  deactivate: {
    confirm: 'Deactivate',
    description: 'No one else can start using it. People who already have it in checkout keep it.',
    done: 'Code deactivated',
    isDestructive: false,
  },
  delete: {
    confirm: 'Delete',
    description: 'It was never used. You can create a code with the same letters.',
    done: 'Code deleted',
    isDestructive: true,
  },
} as const

function SwitchButton({ action, code }: { action: keyof typeof switches; code: string }) {
  const writes = {
    activate: useAdminWrite('POST /api/admin/discount-codes/{code}/activate'),
    deactivate: useAdminWrite('POST /api/admin/discount-codes/{code}/deactivate'),
    delete: useAdminWrite('DELETE /api/admin/discount-codes/{code}'),
  }
  const { done, ...dialog } = switches[action]
  return (
    <ReasonButton
      {...dialog}
      variant="ghost"
      label={`${dialog.confirm} ${code}`}
      title={`${dialog.confirm} ${code}`}
      onConfirm={async (body) => {
        await writes[action].mutateAsync({ params: { code }, body })
        return { title: done, description: code }
      }}
    />
  )
}

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

function CodeDialog({ code, onClose }: { code: AdminDiscountCode | null; onClose: () => void }) {
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
