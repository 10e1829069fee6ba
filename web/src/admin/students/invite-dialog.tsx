import { accountWords } from '@medicready/domain/accounts/rules'
import { type Tier, tierNames, tiers } from '@medicready/domain/billing/tiers'
import { useState } from 'react'
import { isEmail } from '../../app/is-email.ts'
import { Field, Input } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { ReasonDialog } from '../dashboard/reason-dialog.tsx'
import { useInviteStudent } from './commands.ts'

/** Makes an account for somebody, who is invited by mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [person, setPerson] = useState({ email: '', firstName: '', lastName: '' })
  const [tier, setTier] = useState<Tier>('free')
  const invite = useInviteStudent()
  const faults = {
    email: isEmail(person.email.trim()) ? undefined : accountWords.invalidEmail,
    firstName: person.firstName.trim() === '' ? accountWords.firstNameRequired : undefined,
    lastName: person.lastName.trim() === '' ? accountWords.lastNameRequired : undefined,
  }
  const send = async (reason: string) => {
    const email = person.email.trim()
    await invite.mutateAsync({
      body: { email, firstName: person.firstName.trim(), lastName: person.lastName.trim(), tier, reason },
    })
    return { title: 'Student created', description: `${email} is invited by mail to set a password.` }
  }
  const field = (name: keyof typeof person, label: string, isChecked: boolean) => (
    <Field label={label} error={isChecked ? faults[name] : undefined}>
      {(control) => (
        <Input
          {...control}
          name={name}
          type={name === 'email' ? 'email' : 'text'}
          maxLength={name === 'email' ? 254 : 60}
          autoComplete="off"
          value={person[name]}
          onChange={({ target }) => setPerson({ ...person, [name]: target.value })}
        />
      )}
    </Field>
  )
  return (
    <ReasonDialog
      title="Create a student"
      description="They are invited by mail: its link lets them set a password, which verifies the address."
      confirm="Create"
      isComplete={Object.values(faults).every((fault) => fault === undefined)}
      onConfirm={send}
      onClose={onClose}
    >
      {(isChecked) => (
        <>
          {field('email', 'Email', isChecked)}
          <div className="grid gap-5 sm:grid-cols-2">
            {field('firstName', 'First name', isChecked)}
            {field('lastName', 'Last name', isChecked)}
          </div>
          <SelectField label="Plan" value={tier} options={tierNames} word={(name) => tiers[name].label} onChange={setTier} />
        </>
      )}
    </ReasonDialog>
  )
}
