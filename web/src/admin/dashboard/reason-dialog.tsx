import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { friendlyMessage, isSignedOut } from '../../api/errors.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'

const MAX_REASON_LENGTH = 500
const why = { label: 'Reason', required: 'Please say why.' }

interface ReasonDialogProps {
  title: string
  /** What it does, in a sentence. */
  description: ReactNode
  /** The button that does it: "Unlock". */
  confirm: string
  isDestructive?: boolean
  /** Whether what the children ask for is there; what is wrong stands at their fields once `isChecked` is true. */
  isComplete?: boolean
  /** What is asked for; the reason when left out. */
  asks?: typeof why
  /** More to fill in, above the reason. */
  children?: (isChecked: boolean) => ReactNode
  /** Does it. What it answers is said in a notice. What it throws is said in the dialog, which stays. */
  onConfirm: (reason: string) => Promise<{ title: string; description?: string }>
  onClose: () => void
}

/** Something that an administrator does, with the reason that is kept with the fact beside their name. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, confirm, isDestructive = false, isComplete = true, asks = why, children, onConfirm, onClose } = props
  const id = useId()
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const form = useRef<HTMLFormElement>(null)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setChecked(true)
    setRefusal(undefined)
    if (!isComplete || reason.trim() === '') {
      // After the faults are shown.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    setPending(true)
    try {
      toast(await onConfirm(reason.trim()))
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
        {children?.(isChecked)}
        <TextField
          label={asks.label}
          rows={2}
          maxLength={MAX_REASON_LENGTH}
          hint="Kept with your name, and shown in the audit."
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
