import {
  CODE_DESCRIPTION_MAX_LENGTH,
  CODE_MAX_LENGTH,
  CODE_NAME_MAX_LENGTH,
  type DiscountType,
  discountInWords,
  discountTypes,
  grantableTiers,
  normalCode,
} from '@medicready/domain/billing/discount-rules'
import { tiers } from '@medicready/domain/billing/tiers'
import type { AdminDiscountCode } from '@medicready/domain/contract/billing/discount-codes'
import { utcToday } from '../../dashboards/address.ts'
import { useAdminWrite } from '../../dashboards/reads.ts'
import { ReasonDialog } from '../../dashboards/reason-dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type CodeDraft, type CodeFaults, draftOf, faultsOf, newCode, termsOf } from './code-draft.ts'

const typeWords: Record<DiscountType, string> = {
  percentage: 'A percentage off',
  fixed_amount: 'An amount off',
  free_subscription: 'A free subscription',
}
const valueLabels: Record<DiscountType, string> = { percentage: 'Per cent', fixed_amount: 'Dollars', free_subscription: 'Months' }

/** Creates a code, or changes one (`code`). */
export function CodeDialog({ code, onClose }: { code: AdminDiscountCode | null; onClose: () => void }) {
  const create = useAdminWrite('POST /api/admin/discount-codes')
  const revise = useAdminWrite('PUT /api/admin/discount-codes/{code}')
  const save = async (reason: string, draft: CodeDraft) => {
    const body = { ...termsOf(draft, code), reason }
    if (code) {
      const { hasChanged } = await revise.mutateAsync({ params: { code: code.code }, body })
      return hasChanged ? { title: 'Code changed', description: code.code } : { title: 'Nothing to change', description: code.code }
    }
    const made = await create.mutateAsync({ body: { ...body, code: normalCode(draft.code) } })
    return { title: 'Code created', description: `${made.code} can be used now.` }
  }
  return (
    <ReasonDialog
      title={code ? `Edit ${code.code}` : 'Create a discount code'}
      description={code ? 'Changes apply from now on.' : 'It can be used as soon as it is created.'}
      confirm={code ? 'Save' : 'Create'}
      initial={code ? draftOf(code) : newCode}
      faultsOf={(draft) => faultsOf(draft, utcToday(), code)}
      onConfirm={save}
      onClose={onClose}
    >
      {({ values, faults, set }) => <CodeFields draft={values} code={code} faults={faults} onChange={set} />}
    </ReasonDialog>
  )
}

interface CodeFieldsProps {
  draft: CodeDraft
  code: AdminDiscountCode | null
  faults: CodeFaults
  onChange: (change: Partial<CodeDraft>) => void
}

function CodeFields({ draft, code, faults, onChange }: CodeFieldsProps) {
  const isUsed = code !== null && code.usedCount + code.heldCount > 0
  return (
    <>
      {code === null && (
        <TextField
          label="Code"
          maxLength={CODE_MAX_LENGTH}
          hint="What users enter: A-Z, 0-9, - and _."
          error={faults.code}
          value={draft.code}
          onChange={(typed) => onChange({ code: typed.toUpperCase() })}
        />
      )}
      <TextField
        label="Name"
        maxLength={CODE_NAME_MAX_LENGTH}
        error={faults.name}
        value={draft.name}
        onChange={(name) => onChange({ name })}
      />
      <TextField
        label="Description (optional)"
        rows={2}
        maxLength={CODE_DESCRIPTION_MAX_LENGTH}
        hint="Shown to users who enter the code."
        value={draft.description}
        onChange={(description) => onChange({ description })}
      />
      {isUsed ? (
        <p className="text-sm text-muted">It gives {discountInWords(code)}. This cannot change because the code has been used.</p>
      ) : (
        <DiscountFields draft={draft} error={faults.value} onChange={onChange} />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Most uses (optional)"
          inputMode="numeric"
          hint="Each person can use it once."
          error={faults.maxUses}
          value={draft.maxUses}
          onChange={(maxUses) => onChange({ maxUses })}
        />
        <Field label="Last day (optional)" hint="It ends at the end of that day, in UTC." error={faults.lastDay}>
          {(control) => (
            <Input {...control} type="date" value={draft.lastDay} onChange={({ target }) => onChange({ lastDay: target.value })} />
          )}
        </Field>
      </div>
    </>
  )
}

function DiscountFields({
  draft,
  error,
  onChange,
}: {
  draft: CodeDraft
  error: string | undefined
  onChange: CodeFieldsProps['onChange']
}) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label="It gives"
        value={draft.discountType}
        options={discountTypes}
        word={(type) => typeWords[type]}
        onChange={(discountType) => onChange({ discountType })}
      />
      <TextField
        label={valueLabels[draft.discountType]}
        error={error}
        {...(draft.discountType !== 'fixed_amount' && { inputMode: 'numeric' as const })}
        value={draft.value}
        onChange={(value) => onChange({ value })}
      />
      {draft.discountType === 'free_subscription' && (
        <SelectField
          label="Of"
          value={draft.grantsTier}
          options={grantableTiers}
          word={(tier) => tiers[tier].label}
          onChange={(grantsTier) => onChange({ grantsTier })}
        />
      )}
    </div>
  )
}
