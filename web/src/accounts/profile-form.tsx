import { firstLanguageNames, firstLanguages, MAX_PROGRAM_LENGTH } from '@medicready/domain/accounts/background'
import { MAX_NAME_LENGTH, MAX_PHONE_LENGTH } from '@medicready/domain/accounts/rules'
import { ProfileChange } from '@medicready/domain/contract/accounts/forms'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from '../api/form.ts'
import { showOfAccount } from '../api/save-settings.ts'
import { useUser } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { Field, fieldFrame } from '../ui/field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'

const orNull = (text: string): string | null => text.trim() || null

/** Edits the profile. What was typed stays until it is saved. */
export function ProfileForm() {
  const { firstName, lastName, phone, firstLanguage, paramedicProgram } = useUser()
  const saved = {
    firstName,
    lastName,
    phone: phone ?? '',
    firstLanguage: firstLanguage ?? '',
    paramedicProgram: paramedicProgram ?? '',
  }
  const queries = useQueryClient()
  const save = useWrite('PATCH /api/user/profile', { onSuccess: (profile) => showOfAccount(queries, profile) })
  const { form, field, hasChanged, isSending } = useForm({
    schema: ProfileChange,
    saved,
    bodyOf: (typed) => ({
      ...typed,
      phone: orNull(typed.phone),
      firstLanguage: typed.firstLanguage || null,
      paramedicProgram: orNull(typed.paramedicProgram),
    }),
    send: async (body) => {
      await save.mutateAsync({ body })
      toast({ title: 'Profile Updated', description: 'Your details have been saved.' })
    },
  })
  const { error: _, ...language } = field('firstLanguage')

  return (
    <Card aria-labelledby="details">
      <h2 id="details" className="text-lg font-semibold">
        Your details
      </h2>
      <form {...form} aria-labelledby="details" className="mt-4 grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('firstName')} label="First name" required autoComplete="given-name" maxLength={MAX_NAME_LENGTH} />
          <TextField {...field('lastName')} label="Last name" required autoComplete="family-name" maxLength={MAX_NAME_LENGTH} />
        </div>
        <TextField
          {...field('phone')}
          label="Phone number (optional)"
          hint="Stored encrypted. Only our team sees it, for example when you request tutoring."
          type="tel"
          autoComplete="tel"
          maxLength={MAX_PHONE_LENGTH}
          className="sm:max-w-80"
        />
        <fieldset className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <legend className="text-sm font-medium">About your background (optional)</legend>
          <p className="mt-1.5 text-sm text-muted sm:col-span-2">
            This helps us find questions that are unfair to some groups of students. Stored encrypted and used only for groups of 100 people
            or more.
          </p>
          <Field label="First language">
            {(control) => (
              <select
                {...control}
                {...language}
                onChange={({ target }) => language.onChange(target.value)}
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
          <TextField
            {...field('paramedicProgram')}
            label="Paramedic program"
            hint="Leave this empty if you prefer not to say."
            autoComplete="off"
            maxLength={MAX_PROGRAM_LENGTH}
          />
        </fieldset>
        <div>
          <Button type="submit" loading={isSending} disabledReason={hasChanged ? undefined : 'No changes to save.'}>
            {isSending ? 'Saving...' : 'Save Profile'}
          </Button>
        </div>
      </form>
    </Card>
  )
}
