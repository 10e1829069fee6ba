import { type UserRole, userRoles } from '@medicready/domain/accounts/rules'
import type { ReactNode } from 'react'
import { useAdminWrite } from '../../dashboards/reads.ts'
import { ReasonButton } from '../../dashboards/reason-dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

const EMAIL_REQUIRED = 'Please enter an email address.'

const roleWords: Record<UserRole, string> = {
  student: 'Student: studies only',
  educator: 'Educator: reviews questions',
  tutor: 'Tutor: gives sessions',
  admin: 'Administrator: does everything',
}

interface RoleButtonProps {
  button: ReactNode
  label?: string
  variant?: 'primary'
  /** Null where their address is still to be typed. */
  holder: { readonly name: string; readonly email: string; readonly role: UserRole } | null
  isOwn?: boolean
}

/** Gives a person a role, or takes it, with a reason. */
export function RoleButton({ holder, isOwn, ...button }: RoleButtonProps) {
  const changeRole = useAdminWrite('PUT /api/admin/roles')
  return (
    <ReasonButton<{ email: string; role: UserRole }>
      {...button}
      disabledReason={isOwn ? 'You cannot change your own role. Ask another administrator.' : undefined}
      title={holder ? `The role of ${holder.name}` : 'Give a role'}
      description="The person is signed out on all devices and notified by email."
      confirm="Change the role"
      isOneLine
      initial={{ email: holder?.email ?? '', role: holder && holder.role !== 'student' ? 'student' : 'educator' }}
      faultsOf={({ email }) => (email.trim() === '' ? { email: EMAIL_REQUIRED } : {})}
      onConfirm={async (reason, { email: typed, role }) => {
        const email = typed.trim()
        const { hasChanged } = await changeRole.mutateAsync({ body: { email, role, reason } })
        return hasChanged
          ? { title: 'Role changed', description: `${email} has the role ${role} now.` }
          : { title: 'Nothing to change', description: `${email} already had the role ${role}.` }
      }}
    >
      {({ values, faults, set }) => (
        <>
          {!holder && (
            <TextField
              label="Email"
              type="email"
              autoComplete="off"
              maxLength={254}
              error={faults.email}
              value={values.email}
              onChange={(email) => set({ email })}
            />
          )}
          <SelectField
            label="Role"
            value={values.role}
            options={userRoles.filter((each) => each !== (holder?.role ?? 'student'))}
            word={(each) => roleWords[each]}
            onChange={(role) => set({ role })}
          />
        </>
      )}
    </ReasonButton>
  )
}
