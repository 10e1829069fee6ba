import { Download } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { friendlyMessage, isSignedOut } from '../api/errors.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { saveCsv } from './export-csv.tsx'
import { useAdminWrite } from './reads.ts'

const MAX_REASON_LENGTH = 500
const why = { label: 'Reason', required: 'Please enter a reason.' }

type Faults<Values> = Partial<Record<keyof Values, string>>

/** What is filled in above the reason. Faults are empty until the first try to send. */
interface Fields<Values> {
  readonly values: Values
  readonly faults: Faults<Values>
  readonly set: (changed: Partial<Values>) => void
}

interface ReasonDialogProps<Values extends object> {
  title: string
  /** One sentence. */
  description: ReactNode
  /** The button that does it: "Unlock". */
  confirm: string
  isDestructive?: boolean
  /** The field; the reason when left out. */
  asks?: typeof why
  /** Whether the reason is one line, in which Enter sends. */
  isOneLine?: boolean
  /** More to fill in, above the reason: what it begins with, what is wrong with it, and its fields. */
  initial?: Values
  faultsOf?: (values: Values) => Faults<Values>
  children?: (fields: Fields<Values>) => ReactNode
  /** Does it. A notice shows what it answers. An error is shown in the dialog, which stays open. */
  onConfirm: (reason: string, values: Values) => Promise<{ title: string; description?: string }>
  onClose: () => void
}

/** Something that an administrator does, with the reason that is kept with the fact beside their name. */
export function ReasonDialog<Values extends object = object>(props: ReasonDialogProps<Values>) {
  const { title, description, confirm, isDestructive = false, asks = why, isOneLine, faultsOf, children, onConfirm, onClose } = props
  const id = useId()
  const [values, setValues] = useState(props.initial ?? ({} as Values))
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const faults = faultsOf?.(values) ?? {}

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setChecked(true)
    setRefusal(undefined)
    if (Object.keys(faults).length > 0 || reason.trim() === '') {
      // After the faults are shown.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    setPending(true)
    try {
      toast(await onConfirm(reason.trim(), values))
      onClose()
    } catch (error) {
      if (!isSignedOut(error)) setRefusal(friendlyMessage(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
      }}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant={isDestructive ? 'destructive' : 'primary'} loading={isPending}>
            {isPending ? 'Saving...' : confirm}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
        {children?.({ values, faults: isChecked ? faults : {}, set: (changed) => setValues((before) => ({ ...before, ...changed })) })}
        <TextField
          label={asks.label}
          {...(!isOneLine && { rows: 2 })}
          maxLength={MAX_REASON_LENGTH}
          hint="Saved with your name and shown in the audit log."
          error={isChecked && reason.trim() === '' ? asks.required : undefined}
          value={reason}
          onChange={setReason}
        />
        {refusal && (
          <div role="alert">
            <Banner tone="bad" title={refusal} />
          </div>
        )}
      </form>
    </Dialog>
  )
}

interface ReasonButtonProps<Values extends object>
  extends Omit<ReasonDialogProps<Values>, 'onClose'>,
    Pick<ButtonProps, 'variant' | 'className' | 'disabledReason'> {
  /** The words of the button; those of the dialog's button when left out. */
  button?: ReactNode
  /** Tells it from others on the screen. */
  label?: string
}

/** A button that asks for a reason, and then does it. */
export function ReasonButton<Values extends object = object>(props: ReasonButtonProps<Values>) {
  const { button, label, variant = 'secondary', className, disabledReason, ...dialog } = props
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        size="sm"
        className={className}
        aria-label={label}
        disabledReason={disabledReason}
        onClick={() => setAsking(true)}
      >
        {button ?? dialog.confirm}
      </Button>
      {isAsking && <ReasonDialog {...dialog} onClose={() => setAsking(false)} />}
    </>
  )
}

interface ExportPeopleProps {
  table: 'students' | 'subscribers'
  /** The file as text, for an export that was begun. */
  file: (exportId: string) => Promise<string>
}

/** Saves a table that names people. The export and its reason are recorded. */
export function ExportPeople({ table, file }: ExportPeopleProps) {
  const begin = useAdminWrite('POST /api/admin/exports')
  return (
    <ReasonButton
      button={
        <>
          <Download aria-hidden className="size-4" />
          Export CSV
        </>
      }
      label={`Export CSV of ${table}`}
      title={`Export ${table}`}
      description="The file names people. This export and its reason are recorded."
      confirm="Export"
      onConfirm={async (reason) => {
        const { exportId } = await begin.mutateAsync({ body: { table, reason } })
        saveCsv(`${table}.csv`, await file(exportId))
        return { title: 'Exported', description: `The file contains all ${table} that match the filters.` }
      }}
    />
  )
}
