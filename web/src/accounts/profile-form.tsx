import { type FirstLanguage, firstLanguageNames, firstLanguages, MAX_PROGRAM_LENGTH } from '@medicready/domain/accounts/background'
import { MAX_NAME_LENGTH } from '@medicready/domain/accounts/rules'
import { MAX_PHONE_LENGTH } from '@medicready/domain/accounts/settings-rules'
import { type FormEvent, useRef, useState } from 'react'
import { friendlyMessage, isSignedOut } from '../api/errors.ts'
import { useUser } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { Field, fieldFrame, Input } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import type { FormErrors } from './form-rules.ts'
import { useSaveProfile } from './profile-commands.ts'
import { type Profile, profileErrors } from './profile-rules.ts'

/** What somebody says of themselves, to change. What was typed stays until it is saved. */
export function ProfileForm() {
  const { firstName, lastName, phone, firstLanguage, paramedicProgram } = useUser()
  const saved: Profile = {
    firstName,
    lastName,
    phone: phone ?? '',
    firstLanguage: firstLanguage ?? '',
    paramedicProgram: paramedicProgram ?? '',
  }
  const [typed, setTyped] = useState<Partial<Profile>>({})
  const [errors, setErrors] = useState<FormErrors<Profile>>({})
  const form = useRef<HTMLFormElement>(null)
  /** Set at once, where state would only be seen with the next render: a double click saves once. */
  const saving = useRef(false)
  const save = useSaveProfile()
  const fields = { ...saved, ...typed }
  const hasChanged = (Object.keys(saved) as (keyof Profile)[]).some((name) => fields[name].trim() !== saved[name])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (saving.current || !hasChanged) return
    const found = profileErrors(fields)
    setErrors(found)
    const [firstWrong] = (['firstName', 'lastName', 'phone'] as const).filter((name) => found[name])
    if (firstWrong) {
      form.current?.querySelector<HTMLInputElement>(`[name="${firstWrong}"]`)?.focus()
      return
    }
    saving.current = true
    try {
      const { firstName, lastName } = fields
      const told = {
        phone: fields.phone.trim() || null,
        firstLanguage: fields.firstLanguage || null,
        paramedicProgram: fields.paramedicProgram.trim() || null,
      }
      await save.mutateAsync({ body: { firstName, lastName, ...told } })
      // What was typed on in the meantime is not saved yet.
      setTyped((now) => (now === typed ? {} : now))
      toast({ title: 'Profile Updated', description: 'Your details have been saved.' })
    } catch (error) {
      if (!isSignedOut(error)) toast({ title: 'Error', description: friendlyMessage(error), variant: 'destructive' })
    } finally {
      saving.current = false
    }
  }

  /** Value, error and change of one field; its error goes as soon as it is corrected. */
  const input = (name: Exclude<keyof Profile, 'firstLanguage'>) => ({
    name,
    value: fields[name],
    onChange: ({ target }: { target: HTMLInputElement }) => {
      setTyped((before) => ({ ...before, [name]: target.value }))
      setErrors(({ [name]: _, ...others }) => others)
    },
  })

  return (
    <Card aria-labelledby="details">
      <h2 id="details" className="text-lg font-semibold">
        Your details
      </h2>
      <form ref={form} noValidate aria-labelledby="details" onSubmit={(event) => void submit(event)} className="mt-4 grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="First name" error={errors.firstName}>
            {(control) => <Input {...control} {...input('firstName')} required autoComplete="given-name" maxLength={MAX_NAME_LENGTH} />}
          </Field>
          <Field label="Last name" error={errors.lastName}>
            {(control) => <Input {...control} {...input('lastName')} required autoComplete="family-name" maxLength={MAX_NAME_LENGTH} />}
          </Field>
        </div>
        <Field
          label="Phone number (optional)"
          error={errors.phone}
          hint="Kept sealed. Only our team sees it, such as when you ask for a tutor."
        >
          {(control) => (
            <Input {...control} {...input('phone')} type="tel" autoComplete="tel" maxLength={MAX_PHONE_LENGTH} className="sm:max-w-80" />
          )}
        </Field>
        <fieldset className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <legend className="text-sm font-medium">About your background (optional)</legend>
          <p className="mt-1.5 text-sm text-muted sm:col-span-2">
            It helps us find questions that are harder for some than for others who know as much. Kept sealed, and only looked at in groups
            of 100 people or more.
          </p>
          <Field label="First language">
            {(control) => (
              <select
                {...control}
                name="firstLanguage"
                value={fields.firstLanguage}
                onChange={({ target }) => setTyped((before) => ({ ...before, firstLanguage: target.value as FirstLanguage | '' }))}
                className={classList(fieldFrame, 'min-h-11')}
              >
                <option value="">Prefer not to say</option>
                {firstLanguageNames.map((name) => (
                  <option key={name} value={name}>
                    {firstLanguages[name]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Paramedic program" hint="Leave it empty if you prefer not to say.">
            {(control) => <Input {...control} {...input('paramedicProgram')} autoComplete="off" maxLength={MAX_PROGRAM_LENGTH} />}
          </Field>
        </fieldset>
        <div>
          <Button type="submit" loading={save.isPending} disabledReason={hasChanged ? undefined : 'There is nothing to save.'}>
            {save.isPending ? 'Saving...' : 'Save Profile'}
          </Button>
        </div>
      </form>
    </Card>
  )
}
