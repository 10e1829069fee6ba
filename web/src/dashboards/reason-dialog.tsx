import { MAX_REASON_LENGTH, ReasonOnly } from '@medicready/domain/contract/admin/forms'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { core, z } from 'zod/mini'
import { friendlyMessage, isSignedOut } from '../api/errors.ts'
import { type FormParts, useForm } from '../api/form.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { ActionDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { saveCsv } from './export-csv.tsx'
import { useAdminWrite } from './reads.ts'

type Filled<Fields> = Fields & { readonly reason: string }

interface ReasonDialogProps<Fields extends object, Body> {
  title: string
  description: ReactNode
  confirm: string
  isDestructive?: boolean
  label?: string
  isOneLine?: boolean
  /** The body that `onConfirm` takes; the reason alone when left out. */
  schema?: core.$ZodType<Body>
  initial?: Fields
  bodyOf?: (fields: Filled<Fields>) => unknown
  fieldOf?: FormParts<Filled<Fields>, Body>['fieldOf']
  codesAt?: FormParts<Filled<Fields>, Body>['codesAt']
  children?: (form: Pick<ReturnType<typeof useForm<Filled<Fields>, Body>>, 'fields' | 'field' | 'set' | 'messageAt'>) => ReactNode
  /** Answers the notice to show. An error is shown in the dialog, which stays open. */
  onConfirm: (body: Body) => Promise<{ title: string; description?: string }>
  onClose: () => void
}

export function ReasonDialog<Fields extends object = object, Body = z.infer<typeof ReasonOnly>>(props: ReasonDialogProps<Fields, Body>) {
  const { title, description, confirm, isDestructive = false, label = 'Reason', isOneLine, initial, children, onConfirm, onClose } = props
  const { bodyOf, fieldOf, codesAt } = props
  const { form, isSending, ...parts } = useForm<Filled<Fields>, Body>({
    schema: props.schema ?? (ReasonOnly as unknown as core.$ZodType<Body>),
    initial: { ...initial, reason: '' } as Filled<Fields>,
    ...(bodyOf && { bodyOf }),
    ...(fieldOf && { fieldOf }),
    ...(codesAt && { codesAt }),
    send: async (body) => {
      toast(await onConfirm(body))
      onClose()
    },
    onRefused: (error, { showAt }) => {
      if (!isSignedOut(error)) showAt('root', friendlyMessage(error))
    },
  })
  const refusal = parts.messageAt('root')

  return (
    <ActionDialog
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        form.ref.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
      }}
      title={title}
      description={description}
      keep="Cancel"
      confirm={confirm}
      busy="Saving..."
      isDestructive={isDestructive}
      isPending={isSending}
      form={form}
      onClose={onClose}
    >
      {children?.(parts)}
      <TextField
        name="reason"
        label={label}
        {...(!isOneLine && { rows: 2 })}
        maxLength={MAX_REASON_LENGTH}
        hint="Saved with your name and shown in the audit log."
        error={parts.messageAt('reason')}
        value={parts.fields.reason}
        onChange={(reason) => parts.set({ reason } as Partial<Filled<Fields>>)}
      />
      {refusal && (
        <div role="alert">
          <Banner tone="bad" title={refusal} />
        </div>
      )}
    </ActionDialog>
  )
}

interface ReasonButtonProps<Fields extends object, Body>
  extends Omit<ReasonDialogProps<Fields, Body>, 'onClose' | 'label'>,
    Pick<ButtonProps, 'variant' | 'className' | 'disabledReason' | 'icon'> {
  /** The words of the button; those of the submit button when left out. */
  button?: string
  /** Distinguishes the button from others on the screen. */
  label?: string
  reasonLabel?: string
}

export function ReasonButton<Fields extends object = object, Body = z.infer<typeof ReasonOnly>>(props: ReasonButtonProps<Fields, Body>) {
  const { button, label, reasonLabel, variant = 'secondary', className, icon, disabledReason, ...dialog } = props
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        size="sm"
        className={className}
        icon={icon}
        aria-label={label}
        disabledReason={disabledReason}
        onClick={() => setAsking(true)}
        label={button ?? dialog.confirm}
      />
      {isAsking && <ReasonDialog {...dialog} {...(reasonLabel && { label: reasonLabel })} onClose={() => setAsking(false)} />}
    </>
  )
}

interface ExportPeopleProps {
  table: 'students' | 'subscribers'
  file: (exportId: string) => Promise<string>
}

export function ExportPeople({ table, file }: ExportPeopleProps) {
  const begin = useAdminWrite('POST /api/admin/exports')
  return (
    <ReasonButton
      icon={Download}
      button="Export CSV"
      label={`Export CSV of ${table}`}
      title={`Export ${table}`}
      description="The file names people. This export and its reason are recorded."
      confirm="Export"
      onConfirm={async ({ reason }) => {
        const { exportId } = await begin.mutateAsync({ body: { table, reason } })
        saveCsv(`${table}.csv`, await file(exportId))
        return { title: 'Exported', description: `The file contains all ${table} that match the filters.` }
      }}
    />
  )
}
