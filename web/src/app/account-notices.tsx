import type { AnnouncedPolicy } from '@medicready/domain/contract/legal/legal'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { sharedData } from '../api/query-keys.ts'
import { read } from '../api/read.ts'
import { useUser } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { IconButton } from '../ui/button.tsx'
import { calendarDayInWords } from '../ui/words.ts'
import { MailStoppedNotice } from './mail-stopped-notice.tsx'

const policyNoticesQuery = queryOptions({
  queryKey: ['accounts', 'policy-notices'],
  queryFn: (query) => read(query, 'GET /api/user/policy-notices'),
  ...sharedData,
})

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
          label={`Close: ${title}`}
          disabled={put.isPending}
          onClick={() => put.mutate({ body: { document: id, version } })}
          className="-my-2 -mr-2 ml-auto"
        >
          <X aria-hidden className="size-5" />
        </IconButton>
      }
    >
      {changes}{' '}
      <Link to={paths.legal({ document: id, version: String(version) })} className="font-semibold text-brand underline underline-offset-4">
        Read what is new
      </Link>
    </Banner>
  )
}
