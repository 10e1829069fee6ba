import { type Tier, tierNames, tiers } from '@medicready/domain/billing/tiers'
import type { AdminStudent } from '@medicready/domain/contract/accounts/students'
import { useUser } from '../../api/session.ts'
import { useIsToday } from '../../dashboards/address.ts'
import { useAdminWrite } from '../../dashboards/reads.ts'
import { ReasonButton } from '../../dashboards/reason-dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { RoleButton } from './role-button.tsx'

interface StudentProps {
  student: AdminStudent
}

/** What an administrator can do with an account that was not erased. */
export function StudentActions({ student }: StudentProps) {
  const isToday = useIsToday()
  const isOwn = useUser().id === student.id
  if (student.isErased || !isToday) return null
  return (
    <>
      <TierButton student={student} />
      <RoleButton button="Change role" holder={student} isOwn={isOwn} />
      <UnlockButton student={student} />
      <EraseButton student={student} isOwn={isOwn} />
    </>
  )
}

/** Gives a student another plan, without payment. */
function TierButton({ student }: StudentProps) {
  const give = useAdminWrite('PUT /api/admin/students/{id}/tier')
  const others = tierNames.filter((name) => name !== student.subscriptionTier)
  return (
    <ReasonButton<{ tier: Tier }>
      button="Change plan"
      title={`The plan of ${student.name}`}
      description="Gives a tier without payment. A tier that is paid for or came with a code stays."
      confirm="Change the plan"
      initial={{ tier: others[0] ?? 'free' }}
      onConfirm={async (reason, { tier }) => {
        const answer = await give.mutateAsync({ params: { id: student.id }, body: { tier, reason } })
        const { label } = tiers[answer.tier]
        if (answer.tier !== tier)
          return { title: 'Recorded with its reason', description: `${student.name} still has ${label}, because it is paid for.` }
        return { title: answer.hasChanged ? 'Plan changed' : 'Nothing to change', description: `${student.name} has ${label} now.` }
      }}
    >
      {({ values, set }) => (
        <SelectField
          label="Plan"
          value={values.tier}
          options={others}
          word={(name) => tiers[name].label}
          onChange={(tier) => set({ tier })}
        />
      )}
    </ReasonButton>
  )
}

/** Lets a student try their password again at once. */
function UnlockButton({ student }: StudentProps) {
  const unlock = useAdminWrite('POST /api/admin/students/{id}/unlock')
  return (
    <ReasonButton
      title={`Unlock ${student.name}`}
      description="Clears the count of wrong passwords."
      confirm="Unlock"
      onConfirm={async (reason) => {
        await unlock.mutateAsync({ params: { id: student.id }, body: { reason } })
        return { title: 'Unlocked', description: `${student.name} can sign in again.` }
      }}
    />
  )
}

/** Erases a student for good, once their address is typed. */
function EraseButton({ student, isOwn }: StudentProps & { isOwn: boolean }) {
  const erase = useAdminWrite('POST /api/admin/students/{id}/erase')
  return (
    <ReasonButton
      button="Erase"
      className="text-bad!"
      disabledReason={isOwn ? 'You can delete your own account in your profile.' : undefined}
      title={`Erase ${student.name}`}
      description="Immediately and permanently. No one can restore names, addresses, notes, or messages. Statistics stay."
      confirm="Erase permanently"
      isDestructive
      initial={{ email: '' }}
      faultsOf={({ email }) =>
        email.trim().toLowerCase() === student.email.toLowerCase()
          ? {}
          : { email: `Type the email address of the account to confirm: ${student.email}` }
      }
      onConfirm={async (reason, { email }) => {
        await erase.mutateAsync({ params: { id: student.id }, body: { email: email.trim(), reason } })
        return { title: 'Account erased', description: 'The key of the account is destroyed. The personal data can no longer be read.' }
      }}
    >
      {({ values, faults, set }) => (
        <TextField
          label="Their email, typed"
          type="email"
          autoComplete="off"
          hint={student.email}
          error={faults.email}
          value={values.email}
          onChange={(email) => set({ email })}
        />
      )}
    </ReasonButton>
  )
}
