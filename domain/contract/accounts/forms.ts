import * as z from 'zod/mini'
import { asProgram, firstLanguageNames, MAX_PROGRAM_LENGTH } from '../../accounts/background.ts'
import {
  AGREEMENT_STATEMENT,
  accountWords,
  asPersonName,
  dailyEmailTimePattern,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_PHONE_LENGTH,
  MIN_PASSWORD_LENGTH,
  PHONE_UNUSUAL,
  personNamePattern,
  phonePattern,
} from '../../accounts/rules.ts'
import { isTimeZone } from '../../calendar.ts'
import { printableText } from '../../text.ts'
import '../field-words.ts'

// What the forms of this room send. The browser loads these schemas too, hence the small build of zod.

export const email = z.pipe(
  z.string(accountWords.invalidEmail).check(z.trim(), z.maxLength(MAX_EMAIL_LENGTH, accountWords.invalidEmail)),
  z.email(accountWords.invalidEmail),
)

export const newPassword = z
  .string(accountWords.passwordTooShort)
  .check(z.minLength(MIN_PASSWORD_LENGTH, accountWords.passwordTooShort), z.maxLength(MAX_PASSWORD_LENGTH))

/** The account's password, which may be older than today's rules. */
export const currentPassword = z
  .string(accountWords.passwordMissing)
  .check(z.minLength(1, accountWords.passwordMissing), z.maxLength(MAX_PASSWORD_LENGTH))

/** A first or last name. An absent name and a blank one get the same message. */
export const personName = (required: string) =>
  z
    .string(required)
    .check(
      z.overwrite(asPersonName),
      z.minLength(1, { error: required, abort: true }),
      z.maxLength(MAX_NAME_LENGTH, accountWords.nameTooLong),
      z.regex(personNamePattern, accountWords.nameUnusual),
    )
/** Of an authenticator app, which shows it in two groups. */
export const totpCode = z.string(accountWords.codeUnusual).check(
  z.overwrite((typed) => typed.replaceAll(' ', '')),
  z.regex(/^\d{6}$/, accountWords.codeUnusual),
)
export const recoveryCode = z
  .string(accountWords.recoveryCodeMissing)
  .check(z.trim(), z.minLength(1, accountWords.recoveryCodeMissing), z.maxLength(40))

const names = { firstName: personName(accountWords.firstNameRequired), lastName: personName(accountWords.lastNameRequired) }

export const phone = z.string().check(z.trim(), z.maxLength(MAX_PHONE_LENGTH, PHONE_UNUSUAL), z.regex(phonePattern, PHONE_UNUSUAL))

/** An IANA name; the account's calendar day follows it. */
export const timeZone = z.string('Unknown time zone').check(z.maxLength(64), z.refine(isTimeZone, 'Unknown time zone'))

export const EmailOnly = z.object({ email })
/** An address and the password of the account: for a sign-in, and for a change of the address. */
export const Credentials = z.object({ email, password: currentPassword })
/** The sign-in form asks for the length of a new password; the call takes older ones too. */
export const SignIn = z.object({ email, password: newPassword })
export const PasswordOnly = z.object({ password: currentPassword })
export const NewPasswordOnly = z.object({ password: newPassword })
export const CodeOnly = z.object({ code: totpCode })
export const RecoveryCodeOnly = z.object({ recoveryCode })
export const PasswordChange = z.object({ currentPassword, newPassword })

export const Registration = z.object({
  email,
  password: newPassword,
  ...names,
  timeZone: z._default(timeZone, 'UTC'),
  /** The statement that was checked. A call without it still registers. */
  agreedTo: z._default(z.nullable(z.object({ statement: z.literal(AGREEMENT_STATEMENT) })), null),
})

/** Null removes an optional field. */
export const ProfileChange = z.object({
  ...names,
  phone: z.optional(z.nullable(phone)),
  firstLanguage: z.optional(z.nullable(z.enum(firstLanguageNames))),
  paramedicProgram: z.optional(z.nullable(z.pipe(printableText({ max: MAX_PROGRAM_LENGTH }), z.transform(asProgram)))),
})

export const SettingsChange = z
  .object({
    showCorrectAnswers: z.optional(z.boolean()),
    dailyEmailEnabled: z.optional(z.boolean()),
    dailyEmailTime: z.optional(z.string().check(z.regex(dailyEmailTimePattern, 'Please enter a time, such as 13:00'))),
    timeZone: z.optional(timeZone),
    /** Null removes it. */
    examDate: z.optional(z.nullable(z.iso.date())),
    calmMode: z.optional(z.boolean()),
    showOnLeaderboard: z.optional(z.boolean()),
  })
  .check(z.refine((settings) => Object.values(settings).some((setting) => setting !== undefined), 'Please change at least one setting'))
