import type { AnnouncedPolicy } from '@medicready/domain/contract/legal/legal'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { KeepAccountButton } from '../api/keep-account-button.tsx'
import { sharedData } from '../api/query-keys.ts'
import { readQuery } from '../api/read.ts'
import { showOfAccount } from '../api/save-settings.ts'
import { type User, useUser } from '../api/session.ts'
import { toastFailure, useWrite } from '../api/write.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, IconButton, LinkButton } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { calendarDayInWords, dayOf } from '../ui/words.ts'

const policyNoticesQuery = queryOptions({ ...readQuery(['accounts', 'policy-notices'], 'GET /api/user/policy-notices'), ...sharedData })

export default function AccountNotices() {
  const { data: policies = [] } = useQuery(policyNoticesQuery)
  const { email, mailStopped } = useUser()
  if (policies.length === 0 && !mailStopped) return null
  return (
    <section aria-label="Notices" className="mx-auto grid w-full max-w-6xl gap-3 px-4 pt-4 sm:px-6 print:hidden">
      {mailStopped && <MailStoppedNotice email={email} reason={mailStopped.reason} />}
      {policies.map((policy) => (
        <PolicyNotice key={`${policy.document} ${policy.version}`} policy={policy} />
      ))}
    </section>
  )
}

function PolicyNotice({ policy: { document: id, version, title, changes, effectiveDate } }: { policy: AnnouncedPolicy }) {
  const queries = useQueryClient()
  const put = useWrite('POST /api/user/policy-notices/seen', {
    onSuccess: () => {
      queries.setQueryData(policyNoticesQuery.queryKey, (before) => before?.filter((one) => one.document !== id || one.version !== version))
      document.getElementById('main')?.focus()
    },
  })
  return (
    <Banner
      title={`Our ${title} changes on ${calendarDayInWords(effectiveDate)}.`}
      action={
        <IconButton
          icon={X}
          label={`Close: ${title}`}
          disabled={put.isPending}
          onClick={() => put.mutate({ body: { document: id, version } })}
          className="-my-2 -mr-2 ml-auto"
        />
      }
    >
      {changes}{' '}
      <Link to={paths.legal({ document: id, version: String(version) })} className="font-semibold text-brand underline underline-offset-4">
        Read what is new
      </Link>
    </Banner>
  )
}

type Reason = NonNullable<User['mailStopped']>['reason']

const words: Readonly<Record<Reason, { title: (email: string) => string; text: string }>> = {
  bounced: {
    title: (email) => `We can't reach you at ${email}.`,
    text: 'One of our emails bounced, so we no longer send reminders there. Please change your address, or ask us to try this one again.',
  },
  complained: {
    title: (email) => `We no longer send reminders to ${email}.`,
    text: 'One of our emails was reported as spam. We still send emails about your account. If this was a mistake, ask us to try again.',
  },
}

function MailStoppedNotice({ email, reason }: { email: string; reason: Reason }) {
  const queries = useQueryClient()
  const retry = useWrite('POST /api/user/mail-delivery/try-again', {
    onSuccess: async () => {
      await showOfAccount(queries, { mailStopped: null })
      toast({ title: 'We are trying again', description: `An email is on its way to ${email}. If it bounces, we will tell you here.` })
      // The button disappears with what it ends.
      document.getElementById('main')?.focus()
    },
    onError: (error) => toastFailure(error),
  })
  return (
    <Banner
      tone="warn"
      title={words[reason].title(email)}
      action={
        <div className="flex flex-wrap gap-2">
          <LinkButton to={paths.profile()} variant="secondary" size="sm" label="Change my address" />
          <Button
            variant="secondary"
            size="sm"
            loading={retry.isPending}
            onClick={() => retry.mutate(undefined)}
            busy="Trying..."
            label="Try this address again"
          />
        </div>
      }
    >
      {words[reason].text}
    </Banner>
  )
}

export const DeletionBanner = ({ eraseAt }: { eraseAt: string }) => (
  <section aria-label="Deletion of your account" className="mx-auto w-full max-w-6xl px-4 pt-4 sm:px-6">
    <Banner
      tone="warn"
      title={`Your account will be deleted on ${dayOf(eraseAt)}.`}
      action={<KeepAccountButton size="sm" onKept={() => document.getElementById('main')?.focus()} />}
    >
      You can change your mind until then.
    </Banner>
  </section>
)
