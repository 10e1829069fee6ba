import { type Tier, tierNames, tiers } from '@medicready/domain/billing/tiers'
import type { AdminStudent } from '@medicready/domain/contract/accounts/students'
import { useState } from 'react'
import { ReasonDialog } from '../../dashboards/reason-dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useEraseStudent, useGiveTier, useUnlockStudent } from './commands.ts'

interface StudentDialogProps {
  student: AdminStudent
  onClose: () => void
}

/** Gives a student another plan, without payment. */
export function TierDialog({ student, onClose }: StudentDialogProps) {
  const [tier, setTier] = useState<Tier>(tierNames.find((name) => name !== student.subscriptionTier) ?? 'free')
  const give = useGiveTier()
  const send = async (reason: string) => {
    const answer = await give.mutateAsync({ params: { id: student.id }, body: { tier, reason } })
    const { label } = tiers[answer.tier]
    // What is paid for, or given by a code, stays.
    if (answer.tier !== tier)
      return { title: 'Recorded with its reason', description: `${student.name} still has ${label}, because it is paid for.` }
    return { title: answer.hasChanged ? 'Plan changed' : 'Nothing to change', description: `${student.name} has ${label} now.` }
  }
  return (
    <ReasonDialog
      title={`The plan of ${student.name}`}
      description="Gives a tier without payment. A tier that is paid for or came with a code stays."
      confirm="Change the plan"
      onConfirm={send}
      onClose={onClose}
    >
      {() => (
        <SelectField
          label="Plan"
          value={tier}
          options={tierNames.filter((name) => name !== student.subscriptionTier)}
          word={(name) => tiers[name].label}
          onChange={setTier}
        />
      )}
    </ReasonDialog>
  )
}

/** Lets a student try their password again at once. */
export function UnlockDialog({ student, onClose }: StudentDialogProps) {
  const unlock = useUnlockStudent()
  const send = async (reason: string) => {
    await unlock.mutateAsync({ params: { id: student.id }, body: { reason } })
    return { title: 'Unlocked', description: `${student.name} can sign in again.` }
  }
  return (
    <ReasonDialog
      title={`Unlock ${student.name}`}
      description="Clears the count of wrong passwords."
      confirm="Unlock"
      onConfirm={send}
      onClose={onClose}
    />
  )
}

/** Erases a student for good, once their address is typed. */
export function EraseDialog({ student, onClose }: StudentDialogProps) {
  const [email, setEmail] = useState('')
  const isSame = email.trim().toLowerCase() === student.email.toLowerCase()
  const erase = useEraseStudent()
  const send = async (reason: string) => {
    await erase.mutateAsync({ params: { id: student.id }, body: { email: email.trim(), reason } })
    return { title: 'Account erased', description: 'The key of the account is destroyed. The personal data can no longer be read.' }
  }
  return (
    <ReasonDialog
      title={`Erase ${student.name}`}
      description="Immediately and permanently. No one can restore names, addresses, notes, or messages. Statistics stay."
      confirm="Erase permanently"
      isDestructive
      isComplete={isSame}
      onConfirm={send}
      onClose={onClose}
    >
      {(isChecked) => (
        <Field
          label="Their email, typed"
          hint={student.email}
          error={isChecked && !isSame ? `Type the email address of the account to confirm: ${student.email}` : undefined}
        >
          {(control) => (
            <Input {...control} type="email" autoComplete="off" value={email} onChange={({ target }) => setEmail(target.value)} />
          )}
        </Field>
      )}
    </ReasonDialog>
  )
}
