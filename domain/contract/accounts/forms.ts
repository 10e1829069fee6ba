import * as z from 'zod/mini'
import { asProgram, firstLanguageNames, MAX_PROGRAM_LENGTH } from '../../accounts/shown/background.ts'
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
} from '../../accounts/shown/rules.ts'
import { isTimeZone } from '../../core/shown/calendar.ts'
import { printableText } from '../../core/text.ts'
import '../call/field-words.ts'

export const email = z.pipe(
  z.string(accountWords.invalidEmail).check(z.trim(), z.maxLength(MAX_EMAIL_LENGTH, accountWords.invalidEmail)),
  z.email(accountWords.invalidEmail),
)

export const newPassword = z
  .string(accountWords.passwordTooShort)
  .check(z.minLength(MIN_PASSWORD_LENGTH, accountWords.passwordTooShort), z.maxLength(MAX_PASSWORD_LENGTH))

/** May be older than today's rules. */
export const currentPassword = z
  .string(accountWords.passwordMissing)
  .check(z.minLength(1, accountWords.passwordMissing), z.maxLength(MAX_PASSWORD_LENGTH))

export const personName = (required: string) =>
  z
    .string(required)
    .check(
      z.overwrite(asPersonName),
      z.minLength(1, { error: required, abort: true }),
      z.maxLength(MAX_NAME_LENGTH, accountWords.nameTooLong),
      z.regex(personNamePattern, accountWords.nameUnusual),
    )
export const totpCode = z.string(accountWords.codeUnusual).check(
  z.overwrite((typed) => typed.replaceAll(' ', '')),
  z.regex(/^\d{6}$/, accountWords.codeUnusual),
)
export const recoveryCode = z
  .string(accountWords.recoveryCodeMissing)
  .check(z.trim(), z.minLength(1, accountWords.recoveryCodeMissing), z.maxLength(40))

const names = { firstName: personName(accountWords.firstNameRequired), lastName: personName(accountWords.lastNameRequired) }

export const phone = z.string().check(z.trim(), z.maxLength(MAX_PHONE_LENGTH, PHONE_UNUSUAL), z.regex(phonePattern, PHONE_UNUSUAL))

export const timeZone = z.string('Unknown time zone').check(z.maxLength(64), z.refine(isTimeZone, 'Unknown time zone'))

export const EmailOnly = z.object({ email })
export const Credentials = z.object({ email, password: currentPassword })
/** The form asks for the length of a new password; the call accepts older, shorter ones. */
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
  /** A call without it still registers. */
  agreedTo: z._default(z.nullable(z.object({ statement: z.literal(AGREEMENT_STATEMENT) })), null),
})

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
    examDate: z.optional(z.nullable(z.iso.date())),
    calmMode: z.optional(z.boolean()),
    showOnLeaderboard: z.optional(z.boolean()),
  })
  .check(z.refine((settings) => Object.values(settings).some((setting) => setting !== undefined), 'Please change at least one setting'))
