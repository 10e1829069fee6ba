import { accountAggregate } from '@medicready/domain/accounts/account'
import type { Recorded } from '@medicready/domain/core/event'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { FactOf } from '@medicready/domain/events'
import type { MailDeps, WorkerDeps } from '../../worker/definitions.ts'
import { tellAccount } from '../tell-account.ts'

type Change = Recorded<
  FactOf<'SecondFactorAdded' | 'SecondFactorRemoved' | 'RecoveryCodesIssued' | 'RecoveryCodeUsed' | 'SecondFactorRefused'>
>

export async function sendSecondFactorNotice(fact: Change, deps: MailDeps): Promise<void> {
  if (await isToldAlready(fact, deps)) return
  const { subject, text } = wordsOf(fact)
  const words = ({ firstName }: { firstName: string | null }) => ({
    subject: `${subject} ${PRODUCT_NAME}`,
    greeting: `Hello${firstName ? `, ${firstName}` : ''}!`,
    text,
    button: 'Check your Security page',
    link: '/security',
    footer: 'If this was not you, someone else may know your password. Change it now and sign out all other devices.',
  })
  await tellAccount(fact, { userId: fact.data.userId, kind: 'secondFactorChanged', words }, deps)
}

/** Recovery codes issued together with a factor are covered by its mail. */
async function isToldAlready(fact: Change, { commands }: Pick<WorkerDeps, 'commands'>): Promise<boolean> {
  if (fact.type !== 'RecoveryCodesIssued') return false
  const { commandId, correlationId, actorId, occurredAt } = fact.metadata
  const command = { commandId, correlationId, actorId, now: occurredAt }
  const decided = await commands.decidedBefore(accountAggregate, fact.data.userId, command)
  return decided?.events.some(({ type }) => type === 'SecondFactorAdded') ?? false
}

function wordsOf(fact: Change): { readonly subject: string; readonly text: string } {
  switch (fact.type) {
    case 'SecondFactorAdded': {
      const what = fact.data.kind === 'passkey' ? 'A passkey' : 'An authenticator app'
      return {
        subject: `${what} was added to your account with`,
        text: `${what} was added to your account. You need it to sign in from now on. All other devices were signed out.`,
      }
    }
    case 'SecondFactorRemoved':
      return {
        subject: 'A second factor was removed from your account with',
        text: 'A passkey or an authenticator app was removed from your account. All other devices were signed out.',
      }
    case 'RecoveryCodesIssued':
      return {
        subject: 'New recovery codes for your account with',
        text: 'New recovery codes were created for your account. Your old codes no longer work.',
      }
    case 'RecoveryCodeUsed':
      return {
        subject: 'A recovery code was used at',
        text: `Someone signed in with your password and a recovery code. If it was you, you can ignore this email. You have ${leftWords(fact.data.left)} left.`,
      }
    case 'SecondFactorRefused':
      return {
        subject: 'Someone has your password for',
        text: 'Someone entered the right password for your account several times, but not the second factor. They did not get in. If this was you, you can ignore this email. If not, change your password.',
      }
  }
}

const leftWords = (left: number): string => (left === 0 ? 'none' : String(left))
