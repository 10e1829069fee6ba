import {
  accountAggregate,
  isRegistrationNoticeDue,
  recordRegistrationNotice,
  recordVerificationEmail,
} from '@medicready/domain/accounts/account'
import { VERIFICATION_HOURS } from '@medicready/domain/accounts/rules'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { PRODUCT_NAME } from '@medicready/domain/product'
import type { Logger } from '@medicready/platform/logger'
import { type Mail, MailDeferred, type Mailer, MailRefused } from '@medicready/platform/mail/mailer'
import type { Clock } from '../command-context.ts'
import type { Commands } from '../commands.ts'
import { NotNow, type Reactions } from '../reactions.ts'
import type { VerificationTokens } from './verification-tokens.ts'

interface Dependencies {
  readonly commands: Commands
  readonly tokens: VerificationTokens
  readonly mailer: Mailer
  readonly clock: Clock
  readonly logger: Logger
  readonly publicUrl: string
}

/** Who hears of a repeated registration later than this is only puzzled by it. */
const NOTICE_HOURS = 24

/**
 * The mails about an account. A mail is sent first and then recorded: after a crash in between it is sent again under the same Message-ID, so that it can be
 * recognised as the same. Recording first would lose the mail instead. A mail that is refused for good is noted in the service's log and never recorded as sent.
 */
export function accountMails({ commands, tokens, mailer, clock, logger, publicUrl }: Dependencies): Reactions {
  /** Answers whether the server took the mail; it did not when it refused it for good. */
  const send = async (mail: Mail): Promise<boolean> => {
    try {
      await mailer.send(mail)
      return true
    } catch (error) {
      if (error instanceof MailDeferred) throw new NotNow(error.message)
      if (!(error instanceof MailRefused)) throw error
      logger.warn({ err: error, mail: mail.id }, 'a mail was refused for good')
      return false
    }
  }
  const contextOf = ({ id, metadata }: Recorded) => ({
    commandId: id,
    actorId: 'worker',
    correlationId: metadata.correlationId,
    now: clock(),
  })

  return {
    VerificationRequested: async (fact: Recorded<FactOf<'VerificationRequested'>>) => {
      const { userId, verificationId, expiresAt } = fact.data
      const { state } = await commands.load(accountAggregate, userId)
      if (state.situation !== 'unverified' || state.email === null) return
      const request = state.verifications.find((verification) => verification.verificationId === verificationId)
      if (!request || request.emailSent || expiresAt <= clock()) return

      const token = await tokens.issue({ verificationId, userId, expiresAt })
      const link = new URL(`/verify-email?token=${token}`, publicUrl).href
      if (await send({ to: state.email, id: `verification.${verificationId}`, ...verificationMail(state.firstName, link) }))
        await commands.execute(accountAggregate, userId, recordVerificationEmail({ userId, verificationId }), contextOf(fact))
    },

    RegistrationRepeated: async (fact: Recorded<FactOf<'RegistrationRepeated'>>) => {
      const { userId, date } = fact.data
      if (Date.parse(clock()) - Date.parse(fact.metadata.occurredAt) >= NOTICE_HOURS * 3_600_000) return
      const { state } = await commands.load(accountAggregate, userId)
      if (state.situation === 'unregistered' || state.email === null || !isRegistrationNoticeDue(state, date)) return
      const link = new URL('/login', publicUrl).href
      if (await send({ to: state.email, id: `registration-repeated.${fact.id}`, ...alreadyRegisteredMail(state.firstName, link) }))
        await commands.execute(accountAggregate, userId, recordRegistrationNotice({ userId, date }), contextOf(fact))
    },
  }
}

type Words = Pick<Mail, 'subject' | 'text' | 'html'>

const verificationMail = (firstName: string | null, link: string): Words =>
  letter({
    subject: `Verify your email address for ${PRODUCT_NAME}`,
    greeting: `Welcome${firstName ? `, ${firstName}` : ''}!`,
    text: `Please verify your email address to start studying with ${PRODUCT_NAME}. The link works once, for ${VERIFICATION_HOURS} hours.`,
    button: 'Verify email address',
    link,
    footer: `If you did not create an account with ${PRODUCT_NAME}, you can ignore this mail.`,
  })

const alreadyRegisteredMail = (firstName: string | null, link: string): Words =>
  letter({
    subject: `You already have an account with ${PRODUCT_NAME}`,
    greeting: `Hello${firstName ? `, ${firstName}` : ''}!`,
    text: `Somebody, probably you, tried to create an account with this email address. You have one already: just sign in.`,
    button: 'Sign in',
    link,
    footer: 'If that was not you, there is nothing you need to do: nobody got into your account.',
  })

interface Letter {
  readonly subject: string
  readonly greeting: string
  readonly text: string
  readonly button: string
  readonly link: string
  readonly footer: string
}

function letter({ subject, greeting, text, button, link, footer }: Letter): Words {
  const [hello, body, label, href, small] = [greeting, text, button, link, footer].map(escapeHtml)
  return {
    subject,
    text: `${greeting}\n\n${text}\n\n${button}:\n${link}\n\n${footer}\n`,
    html: `<!doctype html>
<html lang="en">
<body style="margin:0;background:#F7F8FA;font-family:Inter,Arial,sans-serif;color:#111827">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#FFFFFF;border:1px solid #D9DEE6;border-radius:12px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:16px;font-weight:600;color:#0B5CAD">${PRODUCT_NAME}</p>
<h1 style="margin:0 0 12px;font-size:24px;line-height:32px">${hello}</h1>
<p style="margin:0 0 24px;font-size:16px;line-height:24px">${body}</p>
<p style="margin:0 0 24px"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0B5CAD;color:#FFFFFF;font-size:16px;font-weight:600;text-decoration:none">${label}</a></p>
<p style="margin:0 0 24px;font-size:14px;line-height:20px;color:#4B5563">Or open this address in your browser:<br><a href="${href}" style="color:#0B5CAD;word-break:break-all">${href}</a></p>
<p style="margin:0;font-size:14px;line-height:20px;color:#4B5563">${small}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>`,
  }
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
