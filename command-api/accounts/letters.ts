import {
  EMAIL_CHANGE_HOURS,
  INVITATION_DAYS,
  MAX_NAME_LENGTH,
  PASSWORD_RESET_HOURS,
  personNamePattern,
  type UserRole,
  VERIFICATION_HOURS,
} from '@medicready/domain/accounts/rules'
import { PRODUCT_NAME } from '@medicready/domain/product'
import type { Mail } from '@medicready/platform/mail/mailer'

/** The words of the mails about an account. */

export type Words = Pick<Mail, 'subject' | 'text' | 'html' | 'calendar'>

/** To an address that nobody has verified: nobody's words stand in it, not even a name. */
export const verificationMail = (link: string): Words =>
  letter({
    subject: `Verify your email address for ${PRODUCT_NAME}`,
    greeting: 'Welcome!',
    text: `Please verify your email address to start studying with ${PRODUCT_NAME}. The link works once, for ${VERIFICATION_HOURS} hours.`,
    button: 'Verify email address',
    link,
    footer: `If you did not create an account with ${PRODUCT_NAME}, you can ignore this mail.`,
  })

export const alreadyRegisteredMail = (firstName: string | null, link: string): Words =>
  letter({
    subject: `You already have an account with ${PRODUCT_NAME}`,
    greeting: hello(firstName),
    text: `Somebody, probably you, tried to create an account with this email address. You have one already: just sign in.`,
    button: 'Sign in',
    link,
    footer: 'If that was not you, there is nothing you need to do: nobody got into your account.',
  })

const roleWords: Record<UserRole, string> = { student: 'a student', educator: 'an educator', tutor: 'a tutor', admin: 'an administrator' }

export const roleChangedMail = (firstName: string | null, role: UserRole, link: string): Words =>
  letter({
    subject: `Your role at ${PRODUCT_NAME} has changed`,
    greeting: hello(firstName),
    text: `You are ${roleWords[role]} at ${PRODUCT_NAME} now. Wherever your account was signed in, it has to sign in again.`,
    button: 'Sign in',
    link,
    footer: 'If you did not expect this, please sign in, change your password, and look at where you are signed in.',
  })

export const passwordResetMail = (firstName: string | null, link: string): Words =>
  letter({
    subject: `Choose a new password for ${PRODUCT_NAME}`,
    greeting: hello(firstName),
    text: `Somebody, probably you, asked for a new password for your account. The link works once, for ${PASSWORD_RESET_HOURS === 1 ? 'an hour' : `${PASSWORD_RESET_HOURS} hours`}.`,
    button: 'Choose a new password',
    link,
    footer: 'If that was not you, there is nothing you need to do: your password stays as it is.',
  })

/** To an address that nobody has verified: nobody's words stand in it, not even a name. */
export const invitationMail = (link: string): Words =>
  letter({
    subject: `You are invited to ${PRODUCT_NAME}`,
    greeting: 'Welcome!',
    text: `An account with ${PRODUCT_NAME} was made for you. Choose a password to use it. The link works once, for ${INVITATION_DAYS} days.`,
    button: 'Choose a password',
    link,
    footer: 'If you do not know why you get this mail, you can ignore it: nobody can use the account without you.',
  })

export const passwordChangedMail = (firstName: string | null, link: string): Words =>
  letter({
    subject: `Your password for ${PRODUCT_NAME} was changed`,
    greeting: hello(firstName),
    text: 'The password of your account was changed, and everybody who was signed in elsewhere was signed out.',
    button: 'That was not me: choose a new password',
    link,
    footer: 'If you changed it yourself, there is nothing you need to do.',
  })

export const emailChangeNoticeMail = (firstName: string | null, link: string): Words =>
  letter({
    subject: `Somebody asked to change your email address at ${PRODUCT_NAME}`,
    greeting: hello(firstName),
    text: 'Somebody who knows your password asked to change the email address of your account. Until the new address is confirmed, this one stays.',
    button: 'That was not me: change my password',
    link,
    footer: 'If that was you, please follow the link that we sent to the new address.',
  })

/** To an address that nobody has verified: nobody's words stand in it, not even a name. */
export const emailChangeLinkMail = (link: string): Words =>
  letter({
    subject: `Confirm your new email address for ${PRODUCT_NAME}`,
    greeting: 'Hello!',
    text: `Please confirm that this is the new email address of your account with ${PRODUCT_NAME}. The link works once, for ${EMAIL_CHANGE_HOURS} hours.`,
    button: 'Confirm email address',
    link,
    footer: `If you did not ask for this, please ignore this mail: without you, nobody can use your address with ${PRODUCT_NAME}.`,
  })

export const addressWantedMail = (firstName: string | null, link: string): Words =>
  letter({
    subject: `You already have an account with ${PRODUCT_NAME}`,
    greeting: hello(firstName),
    text: 'Somebody, probably you, asked to use this email address for another account. You have one with it already: just sign in.',
    button: 'Sign in',
    link,
    footer: 'If that was not you, there is nothing you need to do: nobody got into your account, and your address stays yours.',
  })

export const emailChangedMail = (firstName: string | null, link: string): Words =>
  letter({
    subject: `Your email address at ${PRODUCT_NAME} was changed`,
    greeting: hello(firstName),
    text: 'Your account has another email address now, with which you sign in from now on. This one is free again.',
    button: 'Sign in',
    link,
    footer: 'If that was not you, somebody knows your password: please tell us at once.',
  })

/**
 * Greets by a name that is one: names of the first days may hold line breaks, and some mail programs make a link of
 * whatever looks like an address.
 */
const hello = (firstName: string | null): string =>
  firstName !== null && firstName.length <= MAX_NAME_LENGTH && personNamePattern.test(firstName) && !/\.\p{L}{2}/u.test(firstName)
    ? `Hello, ${firstName}!`
    : 'Hello!'

interface Button {
  readonly button: string
  readonly link: string
}

interface Letter extends Button {
  readonly subject: string
  readonly greeting: string
  readonly text: string
  /** Those beside the first one. */
  readonly others?: readonly Button[]
  readonly footer: string
}

/** A mail with one button, or with some to choose from. */
export function letter({ subject, greeting, text, button, link, others = [], footer }: Letter): Words {
  const [hello, body, small] = [greeting, text, footer].map(escapeHtml)
  const buttons = [{ button, link }, ...others]
  const escaped = buttons.map((each) => ({ label: escapeHtml(each.button), href: escapeHtml(each.link) }))
  return {
    subject,
    text: `${greeting}\n\n${text}\n\n${buttons.map((each) => `${each.button}:\n${each.link}\n\n`).join('')}${footer}\n`,
    html: `<!doctype html>
<html lang="en">
<body style="margin:0;background:#F7F8FA;font-family:Inter,Arial,sans-serif;color:#111827">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#FFFFFF;border:1px solid #D9DEE6;border-radius:12px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:16px;font-weight:600;color:#0B5CAD">${PRODUCT_NAME}</p>
<h1 style="margin:0 0 12px;font-size:24px;line-height:32px">${hello}</h1>
<p style="margin:0 0 24px;font-size:16px;line-height:24px">${body}</p>
${escaped.map(buttonOf).join('\n')}
<p style="margin:0 0 24px;font-size:14px;line-height:20px;color:#4B5563">Or open ${escaped.length > 1 ? 'one of these addresses' : 'this address'} in your browser:${escaped.map(addressOf).join('')}</p>
<p style="margin:0;font-size:14px;line-height:20px;color:#4B5563">${small}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>`,
  }
}

interface EscapedButton {
  readonly label: string
  readonly href: string
}

const buttonOf = ({ label, href }: EscapedButton): string =>
  `<p style="margin:0 0 24px"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0B5CAD;color:#FFFFFF;font-size:16px;font-weight:600;text-decoration:none">${label}</a></p>`

const addressOf = ({ href }: EscapedButton): string => `<br><a href="${href}" style="color:#0B5CAD;word-break:break-all">${href}</a>`

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
