import { type Tier, tierNames, tiers } from '@medicready/domain/billing/tiers'
import type { AdminStudent } from '@medicready/domain/contract/accounts/students'
import { useState } from 'react'
import { Field, Input } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { ReasonDialog } from '../dashboard/reason-dialog.tsx'
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
      return { title: 'Kept with its reason', description: `${student.name} still has ${label}, which is paid for.` }
    return { title: answer.hasChanged ? 'Plan changed' : 'Nothing to change', description: `${student.name} has ${label} now.` }
  }
  return (
    <ReasonDialog
      title={`The plan of ${student.name}`}
      description="Given by you, without payment. What is paid for, or given by a code, stays."
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
    return { title: 'Unlocked', description: `${student.name} may sign in again at once.` }
  }
  return (
    <ReasonDialog
      title={`Unlock ${student.name}`}
      description="What was counted of wrong passwords is forgotten."
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
    return { title: 'Account erased', description: 'Their key is destroyed: nothing of the person can be read any more.' }
  }
  return (
    <ReasonDialog
      title={`Erase ${student.name}`}
      description="At once, and for good: names, address, notes and messages cannot be brought back by anybody. Numbers stay."
      confirm="Erase for good"
      isDestructive
      isComplete={isSame}
      onConfirm={send}
      onClose={onClose}
    >
      {(isChecked) => (
        <Field
          label="Their email, typed"
          hint={student.email}
          error={isChecked && !isSame ? `Please type the address of the account: ${student.email}` : undefined}
        >
          {(control) => (
            <Input {...control} type="email" autoComplete="off" value={email} onChange={({ target }) => setEmail(target.value)} />
          )}
        </Field>
      )}
    </ReasonDialog>
  )
}
