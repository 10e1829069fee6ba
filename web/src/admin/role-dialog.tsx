import { type UserRole, userRoles } from '@medicready/domain/accounts/rules'
import { type FormEvent, useRef, useState } from 'react'
import { friendlyMessage, isSignedOut } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { toast } from '../ui/toast.tsx'
import { useChangeRole } from './commands.ts'

const MAX_REASON_LENGTH = 500
const REASON_REQUIRED = 'Please say why.'
const EMAIL_REQUIRED = 'Please say whose role it is.'

const roleWords: Record<UserRole, string> = {
  student: 'Student: studies, nothing else',
  educator: 'Educator: reviews questions',
  tutor: 'Tutor: gives lessons',
  admin: 'Administrator: does everything',
}

interface RoleDialogProps {
  /** Null where their address is still to be typed. */
  holder: { readonly name: string; readonly email: string; readonly role: UserRole } | null
  onClose: () => void
}

/** Gives somebody a role, or takes theirs, with a reason. */
export function RoleDialog({ holder, onClose }: RoleDialogProps) {
  const [email, setEmail] = useState(holder?.email ?? '')
  const [role, setRole] = useState<UserRole>(holder && holder.role !== 'student' ? 'student' : 'educator')
  const [reason, setReason] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const changeRole = useChangeRole()

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (changeRole.isPending) return
    setIsChecked(true)
    const missing = email.trim() === '' ? 'email' : reason.trim() === '' ? 'reason' : null
    if (missing) {
      form.current?.querySelector<HTMLInputElement>(`[name="${missing}"]`)?.focus()
      return
    }
    try {
      const { hasChanged } = await changeRole.mutateAsync({ body: { email: email.trim(), role, reason: reason.trim() } })
      toast({ title: hasChanged ? 'Role changed' : 'Nothing to change', description: wordsOf(email.trim(), role, hasChanged) })
      onClose()
    } catch (error) {
      if (!isSignedOut(error)) toast({ title: 'Error', description: friendlyMessage(error), variant: 'destructive' })
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        form.current?.querySelector<HTMLElement>('input, select')?.focus()
      }}
      title={holder ? `The role of ${holder.name}` : 'Give a role'}
      description="Whoever's role changes is signed out everywhere, and told by mail."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="role-change" loading={changeRole.isPending}>
            {changeRole.isPending ? 'Saving...' : 'Change the role'}
          </Button>
        </>
      }
    >
      <form ref={form} id="role-change" noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
        {!holder && (
          <Field label="Email" error={isChecked && email.trim() === '' ? EMAIL_REQUIRED : undefined}>
            {(control) => (
              <Input
                {...control}
                name="email"
                type="email"
                maxLength={254}
                autoComplete="off"
                value={email}
                onChange={({ target }) => setEmail(target.value)}
              />
            )}
          </Field>
        )}
        <SelectField
          label="Role"
          value={role}
          options={userRoles.filter((each) => each !== (holder?.role ?? 'student'))}
          word={(each) => roleWords[each]}
          onChange={setRole}
        />
        <Field label="Reason" error={isChecked && reason.trim() === '' ? REASON_REQUIRED : undefined}>
          {(control) => (
            <Input
              {...control}
              name="reason"
              maxLength={MAX_REASON_LENGTH}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

const wordsOf = (email: string, role: UserRole, hasChanged: boolean): string =>
  hasChanged ? `${email} has the role ${role} now.` : `${email} had the role ${role} already.`
