import { DELETION_DAYS } from '@medicready/domain/accounts/personal-data-rules'
import { PRODUCT_NAME } from '@medicready/domain/product'
import { letter, type Words } from '@medicready/platform/mail/letter'

/** The words of the mails about personal data. They name nobody: whoever reads them knows whose the account is. */

/** 'March 8, 2026', for those whose day it is in their own zone. */
const dayIn = (timeZone: string, at: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(at))

export const exportMadeMail = (link: string): Words =>
  letter({
    subject: `Your data from ${PRODUCT_NAME} is ready`,
    greeting: 'Your data is ready',
    text: 'You asked for all that we know of you. You can download it from your profile for a day.',
    button: 'Go to my profile',
    link,
    footer: 'If you did not ask for it, somebody else is signed in to your account: please change your password.',
  })

export const deletionRequestedMail = ({ eraseAt, timeZone }: { eraseAt: string; timeZone: string }, link: string): Words =>
  letter({
    subject: `Your account with ${PRODUCT_NAME} will be deleted`,
    greeting: 'Your account will be deleted',
    text: `You asked us to delete your account. That happens on ${dayIn(timeZone, eraseAt)}, in ${DELETION_DAYS} days. Until then you can sign in and keep it.`,
    button: 'Keep my account',
    link,
    footer: 'If you did not ask for it, somebody else knows your password: keep your account, and change the password.',
  })

export const accountErasedMail = (link: string): Words =>
  letter({
    subject: `Your account with ${PRODUCT_NAME} is deleted`,
    greeting: 'Your account is deleted',
    text: 'What we knew of you cannot be read by anybody any more, and this is the last mail that you get from us. If you want to study again some day, you can create a new account.',
    button: PRODUCT_NAME,
    link,
    footer: 'Thank you for having studied with us.',
  })
