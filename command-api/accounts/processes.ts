import { MAILS_AT_ONCE, type Processes } from '../worker/definitions.ts'
import { forgetOldAttempts } from './attempts.ts'
import { endFormerSessions } from './end-former-sessions.ts'
import { forgetExpired } from './forget-expired.ts'
import { keepPassword } from './keep-password.ts'
import { resumeWithNewAddress, sendTrial } from './mail-delivery/try-address-again.ts'
import { eraseDueAccounts } from './personal-data/erase-account.ts'
import { finishErasure } from './personal-data/finish-erasure.ts'
import { forgetExports } from './personal-data/forget-exports.ts'
import { sendDeletionRequestedMail, sendExportMadeMail } from './personal-data/mails.ts'
import { makeExport } from './personal-data/make-export.ts'
import { sendSecondFactorNotice } from './second-factor/send-second-factor-notice.ts'
import { sendRegistrationNotice } from './send-registration-notice.ts'
import { sendRoleNotice } from './send-role-notice.ts'
import { sendVerificationMail } from './send-verification-mail.ts'
import { finishEmailChange, sendEmailChange, sendPasswordReset, tellOfNewPassword } from './tell-of-recovery.ts'

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
