import { TutorApplication } from '@medicready/domain/contract/tutoring/forms'
import {
  MAX_SHORT_TEXT_LENGTH,
  MAX_TUTORING_TEXT_LENGTH,
  MIN_TUTOR_WEEKLY_HOURS,
  PLATFORM_FEE_PERCENT,
} from '@medicready/domain/tutoring/shown/rules'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useForm } from '../api/form.ts'
import { Loaded } from '../api/loaded.tsx'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card, CheckList } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { TextField } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { dayOf } from '../ui/words.ts'
import { tutorProfileQuery, useApply } from './commands.ts'
import { onePrice } from './prices.ts'

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

export default function ApplicationPage() {
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead title="Become a tutor">
        Teach one to one, at hours that you choose. Students pay {onePrice} an hour. You keep {100 - PLATFORM_FEE_PERCENT} %, paid weekly.
      </PageHead>
      <Card heading="What it takes">
        <CheckList points={requirements} className="mt-3 gap-2" />
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
      <Card heading="Thank you for applying" className="grid gap-2">
        <p className="text-muted">
          {appliedAt && `Your application came on ${dayOf(appliedAt)}. `}We review it, run a background check, and email you the result.
        </p>
      </Card>
    )
  if (situation === 'approved')
    return (
      <Card heading="You are a tutor" className="grid justify-items-start gap-3">
        <p className="text-muted">Set your available hours and manage your students.</p>
        <LinkButton to={paths.tutorDesk()} label="To your students" />
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

const numberOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed))

function ApplicationForm() {
  const apply = useApply()
  const { form, field, isSending } = useForm({
    schema: TutorApplication,
    keptAs: 'tutorApplication',
    initial: {
      certificationNumber: '',
      certifiedUntil: '',
      yearsOfExperience: '',
      weeklyHours: '',
      about: '',
      agreesToBackgroundCheck: false,
    },
    bodyOf: (fields) => ({
      ...fields,
      yearsOfExperience: numberOf(fields.yearsOfExperience),
      weeklyHours: numberOf(fields.weeklyHours),
    }),
    codesAt: { certificationExpired: 'certifiedUntil' },
    send: async (body) => {
      await apply.mutateAsync({ body })
      toast({ title: 'Application sent', description: 'We will email you the result.' })
    },
  })
  return (
    <Card heading="Your application">
      <form {...form} aria-label="Your application" className="mt-4 grid gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField {...field('certificationNumber')} label="Certification number" maxLength={MAX_SHORT_TEXT_LENGTH} />
          <TextField {...field('certifiedUntil')} label="Valid until" type="date" />
          <TextField {...field('yearsOfExperience')} label="Years of field experience" inputMode="numeric" maxLength={2} />
          <TextField {...field('weeklyHours')} label="Available hours a week" inputMode="numeric" maxLength={2} />
        </div>
        <TextField
          {...field('about')}
          label="About your experience"
          hint="Where you have worked and what you like to teach."
          rows={5}
          maxLength={MAX_TUTORING_TEXT_LENGTH}
        />
        <Checkbox {...field('agreesToBackgroundCheck')} label="I agree to a background check" />
        <div>
          <Button type="submit" loading={isSending} busy="Sending..." label="Apply" />
        </div>
      </form>
    </Card>
  )
}
