import { accountAggregate } from '@medicready/domain/accounts/account'
import type { Recorded } from '@medicready/domain/core/event'
import type { FactOf, RecordedFact } from '@medicready/domain/events'
import { endSessions } from '@medicready/platform/http/sessions'
import { MAILS_AT_ONCE, type Processes, type WorkerDeps } from '../worker/definitions.ts'
import {
  finishEmailChange,
  sendEmailChange,
  sendPasswordReset,
  sendRegistrationNotice,
  sendRoleNotice,
  sendVerificationMail,
  tellOfNewPassword,
} from './account-mails.ts'
import { forgetOldAttempts } from './attempts.ts'
import { resumeWithNewAddress, sendTrial } from './mail-delivery.ts'
import { eraseDueAccounts, finishErasure } from './personal-data/erasure.ts'
import { sendDeletionRequestedMail, sendExportMadeMail } from './personal-data/mails.ts'
import { forgetExports, makeExport } from './personal-data/make-export.ts'
import { sendSecondFactorNotice } from './second-factor/send-second-factor-notice.ts'

export const accountProcesses: Processes = {
  reactions: [
    { name: 'verification-mails', atOnce: MAILS_AT_ONCE, on: { VerificationRequested: sendVerificationMail } },
    {
      name: 'registration-notices',
      atOnce: MAILS_AT_ONCE,
      on: { RegistrationRepeated: sendRegistrationNotice },
    },
    { name: 'former-passwords', on: { EmailVerified: keepPassword, PasswordChanged: keepPassword } },
    {
      name: 'role-notices',
      atOnce: MAILS_AT_ONCE,
      on: { RoleGranted: sendRoleNotice, RoleRevoked: sendRoleNotice },
    },
    { name: 'exports', on: { ExportRequested: makeExport } },
    {
      name: 'personal-data-mails',
      atOnce: MAILS_AT_ONCE,
      on: { ExportMade: sendExportMadeMail, DeletionRequested: sendDeletionRequestedMail },
    },
    { name: 'erasures', on: { AccountErased: finishErasure } },
    {
      name: 'former-sessions',
      on: { PasswordChanged: endFormerSessions, RoleGranted: endFormerSessions, RoleRevoked: endFormerSessions },
    },
    {
      name: 'recovery-mails',
      atOnce: MAILS_AT_ONCE,
      on: {
        PasswordResetRequested: sendPasswordReset,
        PasswordChanged: tellOfNewPassword,
        EmailChangeRequested: sendEmailChange,
        EmailChanged: finishEmailChange,
      },
    },
    {
      name: 'mail-delivery',
      atOnce: MAILS_AT_ONCE,
      on: { EmailChanged: resumeWithNewAddress, MailDeliveryResumed: sendTrial },
    },
    {
      name: 'second-factor-notices',
      atOnce: MAILS_AT_ONCE,
      on: {
        SecondFactorAdded: sendSecondFactorNotice,
        SecondFactorRemoved: sendSecondFactorNotice,
        RecoveryCodesIssued: sendSecondFactorNotice,
        RecoveryCodeUsed: sendSecondFactorNotice,
        SecondFactorRefused: sendSecondFactorNotice,
      },
    },
  ],
  jobs: [
    { name: 'old-attempts', schedule: '25 * * * *', run: forgetOldAttempts },
    { name: 'expired-secrets', schedule: '35 * * * *', atStart: true, run: forgetExpired },
    { name: 'due-deletions', schedule: '*/10 * * * *', run: eraseDueAccounts },
    { name: 'expired-exports', schedule: '25 * * * *', atStart: true, run: forgetExports },
  ],
}

/** The use cases do this too; this covers processes that were killed in between. */
export async function keepPassword(
  fact: RecordedFact<'EmailVerified' | 'PasswordChanged'>,
  { commands, passwords }: Pick<WorkerDeps, 'commands' | 'passwords'>,
): Promise<void> {
  const { userId } = fact.data
  const { state } = await commands.load(accountAggregate, userId)
  if (state.situation === 'verified' && state.credentialId !== null) await passwords.keep(state.credentialId, userId)
}

type Change = FactOf<'PasswordChanged'> | FactOf<'RoleGranted'> | FactOf<'RoleRevoked'>

export async function endFormerSessions(fact: Recorded<Change>, { sql }: Pick<WorkerDeps, 'sql'>): Promise<void> {
  await endSessions(sql, fact.data.userId, { startedBefore: fact.metadata.occurredAt })
}

export async function forgetExpired({ sql, clock }: Pick<WorkerDeps, 'sql' | 'clock'>) {
  const now = clock()
  const passwords = await sql`DELETE FROM auth.credentials WHERE expires_at <= ${now}`
  const tokens = await sql`DELETE FROM auth.mail_tokens WHERE expires_at <= ${now}::timestamptz - interval '7 days'`
  const mails = await sql`DELETE FROM auth.asked_mails WHERE mail_at <= ${now}::timestamptz - interval '1 day'`
  const tickets = await sql`DELETE FROM auth.second_factor_tickets WHERE expires_at <= ${now}`
  return { tickets: tickets.count, passwords: passwords.count, tokens: tokens.count, mails: mails.count }
}
