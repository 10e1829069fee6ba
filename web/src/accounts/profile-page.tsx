import { type FirstLanguage, firstLanguageNames, firstLanguages, MAX_PROGRAM_LENGTH } from '@medicready/domain/accounts/shown/background'
import { DELETION_DAYS, MAX_NAME_LENGTH, MAX_PHONE_LENGTH } from '@medicready/domain/accounts/shown/rules'
import { tiers } from '@medicready/domain/billing/shown/tiers'
import { Credentials, PasswordOnly, ProfileChange } from '@medicready/domain/contract/accounts/forms'
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, friendlyMessage } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { KeepAccountButton, useRequestDeletion } from '../api/keep-account-button.tsx'
import { Loaded } from '../api/loaded.tsx'
import { achievementsQuery, statsQuery } from '../api/own-reads.ts'
import { showOfAccount } from '../api/save-settings.ts'
import { freshSessionQuery, sessionQuery, useUser } from '../api/session.ts'
import { todayOf, useToday } from '../api/today.ts'
import { toastFailure, useWrite } from '../api/write.ts'
import { PageHead } from '../page/page-head.tsx'
import { EmailField, PasswordField } from '../shared/account-fields.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardTitle, Figure } from '../ui/card.tsx'
import { ActionDialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { capitalized, countOf, dayOf, initialsOf } from '../ui/words.ts'
import { AccountLinks } from './account-links.tsx'
import { AchievementsSection } from './achievements-section.tsx'
import { DownloadData, exportsQuery } from './download-data.tsx'

export const clientLoader = async (queries: QueryClient) => {
  const user = await queries.ensureQueryData(sessionQuery)
  void queries.prefetchQuery(freshSessionQuery)
  void queries.prefetchQuery(statsQuery(todayOf(user)))
  void queries.prefetchQuery(achievementsQuery)
  void queries.prefetchQuery(exportsQuery)
}

export default function ProfilePage() {
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <PageHead title="Profile">Your account and your results so far.</PageHead>
      <AccountFacts />
      <ProfileForm />
      <EmailSection />
      <Loaded skeleton={<Skeleton className="h-40" />} failure="Your statistics could not be loaded.">
        <StudyStatistics />
      </Loaded>
      <Loaded skeleton={<Skeleton className="h-160" />} failure="Your achievements could not be loaded.">
        <AchievementsSection />
      </Loaded>
      <AccountLinks to={['settings', 'security']} />
      <DownloadData />
      <DeleteAccount />
    </div>
  )
}

function AccountFacts() {
  const { email, firstName, lastName, role, subscriptionTier, emailVerified, createdAt } = useUser()
  const facts: [term: string, fact: string][] = [
    ['Account Type', capitalized(role)],
    ['Subscription', tiers[subscriptionTier].label],
    ['Member Since', dayOf(createdAt)],
  ]
  return (
    <Card aria-labelledby="account" className="grid gap-5">
      <div className="flex items-center gap-4">
        <Avatar size="lg" initials={initialsOf(firstName, lastName) || initialsOf(email)} />
        <div className="min-w-0">
          <h2 id="account" className="text-lg font-semibold wrap-anywhere">
            {firstName && lastName ? `${firstName} ${lastName}` : 'Account'}
          </h2>
          <p className="text-sm wrap-anywhere text-muted">
            <span className="sr-only">Email:</span> {email}
          </p>
          <p className="mt-1">{emailVerified ? <Badge tone="ok">Email verified</Badge> : <Badge tone="warn">Email not verified</Badge>}</p>
        </div>
      </div>
      <dl className="grid gap-4 border-t border-hairline pt-5 sm:grid-cols-3">
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="font-medium">{fact}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function StudyStatistics() {
  const { data: stats } = useSuspenseQuery(statsQuery(useToday()))
  const { calmMode } = useUser()
  return (
    <Card heading="Study Statistics">
      <dl className="mt-4 grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-4">
        <Figure term="Questions">{stats.totalAnswered.toLocaleString('en-US')}</Figure>
        <Figure term="Accuracy">{stats.accuracy === null ? '–' : `${Math.round(stats.accuracy * 100)}%`}</Figure>
        {!calmMode && (
          <>
            <Figure term="Day Streak" warm={stats.studyStreak > 0}>
              {stats.studyStreak}
            </Figure>
            <Figure term="Longest Streak">{stats.longestStreak}</Figure>
          </>
        )}
      </dl>
      {stats.accuracy === null && (
        <p className="mt-4 text-sm text-muted">
          {stats.totalAnswered === 0
            ? 'Your statistics begin with your first answer.'
            : `${countOf(stats.totalAnswered, 'answer')} on trial and not scored yet.`}
        </p>
      )}
    </Card>
  )
}

const LINK_SENT_DURATION_MS = 10_000
function EmailSection() {
  const { email } = useUser()
  const change = useWrite('POST /api/user/email')
  const { form, field, reset, isSending } = useForm({
    schema: Credentials,
    initial: { email: '', password: '' },
    send: async (body, { showAt }) => {
      const { success, message } = await change.mutateAsync({ body })
      if (!success) return showAt('email', message)
      reset()
      toast({ title: 'Check your email!', description: message, duration: LINK_SENT_DURATION_MS })
    },
    onRefused: (error, { showAt }) => {
      const isAboutEmail = error instanceof ApiError && error.code === 'emailUnchanged'
      showAt(isAboutEmail ? 'email' : 'password', friendlyMessage(error))
    },
  })

  return (
    <Card aria-labelledby="email-address" className="grid gap-4">
      <div>
        <CardTitle id="email-address">Email address</CardTitle>
        <p className="mt-1 text-sm wrap-anywhere text-muted">
          You sign in with {email}. It stays in use until you open the link that we send to the new address.
        </p>
      </div>
      <form {...form} className="grid gap-4 sm:max-w-sm" aria-label="Change email address">
        <EmailField {...field('email')} label="New email address" />
        <PasswordField {...field('password')} />
        <Button type="submit" className="justify-self-start" loading={isSending} busy="Sending..." label="Change Email" />
      </form>
    </Card>
  )
}

function DeleteAccount() {
  const { eraseAt } = useUser()
  const [isAsking, setIsAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Card aria-labelledby="delete-account" className="grid gap-4">
      <div>
        <h2 ref={heading} tabIndex={-1} id="delete-account" className="text-lg font-semibold outline-none">
          Delete account
        </h2>
        <p className="mt-1 text-sm text-muted">
          {eraseAt === null
            ? `We delete your account and personal data permanently, ${DELETION_DAYS} days after you ask.`
            : `Your account will be deleted on ${dayOf(eraseAt)}. Until then, everything works as before, and you can keep it.`}
        </p>
      </div>
      <div>
        {eraseAt === null ? (
          <Button variant="destructive" onClick={() => setIsAsking(true)} label="Delete account" />
        ) : (
          <KeepAccountButton onKept={() => heading.current?.focus()} />
        )}
      </div>
      <DeletionDialog isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </Card>
  )
}

const consequences = [
  `For ${DELETION_DAYS} days, you can sign in and keep your account. We email you the deadline.`,
  'Then your name, addresses, phone number, and messages are destroyed. No one can restore them, including us.',
  'Your answers stay in the question statistics and on the leaderboard, without your name.',
  'Your email address can be used for a new account.',
]

function DeletionDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const request = useRequestDeletion()
  const { form, field, reset, isSending } = useForm({
    schema: PasswordOnly,
    initial: { password: '' },
    send: async (body) => {
      await request.mutateAsync({ body })
      close()
      toast({ title: 'Your account will be deleted', description: `You have ${DELETION_DAYS} days to change your mind.` })
    },
    onRefused: (error, { showAt }) => {
      const isAboutPassword = error instanceof ApiError && (error.code === 'passwordWrong' || error.code === 'tooManyRequests')
      if (isAboutPassword) showAt('password', friendlyMessage(error))
      else toastFailure(error)
    },
  })
  const close = () => {
    reset()
    onClose()
  }

  return (
    <ActionDialog
      open={isOpen}
      title="Delete your account?"
      description="What happens next:"
      keep="Cancel"
      confirm={`Delete in ${DELETION_DAYS} days`}
      busy="Deleting..."
      isDestructive
      isPending={isSending}
      form={form}
      onClose={close}
    >
      <ul className="grid list-disc gap-2 pl-5 text-sm">
        {consequences.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <PasswordField {...field('password')} hint="This keeps others from doing it in an open browser." />
    </ActionDialog>
  )
}

const orNull = (text: string): string | null => text.trim() || null

function ProfileForm() {
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
  const { error: _, value: language, ...background } = field('firstLanguage')

  return (
    <Card heading="Your details">
      <form {...form} aria-label="Your details" className="mt-4 grid gap-5">
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
          <SelectField
            {...background}
            value={language as FirstLanguage | ''}
            label="First language"
            options={['', ...firstLanguageNames]}
            word={(name) => (name === '' ? 'Prefer not to say' : firstLanguages[name])}
          />
          <TextField
            {...field('paramedicProgram')}
            label="Paramedic program"
            hint="Leave this empty if you prefer not to say."
            autoComplete="off"
            maxLength={MAX_PROGRAM_LENGTH}
          />
        </fieldset>
        <div>
          <Button
            type="submit"
            loading={isSending}
            disabledReason={hasChanged ? undefined : 'No changes to save.'}
            busy="Saving..."
            label="Save Profile"
          />
        </div>
      </form>
    </Card>
  )
}
