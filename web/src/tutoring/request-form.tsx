import { asProgram, MAX_PROGRAM_LENGTH } from '@medicready/domain/accounts/shown/background'
import { MAX_EMAIL_LENGTH, MAX_PHONE_LENGTH } from '@medicready/domain/accounts/shown/rules'
import { TutoringForm } from '@medicready/domain/contract/tutoring/forms'
import { modules } from '@medicready/domain/questions/shown/modules'
import {
  BUNDLE_DISCOUNT_PERCENT,
  type ContactMethod,
  type CurrentRole,
  contactMethods,
  currentRoles,
  keysOf,
  MAX_FULL_NAME_LENGTH,
  MAX_TUTORING_TEXT_LENGTH,
  type PreferredFormat,
  type PreferredTime,
  preferredFormats,
  preferredTimes,
} from '@medicready/domain/tutoring/shown/rules'
import type { ReactNode } from 'react'
import { useForm } from '../api/form.ts'
import { type User, useUser } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { Choice, Choices, YesOrNo } from './choices.tsx'
import { useRequestTutoring } from './commands.ts'
import { bundlePrice, bundleSessions, onePrice } from './prices.ts'

/** What the request form holds: '' and null where nothing was answered. */
export type RequestDraft = {
  readonly fullName: string
  readonly email: string
  readonly phoneNumber: string
  readonly preferredContactMethod: ContactMethod
  readonly currentRole: CurrentRole | ''
  readonly currentProgram: string
  readonly expectedExamDate: string
  readonly takenNREMTBefore: boolean | null
  readonly previousAttempts: string
  readonly tutoringGoals: string
  readonly struggleAreas: readonly string[]
  readonly otherAreas: string
  readonly preferredTimes: readonly PreferredTime[]
  readonly preferredFormat: PreferredFormat | ''
  readonly hasWebcamMic: boolean | null
  readonly wantsStudyPlan: boolean | null
  readonly interestedInBundle: boolean | null
  readonly additionalNotes: string
  readonly agreesToTerms: boolean
}

export const draftFor = ({ firstName, lastName, email, phone, paramedicProgram, examDate }: User): RequestDraft => ({
  fullName: `${firstName} ${lastName}`,
  email,
  phoneNumber: phone ?? '',
  preferredContactMethod: 'email',
  currentRole: '',
  currentProgram: paramedicProgram ?? '',
  expectedExamDate: examDate ?? '',
  takenNREMTBefore: null,
  previousAttempts: '',
  tutoringGoals: '',
  struggleAreas: [],
  otherAreas: '',
  preferredTimes: [],
  preferredFormat: '',
  hasWebcamMic: null,
  wantsStudyPlan: null,
  interestedInBundle: null,
  additionalNotes: '',
  agreesToTerms: false,
})

const areasOf = (chosen: readonly string[], typed: string): string[] => [
  ...new Set([
    ...chosen,
    ...typed
      .split(/[,\n]/)
      .map((area) => area.trim())
      .filter(Boolean),
  ]),
]

export const bodyOf = ({ otherAreas, ...draft }: RequestDraft) => ({
  ...draft,
  phoneNumber: draft.phoneNumber.trim() || null,
  currentProgram: asProgram(draft.currentProgram) || null,
  expectedExamDate: draft.expectedExamDate || null,
  struggleAreas: areasOf(draft.struggleAreas, otherAreas),
  previousAttempts: draft.takenNREMTBefore === true && draft.previousAttempts.trim() !== '' ? Number(draft.previousAttempts) : null,
  additionalNotes: draft.additionalNotes.trim() || null,
})

/** An error in a single area is shown where areas are typed. */
export const fieldOf = ([name, place]: readonly unknown[]): keyof RequestDraft =>
  name === 'struggleAreas' && place !== undefined ? 'otherAreas' : (name as keyof RequestDraft)

const areas = modules.map(({ label }) => label)

type Form = Pick<ReturnType<typeof useForm<RequestDraft, TutoringForm>>, 'fields' | 'field' | 'set'>

/** What was typed survives a reload until it is sent. */
export default function RequestForm({ onSent }: { onSent: () => void }) {
  const user = useUser()
  const request = useRequestTutoring()
  const { form, isSending, ...parts } = useForm<RequestDraft, TutoringForm>({
    schema: TutoringForm,
    keptAs: 'tutoringRequest',
    initial: draftFor(user),
    bodyOf,
    fieldOf,
    send: async (body) => {
      await request.mutateAsync({ body })
      toast({ title: 'Request sent', description: 'We look for a tutor who fits and reply by email within 24-48 hours.' })
      onSent()
      // The form is gone; the outcome is above.
      requestAnimationFrame(() => document.getElementById('own-requests')?.focus())
    },
  })
  return (
    <Card heading="Ask for a tutor" lead="Only our team and your tutor see what you write here. Asking is free.">
      <form {...form} aria-label="Ask for a tutor" className="mt-6 grid gap-8">
        <AboutYou {...parts} />
        <YourExam {...parts} />
        <WhatYouNeed {...parts} />
        <YourSessions {...parts} />
        <div className="grid justify-items-start gap-4 border-t border-hairline pt-5">
          <Checkbox
            {...parts.field('agreesToTerms')}
            label={
              <span>
                I agree to the tutoring terms: the prices above, and the refunds when I cancel{' '}
                <a href="#tutoring-refunds" className="text-brand underline underline-offset-4">
                  as told above
                </a>
                .
              </span>
            }
          />
          <Button type="submit" size="lg" loading={isSending} busy="Sending..." label="Send request" />
        </div>
      </form>
    </Card>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="grid min-w-0 gap-5">
    <legend className="mb-4 w-full border-b border-hairline pb-2 font-semibold">{title}</legend>
    {children}
  </fieldset>
)

function AboutYou({ fields, field, set }: Form) {
  return (
    <Group title="About you">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField {...field('fullName')} label="Full name" autoComplete="name" maxLength={MAX_FULL_NAME_LENGTH} />
        <TextField {...field('email')} label="Email" type="email" autoComplete="email" maxLength={MAX_EMAIL_LENGTH} />
      </div>
      <Choice
        {...field('preferredContactMethod')}
        legend="How should we contact you?"
        isShort
        options={keysOf(contactMethods)}
        word={(method) => contactMethods[method]}
        // Whether a number is needed depends on it, so its message is cleared too.
        onChange={(preferredContactMethod) => set({ preferredContactMethod, phoneNumber: fields.phoneNumber })}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          {...field('phoneNumber')}
          label={fields.preferredContactMethod === 'email' ? 'Phone number (optional)' : 'Phone number'}
          type="tel"
          autoComplete="tel"
          maxLength={MAX_PHONE_LENGTH}
        />
        <SelectField
          {...field('currentRole')}
          label="What is your current role?"
          options={['', ...keysOf(currentRoles)]}
          word={(role) => (role === '' ? 'Please choose' : currentRoles[role])}
        />
      </div>
      <TextField {...field('currentProgram')} label="Your paramedic program (optional)" maxLength={MAX_PROGRAM_LENGTH} />
    </Group>
  )
}

const YourExam = ({ fields, field }: Form) => (
  <Group title="Your exam">
    <YesOrNo {...field('takenNREMTBefore')} legend="Have you taken the NREMT exam before?" />
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField {...field('expectedExamDate')} label="When do you expect to take it? (optional)" type="date" />
      {fields.takenNREMTBefore === true && (
        <TextField {...field('previousAttempts')} label="How many times have you taken it? (optional)" inputMode="numeric" maxLength={2} />
      )}
    </div>
  </Group>
)

function WhatYouNeed({ fields, field, set }: Form) {
  const { value, onChange, ...struggles } = field('struggleAreas')
  return (
    <Group title="What you want to work on">
      <TextField {...field('tutoringGoals')} label="What are your goals?" rows={4} maxLength={MAX_TUTORING_TEXT_LENGTH} />
      <Choices
        {...struggles}
        legend="What do you struggle with?"
        type="checkbox"
        options={areas}
        word={(area) => area}
        chosen={areas.filter((area) => value.includes(area))}
        onChange={onChange}
        hint="Choose all that apply, or write them below."
      />
      <TextField
        {...field('otherAreas')}
        label="Something else (optional)"
        hint="Separated by commas, such as 12-lead ECGs, drug doses"
        maxLength={500}
        onChange={(otherAreas) => set({ otherAreas, struggleAreas: fields.struggleAreas })}
      />
      <YesOrNo {...field('wantsStudyPlan')} legend="Do you want a study plan from your tutor?" />
    </Group>
  )
}

function YourSessions({ field }: Form) {
  const { value: times, ...preferred } = field('preferredTimes')
  const { value: isBundle, onChange: setBundle, ...bundle } = field('interestedInBundle')
  return (
    <Group title="Your sessions">
      <Choices
        {...preferred}
        legend="When are you available?"
        type="checkbox"
        options={keysOf(preferredTimes)}
        word={(time) => preferredTimes[time]}
        chosen={times}
      />
      <Choice
        {...field('preferredFormat')}
        legend="Online or in person?"
        isShort
        options={keysOf(preferredFormats)}
        word={(format) => preferredFormats[format]}
      />
      <YesOrNo {...field('hasWebcamMic')} legend="Do you have a webcam and a microphone?" />
      <Choice
        {...bundle}
        legend="How many sessions?"
        options={['one', 'bundle']}
        word={(size) => (size === 'bundle' ? <BundleWords /> : <OneWords />)}
        value={isBundle === null ? '' : isBundle ? 'bundle' : 'one'}
        onChange={(size) => setBundle(size === 'bundle')}
      />
      <TextField {...field('additionalNotes')} label="Anything else? (optional)" rows={3} maxLength={MAX_TUTORING_TEXT_LENGTH} />
    </Group>
  )
}

const OneWords = () => (
  <>
    <span className="font-medium">One session</span> · {onePrice}
  </>
)

const BundleWords = () => (
  <>
    <span className="font-medium">{bundleSessions} sessions</span> · {bundlePrice}, paid ahead ({BUNDLE_DISCOUNT_PERCENT}% off)
  </>
)
