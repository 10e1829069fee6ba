import { DELETION_DAYS } from '@medicready/domain/accounts/shown/rules'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { RecordedFact } from '@medicready/domain/events'
import type { MailDeps } from '../../worker/definitions.ts'
import { tellAccount } from '../tell-account.ts'

const dayIn = (timeZone: string, at: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(at))

/** The link leads to the profile; it does not open the file. */
export async function sendExportMadeMail(fact: RecordedFact<'ExportMade'>, deps: MailDeps): Promise<void> {
  const { userId, expiresAt } = fact.data
  if (expiresAt <= deps.clock()) return
  const words = {
    subject: `Your data from ${PRODUCT_NAME} is ready`,
    greeting: 'Your data is ready',
    text: 'You asked for all the data that we have about you. You can download it from your profile for one day.',
    button: 'Go to my profile',
    link: '/profile',
    footer: 'If you did not ask for it, someone else is signed in to your account. Please change your password.',
  }
  await tellAccount(fact, { userId, kind: 'exportMade', words }, deps)
}

export async function sendDeletionRequestedMail(fact: RecordedFact<'DeletionRequested'>, deps: MailDeps): Promise<void> {
  const { userId, eraseAt } = fact.data
  const letterIn = (timeZone: string) => ({
    subject: `Your account with ${PRODUCT_NAME} will be deleted`,
    greeting: 'Your account will be deleted',
    text: `You asked us to delete your account. We will delete it on ${dayIn(timeZone, eraseAt)}, in ${DELETION_DAYS} days. Until then, you can sign in and keep it.`,
    button: 'Keep my account',
    link: '/profile',
    footer: 'If you did not ask for it, someone else knows your password. Keep your account and change the password.',
  })
  const words = ({ timeZone, eraseAt: stands }: { timeZone: string; eraseAt: string | null }) =>
    stands === eraseAt ? letterIn(timeZone) : null
  await tellAccount(fact, { userId, kind: 'deletionRequested', words }, deps)
}
