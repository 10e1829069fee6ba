import { PasswordChange } from '@medicready/domain/contract/accounts/forms'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { authToken } from '../api/auth-token.ts'
import { ApiError, friendlyMessage } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { useWrite } from '../api/write.ts'
import { PageHead } from '../page/page-head.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { toast } from '../ui/toast.tsx'
import { AccountLinks } from './account-links.tsx'
import { NewPasswordField, PasswordField } from './fields.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { secondFactorsQuery } from './second-factors.tsx'
import { devicesQuery, SignedInDevices } from './signed-in-devices.tsx'

export const clientLoader = async (queries: QueryClient) => {
  void queries.prefetchQuery(secondFactorsQuery)
  void queries.prefetchQuery(devicesQuery)
}

export default function SecurityPage() {
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <PageHead title="Security">How you sign in and where you are signed in.</PageHead>
      <PasswordSection />
      <SecondFactorSection />
      <SignedInDevices />
      <AccountLinks to={['profile', 'settings']} />
    </div>
  )
}

function PasswordSection() {
  const queries = useQueryClient()
  const change = useWrite('POST /api/user/password', {
    // All other sessions have ended; this one goes on under another token.
    onSuccess: async ({ token }) => {
      authToken.keep(token)
      await queries.invalidateQueries({ queryKey: devicesQuery.queryKey })
    },
  })
  const { form, field, reset, isSending } = useForm({
    schema: PasswordChange,
    initial: { currentPassword: '', newPassword: '' },
    send: async (body) => {
      const { message } = await change.mutateAsync({ body })
      reset()
      toast({ title: 'Password changed', description: message })
    },
    onRefused: (error, { showAt }) => {
      const isAboutNew = error instanceof ApiError && error.code === 'passwordTooCommon'
      showAt(isAboutNew ? 'newPassword' : 'currentPassword', friendlyMessage(error))
    },
  })
  return (
    <Card aria-labelledby="password" className="grid gap-4">
      <div>
        <h2 id="password" className="text-lg font-semibold">
          Password
        </h2>
        <p className="mt-1 text-sm text-muted">Changing it signs you out on all other devices.</p>
      </div>
      <form {...form} className="grid gap-4 sm:max-w-sm" aria-label="Change password">
        <PasswordField {...field('currentPassword')} label="Current password" />
        <NewPasswordField {...field('newPassword')} />
        <Button type="submit" loading={isSending} className="justify-self-start">
          {isSending ? 'Changing...' : 'Change Password'}
        </Button>
      </form>
    </Card>
  )
}
