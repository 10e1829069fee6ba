import { needsSecondFactor } from '@medicready/domain/accounts/rights'
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
import { letter, type Words } from '@medicready/platform/mail/letter'

/** The words of the mails about an account. */

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

/** For roles with rights. */
export const ADD_SECOND_FACTOR = 'Then add a second factor on the Security page, unless you have one: your new pages ask for it.'

const roleWords: Record<UserRole, string> = { student: 'a student', educator: 'an educator', tutor: 'a tutor', admin: 'an administrator' }

export const roleChangedMail = (firstName: string | null, role: UserRole, link: string): Words =>
  letter({
    subject: `Your role at ${PRODUCT_NAME} has changed`,
    greeting: hello(firstName),
    text: `You are ${roleWords[role]} at ${PRODUCT_NAME} now. Wherever your account was signed in, it has to sign in again.${needsSecondFactor(role) ? ` ${ADD_SECOND_FACTOR}` : ''}`,
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
export const hello = (firstName: string | null): string =>
  firstName !== null && firstName.length <= MAX_NAME_LENGTH && personNamePattern.test(firstName) && !/\.\p{L}{2}/u.test(firstName)
    ? `Hello, ${firstName}!`
    : 'Hello!'
