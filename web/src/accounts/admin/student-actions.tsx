import { tierNames, tiers } from '@medicready/domain/billing/tiers'
import { TierChange } from '@medicready/domain/contract/accounts/admin-forms'
import type { AdminStudent } from '@medicready/domain/contract/accounts/students'
import { ReasonOnly } from '@medicready/domain/contract/admin/forms'
import * as z from 'zod/mini'
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

function TierButton({ student }: StudentProps) {
  const give = useAdminWrite('PUT /api/admin/students/{id}/tier')
  const others = tierNames.filter((name) => name !== student.subscriptionTier)
  return (
    <ReasonButton
      button="Change plan"
      title={`The plan of ${student.name}`}
      description="Gives a tier without payment. A tier that is paid for or came with a code stays."
      confirm="Change the plan"
      initial={{ tier: others[0] ?? 'free' }}
      schema={TierChange}
      onConfirm={async (body) => {
        const answer = await give.mutateAsync({ params: { id: student.id }, body })
        const { label } = tiers[answer.tier]
        if (answer.tier !== body.tier)
          return { title: 'Recorded with its reason', description: `${student.name} still has ${label}, because it is paid for.` }
        return { title: answer.hasChanged ? 'Plan changed' : 'Nothing to change', description: `${student.name} has ${label} now.` }
      }}
    >
      {({ field }) => <SelectField {...field('tier')} label="Plan" options={others} word={(name) => tiers[name].label} />}
    </ReasonButton>
  )
}

function UnlockButton({ student }: StudentProps) {
  const unlock = useAdminWrite('POST /api/admin/students/{id}/unlock')
  return (
    <ReasonButton
      title={`Unlock ${student.name}`}
      description="Clears the count of wrong passwords."
      confirm="Unlock"
      onConfirm={async (body) => {
        await unlock.mutateAsync({ params: { id: student.id }, body })
        return { title: 'Unlocked', description: `${student.name} can sign in again.` }
      }}
    />
  )
}

const erasureOf = (address: string) => {
  const isTyped = (typed: string) => typed.toLowerCase() === address.toLowerCase()
  const email = z.string().check(z.trim(), z.refine(isTyped, `Type the email address of the account to confirm: ${address}`))
  return z.extend(ReasonOnly, { email })
}

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
      schema={erasureOf(student.email)}
      onConfirm={async (body) => {
        await erase.mutateAsync({ params: { id: student.id }, body })
        return { title: 'Account erased', description: 'The key of the account is destroyed. The personal data can no longer be read.' }
      }}
    >
      {({ field }) => <TextField {...field('email')} label="Their email, typed" type="email" autoComplete="off" hint={student.email} />}
    </ReasonButton>
  )
}
