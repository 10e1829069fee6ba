import { useQueryClient } from '@tanstack/react-query'
import { friendlyMessage, isSignedOut } from '../api/errors.ts'
import { showOfAccount } from '../api/save-settings.ts'
import type { User } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

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

export function MailStoppedNotice({ email, reason }: { email: string; reason: Reason }) {
  const queries = useQueryClient()
  const retry = useWrite('POST /api/user/mail-delivery/try-again', {
    onSuccess: async () => {
      await showOfAccount(queries, { mailStopped: null })
      toast({ title: 'We are trying again', description: `An email is on its way to ${email}. If it bounces, we will tell you here.` })
      // The button disappears with what it ends.
      document.getElementById('main')?.focus()
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast({ title: 'Error', description: friendlyMessage(error), variant: 'destructive' })
    },
  })
  return (
    <Banner
      tone="warn"
      title={words[reason].title(email)}
      action={
        <div className="flex flex-wrap gap-2">
          <LinkButton to={paths.profile()} variant="secondary" size="sm">
            Change my address
          </LinkButton>
          <Button variant="secondary" size="sm" loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
            {retry.isPending ? 'Trying...' : 'Try this address again'}
          </Button>
        </div>
      }
    >
      {words[reason].text}
    </Banner>
  )
}
