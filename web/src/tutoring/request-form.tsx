import { MAX_PROGRAM_LENGTH } from '@medicready/domain/accounts/background'
import { MAX_EMAIL_LENGTH, MAX_PHONE_LENGTH } from '@medicready/domain/accounts/rules'
import { modules } from '@medicready/domain/study/modules'
import {
  BUNDLE_DISCOUNT_PERCENT,
  contactMethods,
  currentRoles,
  keysOf,
  MAX_FULL_NAME_LENGTH,
  MAX_TUTORING_TEXT_LENGTH,
  preferredFormats,
  preferredTimes,
} from '@medicready/domain/tutoring/rules'
import type { ReactNode } from 'react'
import { useUser } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { classList } from '../ui/class-list.ts'
import { Field, fieldFrame, Input } from '../ui/field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { Choices, YesOrNo } from './choices.tsx'
import { useRequestTutoring } from './commands.ts'
import { bundlePrice, bundleSessions, onePrice } from './prices.ts'
import { draftFor, faultsOf, formOf, type RequestDraft } from './request-draft.ts'
import { useDraftForm } from './use-draft-form.ts'

const areas = modules.map(({ label }) => label)

type Parts = ReturnType<typeof useDraftForm<RequestDraft>>

/** Asks for a tutor. What was typed outlives a reload, until it is sent. */
export function RequestForm({ onSent }: { onSent: () => void }) {
  const user = useUser()
  const request = useRequestTutoring()
  const parts = useDraftForm<RequestDraft>({
    keptAs: 'tutoringRequest',
    initial: () => draftFor(user),
    faultsOf,
    send: async (draft) => {
      await request.mutateAsync({ body: formOf(draft) })
      toast({ title: 'Request sent', description: 'We look for a tutor who fits and reply by email within 24-48 hours.' })
      onSent()
      // The form is gone: what came of it stands above.
      requestAnimationFrame(() => document.getElementById('own-requests')?.focus())
    },
  })
  return (
    <Card aria-labelledby="ask-for-a-tutor">
      <h2 id="ask-for-a-tutor" className="text-lg font-semibold">
        Ask for a tutor
      </h2>
      <p className="mt-1 text-sm text-muted">Only our team and your tutor see what you write here. Asking is free.</p>
      <form {...parts.form} aria-labelledby="ask-for-a-tutor" className="mt-6 grid gap-8">
        <AboutYou {...parts} />
        <YourExam {...parts} />
        <WhatYouNeed {...parts} />
        <YourSessions {...parts} />
        <div className="grid justify-items-start gap-4 border-t border-hairline pt-5">
          <Checkbox
            name="agreesToTerms"
            label={
              <span>
                I agree to the tutoring terms: the prices above, and the refunds when I cancel{' '}
                <a href="#tutoring-refunds" className="text-brand underline underline-offset-4">
                  as told above
                </a>
                .
              </span>
            }
            checked={parts.draft.agreesToTerms}
            error={parts.faults.agreesToTerms}
            onChange={(agreesToTerms) => parts.set({ agreesToTerms })}
          />
          <Button type="submit" size="lg" loading={parts.isPending}>
            {parts.isPending ? 'Sending...' : 'Send request'}
          </Button>
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

function AboutYou({ draft, faults, set }: Parts) {
  return (
    <Group title="About you">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Full name" error={faults.fullName}>
          {(control) => (
            <Input
              {...control}
              name="fullName"
              autoComplete="name"
              maxLength={MAX_FULL_NAME_LENGTH}
              value={draft.fullName}
              onChange={({ target }) => set({ fullName: target.value })}
            />
          )}
        </Field>
        <Field label="Email" error={faults.email}>
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              autoComplete="email"
              maxLength={MAX_EMAIL_LENGTH}
              value={draft.email}
              onChange={({ target }) => set({ email: target.value })}
            />
          )}
        </Field>
      </div>
      <Choices
        legend="How should we contact you?"
        name="preferredContactMethod"
        type="radio"
        isShort
        options={keysOf(contactMethods)}
        word={(method) => contactMethods[method]}
        chosen={[draft.preferredContactMethod]}
        onChange={([preferredContactMethod = 'email']) =>
          // Whether a number is needed goes by it.
          set({ preferredContactMethod, phoneNumber: draft.phoneNumber })
        }
        error={faults.preferredContactMethod}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={draft.preferredContactMethod === 'email' ? 'Phone number (optional)' : 'Phone number'} error={faults.phoneNumber}>
          {(control) => (
            <Input
              {...control}
              name="phoneNumber"
              type="tel"
              autoComplete="tel"
              maxLength={MAX_PHONE_LENGTH}
              value={draft.phoneNumber}
              onChange={({ target }) => set({ phoneNumber: target.value })}
            />
          )}
        </Field>
        <Field label="What is your current role?" error={faults.currentRole}>
          {(control) => (
            <select
              {...control}
              name="currentRole"
              value={draft.currentRole}
              onChange={({ target }) => set({ currentRole: target.value as RequestDraft['currentRole'] })}
              className={classList(fieldFrame, 'min-h-11')}
            >
              <option value="">Please choose</option>
              {keysOf(currentRoles).map((role) => (
                <option key={role} value={role}>
                  {currentRoles[role]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <TextField
        label="Your paramedic program (optional)"
        value={draft.currentProgram}
        error={faults.currentProgram}
        maxLength={MAX_PROGRAM_LENGTH}
        onChange={(currentProgram) => set({ currentProgram })}
      />
    </Group>
  )
}

function YourExam({ draft, faults, set }: Parts) {
  return (
    <Group title="Your exam">
      <YesOrNo
        legend="Have you taken the NREMT exam before?"
        name="takenNREMTBefore"
        value={draft.takenNREMTBefore}
        error={faults.takenNREMTBefore}
        onChange={(takenNREMTBefore) => set({ takenNREMTBefore })}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="When do you expect to take it? (optional)" error={faults.expectedExamDate}>
          {(control) => (
            <Input
              {...control}
              name="expectedExamDate"
              type="date"
              value={draft.expectedExamDate}
              onChange={({ target }) => set({ expectedExamDate: target.value })}
            />
          )}
        </Field>
        {draft.takenNREMTBefore === true && (
          <TextField
            label="How many times have you taken it? (optional)"
            inputMode="numeric"
            maxLength={2}
            value={draft.previousAttempts}
            error={faults.previousAttempts}
            onChange={(previousAttempts) => set({ previousAttempts })}
          />
        )}
      </div>
    </Group>
  )
}

function WhatYouNeed({ draft, faults, set }: Parts) {
  return (
    <Group title="What you want to work on">
      <TextField
        label="What are your goals?"
        rows={4}
        maxLength={MAX_TUTORING_TEXT_LENGTH}
        value={draft.tutoringGoals}
        error={faults.tutoringGoals}
        onChange={(tutoringGoals) => set({ tutoringGoals })}
      />
      <Choices
        legend="What do you struggle with?"
        name="struggleAreas"
        type="checkbox"
        options={areas}
        word={(area) => area}
        chosen={areas.filter((area) => draft.struggleAreas.includes(area))}
        onChange={(struggleAreas) => set({ struggleAreas })}
        error={faults.struggleAreas}
        hint="Choose all that apply, or write them below."
      />
      <TextField
        label="Something else (optional)"
        hint="Separated by commas, such as 12-lead ECGs, drug doses"
        maxLength={500}
        value={draft.otherAreas}
        error={faults.otherAreas}
        onChange={(otherAreas) => set({ otherAreas, struggleAreas: draft.struggleAreas })}
      />
      <YesOrNo
        legend="Do you want a study plan from your tutor?"
        name="wantsStudyPlan"
        value={draft.wantsStudyPlan}
        error={faults.wantsStudyPlan}
        onChange={(wantsStudyPlan) => set({ wantsStudyPlan })}
      />
    </Group>
  )
}

function YourSessions({ draft, faults, set }: Parts) {
  return (
    <Group title="Your sessions">
      <Choices
        legend="When are you available?"
        name="preferredTimes"
        type="checkbox"
        options={keysOf(preferredTimes)}
        word={(time) => preferredTimes[time]}
        chosen={draft.preferredTimes}
        onChange={(times) => set({ preferredTimes: times })}
        error={faults.preferredTimes}
      />
      <Choices
        legend="Online or in person?"
        name="preferredFormat"
        type="radio"
        isShort
        options={keysOf(preferredFormats)}
        word={(format) => preferredFormats[format]}
        chosen={draft.preferredFormat === '' ? [] : [draft.preferredFormat]}
        onChange={([format]) => set({ preferredFormat: format ?? '' })}
        error={faults.preferredFormat}
      />
      <YesOrNo
        legend="Do you have a webcam and a microphone?"
        name="hasWebcamMic"
        value={draft.hasWebcamMic}
        error={faults.hasWebcamMic}
        onChange={(hasWebcamMic) => set({ hasWebcamMic })}
      />
      <Choices
        legend="How many sessions?"
        name="interestedInBundle"
        type="radio"
        options={['one', 'bundle'] as const}
        word={(size) => (size === 'bundle' ? <BundleWords /> : <OneWords />)}
        chosen={draft.interestedInBundle === null ? [] : [draft.interestedInBundle ? 'bundle' : 'one']}
        onChange={([size]) => set({ interestedInBundle: size === 'bundle' })}
        error={faults.interestedInBundle}
      />
      <TextField
        label="Anything else? (optional)"
        rows={3}
        maxLength={MAX_TUTORING_TEXT_LENGTH}
        value={draft.additionalNotes}
        error={faults.additionalNotes}
        onChange={(additionalNotes) => set({ additionalNotes })}
      />
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
