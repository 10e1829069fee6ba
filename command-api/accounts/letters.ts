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

/** To an unverified address: it contains no text from a user, not even a name. */
export const verificationMail = (link: string): Words =>
  letter({
    subject: `Verify your email address for ${PRODUCT_NAME}`,
    greeting: 'Welcome!',
    text: `Please verify your email address to start studying with ${PRODUCT_NAME}. The link works once, for ${VERIFICATION_HOURS} hours.`,
    button: 'Verify email address',
    link,
    footer: `If you did not create an account with ${PRODUCT_NAME}, you can ignore this email.`,
  })

export const alreadyRegisteredMail = (firstName: string | null, link: string): Words =>
  letter({
    subject: `You already have an account with ${PRODUCT_NAME}`,
    greeting: hello(firstName),
    text: `Someone tried to create an account with this email address. If it was you, you already have an account. Sign in instead.`,
    button: 'Sign in',
    link,
    footer: 'If this was not you, you can ignore this email. No one got into your account.',
  })

export const ADD_SECOND_FACTOR = 'If you do not have a second factor yet, add one on the Security page. Your new pages require it.'

const roleWords: Record<UserRole, string> = { student: 'a student', educator: 'an educator', tutor: 'a tutor', admin: 'an administrator' }

export const roleChangedMail = (firstName: string | null, role: UserRole, link: string): Words =>
  letter({
    subject: `Your role at ${PRODUCT_NAME} has changed`,
    greeting: hello(firstName),
    text: `You are now ${roleWords[role]} at ${PRODUCT_NAME}. You have been signed out on all devices.${needsSecondFactor(role) ? ` ${ADD_SECOND_FACTOR}` : ''}`,
    button: 'Sign in',
    link,
    footer: 'If you did not expect this, sign in, change your password, and check where you are signed in.',
  })

export const passwordResetMail = (firstName: string | null, link: string): Words =>
  letter({
    subject: `Choose a new password for ${PRODUCT_NAME}`,
    greeting: hello(firstName),
    text: `Someone asked to reset the password of your account. If it was you, choose a new one. The link works once, for ${PASSWORD_RESET_HOURS === 1 ? 'an hour' : `${PASSWORD_RESET_HOURS} hours`}.`,
    button: 'Choose a new password',
    link,
    footer: 'If this was not you, you can ignore this email. Your password does not change.',
  })

/** To an address that no one has verified: it contains no text from a user, not even a name. */
export const invitationMail = (link: string): Words =>
  letter({
    subject: `You are invited to ${PRODUCT_NAME}`,
    greeting: 'Welcome!',
    text: `An account with ${PRODUCT_NAME} was created for you. Choose a password to start. The link works once, for ${INVITATION_DAYS} days.`,
    button: 'Choose a password',
    link,
    footer: 'If you did not expect this email, you can ignore it. No one can use the account without you.',
  })

export const passwordChangedMail = (firstName: string | null, link: string): Words =>
  letter({
    subject: `Your password for ${PRODUCT_NAME} was changed`,
    greeting: hello(firstName),
    text: 'The password of your account was changed. All other devices were signed out.',
    button: 'This was not me: choose a new password',
    link,
    footer: 'If you changed it yourself, you can ignore this email.',
  })

export const emailChangeNoticeMail = (firstName: string | null, link: string): Words =>
  letter({
    subject: `Someone asked to change your email address at ${PRODUCT_NAME}`,
    greeting: hello(firstName),
    text: 'Someone who knows your password asked to change the email address of your account. This address stays in use until the new one is confirmed.',
    button: 'This was not me: change my password',
    link,
    footer: 'If this was you, open the link that we sent to the new address.',
  })

/** To an address that no one has verified: it contains no text from a user, not even a name. */
export const emailChangeLinkMail = (link: string): Words =>
  letter({
    subject: `Confirm your new email address for ${PRODUCT_NAME}`,
    greeting: 'Hello!',
    text: `Please confirm that this is the new email address of your account with ${PRODUCT_NAME}. The link works once, for ${EMAIL_CHANGE_HOURS} hours.`,
    button: 'Confirm email address',
    link,
    footer: `If you did not ask for this, you can ignore this email. No one can use your address at ${PRODUCT_NAME} without you.`,
  })

export const addressWantedMail = (firstName: string | null, link: string): Words =>
  letter({
    subject: `You already have an account with ${PRODUCT_NAME}`,
    greeting: hello(firstName),
    text: 'Someone asked to use this email address for another account. If it was you, you already have an account with this address. Sign in instead.',
    button: 'Sign in',
    link,
    footer: 'If this was not you, you can ignore this email. No one got into your account, and your address stays yours.',
  })

export const emailChangedMail = (firstName: string | null, link: string): Words =>
  letter({
    subject: `Your email address at ${PRODUCT_NAME} was changed`,
    greeting: hello(firstName),
    text: 'Your account now has another email address. Use it to sign in. This address can be used for a new account.',
    button: 'Sign in',
    link,
    footer: 'If this was not you, someone knows your password. Please contact us right away.',
  })

/** Old names may hold line breaks, and some mail programs link anything that looks like an address. */
export const hello = (firstName: string | null): string =>
  firstName !== null && firstName.length <= MAX_NAME_LENGTH && personNamePattern.test(firstName) && !/\.\p{L}{2}/u.test(firstName)
    ? `Hello, ${firstName}!`
    : 'Hello!'
