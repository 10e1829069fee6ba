import { MAX_EMAIL_LENGTH, type UserRole, userRoles } from '@medicready/domain/accounts/shown/rules'
import { RoleChange } from '@medicready/domain/contract/accounts/admin-forms'
import type { LucideIcon } from 'lucide-react'
import { useAdminWrite } from '../../dashboards/reads.ts'
import { ReasonButton } from '../../dashboards/reason-dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'

const roleWords: Record<UserRole, string> = {
  student: 'Student: studies only',
  educator: 'Educator: reviews questions',
  tutor: 'Tutor: gives sessions',
  analyst: 'Analyst: sees data without names',
  admin: 'Administrator: does everything',
}

interface RoleButtonProps {
  icon?: LucideIcon
  button: string
  label?: string
  variant?: 'primary'
  /** Null if the address is still to be typed. */
  holder: { readonly name: string; readonly email: string; readonly role: UserRole } | null
  isOwn?: boolean
}

export function RoleButton({ holder, isOwn, ...button }: RoleButtonProps) {
  const changeRole = useAdminWrite('PUT /api/admin/roles')
  return (
    <ReasonButton
      {...button}
      disabledReason={isOwn ? 'You cannot change your own role. Ask another administrator.' : undefined}
      title={holder ? `The role of ${holder.name}` : 'Give a role'}
      description="The person is signed out on all devices and notified by email."
      confirm="Change the role"
      isOneLine
      initial={{ email: holder?.email ?? '', role: (holder && holder.role !== 'student' ? 'student' : 'educator') as UserRole }}
      schema={RoleChange}
      onConfirm={async (body) => {
        const { hasChanged } = await changeRole.mutateAsync({ body })
        return hasChanged
          ? { title: 'Role changed', description: `${body.email} has the role ${body.role} now.` }
          : { title: 'Nothing to change', description: `${body.email} already had the role ${body.role}.` }
      }}
    >
      {({ field }) => (
        <>
          {!holder && <TextField {...field('email')} label="Email" type="email" autoComplete="off" maxLength={MAX_EMAIL_LENGTH} />}
          <SelectField
            {...field('role')}
            label="Role"
            options={userRoles.filter((each) => each !== (holder?.role ?? 'student'))}
            word={(each) => roleWords[each]}
          />
        </>
      )}
    </ReasonButton>
  )
}
