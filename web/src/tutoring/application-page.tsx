import {
  MAX_SHORT_TEXT_LENGTH,
  MAX_TUTORING_TEXT_LENGTH,
  MIN_TUTOR_WEEKLY_HOURS,
  PLATFORM_FEE_PERCENT,
} from '@medicready/domain/tutoring/rules'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Loaded } from '../api/loaded.tsx'
import { useToday } from '../api/today.ts'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field, Input } from '../ui/field.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { dayOf } from '../ui/words.ts'
import { type ApplicationDraft, bodyOf, emptyApplication, faultsOf } from './application-draft.ts'
import { useApply } from './commands.ts'
import { onePrice } from './prices.ts'
import { tutorProfileQuery } from './queries.ts'
import { useDraftForm } from './use-draft-form.ts'

export const clientLoader = async (queries: QueryClient) => {
  void queries.prefetchQuery(tutorProfileQuery)
}

const requirements = [
  'A current paramedic certification',
  'At least two years of field experience',
  'A background check',
  `At least ${MIN_TUTOR_WEEKLY_HOURS} available hours a week`,
  "24 hours' notice for schedule changes",
]

/** How one becomes a tutor: what is asked for, and the application. */
export default function ApplicationPage() {
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead title="Become a tutor">
        Teach one to one, at hours that you choose. Students pay {onePrice} an hour. You keep {100 - PLATFORM_FEE_PERCENT} %, paid weekly.
      </PageHead>
      <Card aria-labelledby="requirements">
        <h2 id="requirements" className="text-lg font-semibold">
          What it takes
        </h2>
        <ul className="mt-3 grid gap-2">
          {requirements.map((requirement) => (
            <li key={requirement} className="flex items-start gap-2">
              <Check aria-hidden className="mt-1 size-4 shrink-0 text-ok" />
              {requirement}
            </li>
          ))}
        </ul>
      </Card>
      <Loaded skeleton={<Skeleton className="h-96" />} failure="Your application could not be loaded.">
        <Application />
      </Loaded>
    </div>
  )
}

function Application() {
  const { situation, appliedAt, reason } = useSuspenseQuery(tutorProfileQuery).data
  if (situation === 'applied')
    return (
      <Card className="grid gap-2">
        <h2 className="text-lg font-semibold">Thank you for applying</h2>
        <p className="text-muted">
          {appliedAt && `Your application came on ${dayOf(appliedAt)}. `}We review it, run a background check, and email you the result.
        </p>
      </Card>
    )
  if (situation === 'approved')
    return (
      <Card className="grid justify-items-start gap-3">
        <h2 className="text-lg font-semibold">You are a tutor</h2>
        <p className="text-muted">Set your available hours and manage your students.</p>
        <LinkButton to={paths.tutorDesk()}>To your students</LinkButton>
      </Card>
    )
  return (
    <>
      {situation === 'declined' && (
        <Banner tone="warn" title="Your application was declined.">
          {reason} You may apply again.
        </Banner>
      )}
      <ApplicationForm />
    </>
  )
}

function ApplicationForm() {
  const today = useToday()
  const apply = useApply()
  const { draft, faults, set, form, isPending } = useDraftForm<ApplicationDraft>({
    keptAs: 'tutorApplication',
    initial: () => emptyApplication,
    faultsOf: (typed) => faultsOf(typed, today),
    send: async (typed) => {
      await apply.mutateAsync({ body: bodyOf(typed) })
      toast({ title: 'Application sent', description: 'We will email you the result.' })
    },
  })
  return (
    <Card aria-labelledby="application">
      <h2 id="application" className="text-lg font-semibold">
        Your application
      </h2>
      <form {...form} aria-labelledby="application" className="mt-4 grid gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            label="Certification number"
            maxLength={MAX_SHORT_TEXT_LENGTH}
            value={draft.certificationNumber}
            error={faults.certificationNumber}
            onChange={(certificationNumber) => set({ certificationNumber })}
          />
          <Field label="Valid until" error={faults.certifiedUntil}>
            {(control) => (
              <Input
                {...control}
                name="certifiedUntil"
                type="date"
                value={draft.certifiedUntil}
                onChange={({ target }) => set({ certifiedUntil: target.value })}
              />
            )}
          </Field>
          <TextField
            label="Years of field experience"
            inputMode="numeric"
            maxLength={2}
            value={draft.yearsOfExperience}
            error={faults.yearsOfExperience}
            onChange={(yearsOfExperience) => set({ yearsOfExperience })}
          />
          <TextField
            label="Available hours a week"
            inputMode="numeric"
            maxLength={2}
            value={draft.weeklyHours}
            error={faults.weeklyHours}
            onChange={(weeklyHours) => set({ weeklyHours })}
          />
        </div>
        <TextField
          label="About your experience"
          hint="Where you have worked and what you like to teach."
          rows={5}
          maxLength={MAX_TUTORING_TEXT_LENGTH}
          value={draft.about}
          error={faults.about}
          onChange={(about) => set({ about })}
        />
        <Checkbox
          name="agreesToBackgroundCheck"
          label="I agree to a background check"
          checked={draft.agreesToBackgroundCheck}
          error={faults.agreesToBackgroundCheck}
          onChange={(agreesToBackgroundCheck) => set({ agreesToBackgroundCheck })}
        />
        <div>
          <Button type="submit" loading={isPending}>
            {isPending ? 'Sending...' : 'Apply'}
          </Button>
        </div>
      </form>
    </Card>
  )
}
