import { type ComponentProps, useEffect, useId } from 'react'
import { Button } from './button.tsx'
import type { DialogProps } from './dialog-window.tsx'
import { lazyPart, Part } from './part.tsx'

const loadWindow = () => import('./dialog-window.tsx')
const DialogWindow = lazyPart(async () => ({ default: (await loadWindow()).DialogWindow }))

/** Keeps the focus inside and returns it afterwards. Its code loads after the screen's own. */
export function Dialog(dialog: DialogProps) {
  useEffect(() => {
    // Only prefetched: if it fails here, it is tried again when the dialog opens.
    loadWindow().catch(() => undefined)
  }, [])
  return (
    <Part fallback={null}>
      <DialogWindow {...dialog} />
    </Part>
  )
}

interface ActionDialogProps extends Omit<DialogProps, 'open' | 'onOpenChange' | 'footer'> {
  open?: boolean
  onClose: () => void
  keep: string
  confirm: string
  busy?: string
  isPending?: boolean
  disabledReason?: string | undefined
  isDestructive?: boolean
  /** The form around the content; without it, pressing the button calls `onConfirm`. */
  form?: ComponentProps<'form'>
  onConfirm?: () => void
}

/** Asks before something happens. */
export function ActionDialog({ open = true, onClose, keep, form, onConfirm, children, ...props }: ActionDialogProps) {
  const { confirm, busy = confirm, isPending = false, disabledReason, isDestructive = false, ...dialog } = props
  const id = useId()
  return (
    <Dialog
      {...dialog}
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} label={keep} />
          <Button
            {...(form ? { type: 'submit', form: id } : { onClick: onConfirm })}
            variant={isDestructive ? 'destructive' : 'primary'}
            loading={isPending}
            disabledReason={disabledReason}
            label={isPending ? busy : confirm}
          />
        </>
      }
    >
      {form ? (
        <form {...form} id={id} className="grid gap-5">
          {children}
        </form>
      ) : (
        children
      )}
    </Dialog>
  )
}
