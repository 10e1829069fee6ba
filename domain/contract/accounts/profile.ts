import { z } from 'zod'
import { asProgram, firstLanguageNames, MAX_PROGRAM_LENGTH } from '../../accounts/background.ts'
import { accountWords, dailyEmailTimePattern } from '../../accounts/rules.ts'
import { MAX_PHONE_LENGTH, PHONE_UNUSUAL, phonePattern } from '../../accounts/settings-rules.ts'
import { isTimeZone } from '../../calendar.ts'
import { printableText } from '../../text.ts'
import { call } from '../call.ts'
import { existing } from '../examples.ts'
import { personName } from './person-name.ts'

/** An IANA name; the account's calendar day follows it. */
export const timeZone = z.string('Unknown time zone').max(64).refine(isTimeZone, 'Unknown time zone')

const phone = z.string().trim().max(MAX_PHONE_LENGTH, PHONE_UNUSUAL).regex(phonePattern, PHONE_UNUSUAL)

/** What the caller tells of where they come from; null where they do not. */
export const Background = z.object({ firstLanguage: z.enum(firstLanguageNames).nullable(), paramedicProgram: z.string().nullable() })

/** What a person has set, as it holds now. */
export const AccountSettings = z.object({
  showCorrectAnswers: z.boolean(),
  dailyEmailEnabled: z.boolean(),
  /** '13:00', in the account's own day. */
  dailyEmailTime: z.string(),
  examDate: z.iso.date().nullable(),
  /** Hides leaderboard, streaks and celebrations. */
  calmMode: z.boolean(),
  /** Whether others see the caller on the leaderboard. */
  showOnLeaderboard: z.boolean(),
  timeZone: z.string(),
  /** The zone before, whose day goes on until its midnight; null before the first change. */
  formerTimeZone: z.string().nullable(),
  timeZoneChangedAt: z.iso.datetime().nullable(),
})
export type AccountSettings = z.infer<typeof AccountSettings>

export const profileCalls = {
  'PATCH /api/user/profile': call({
    summary: "Change the caller's names, and their phone number, first language and program where given; null takes each away.",
    access: 'signedIn',
    service: 'command-api',
    body: z.object({
      firstName: personName(accountWords.firstNameRequired),
      lastName: personName(accountWords.lastNameRequired),
      phone: phone.nullable().optional(),
      firstLanguage: Background.shape.firstLanguage.optional(),
      paramedicProgram: printableText({ max: MAX_PROGRAM_LENGTH }).transform(asProgram).nullable().optional(),
    }),
    response: z.object({ firstName: z.string(), lastName: z.string(), phone: z.string().nullable(), ...Background.shape }),
    errors: ['conflict'],
    example: {
      body: {
        firstName: 'Ana',
        lastName: 'Silva',
        phone: '+1 303 555 0100',
        firstLanguage: 'portuguese',
        paramedicProgram: 'Front Range Community College',
      },
    },
  }),
  'PATCH /api/user/settings': call({
    summary: "Change any of the caller's settings; what is left out stays as it is. The time zone changes at most once a day.",
    access: 'signedIn',
    service: 'command-api',
    body: z
      .object({
        showCorrectAnswers: z.boolean().optional(),
        dailyEmailEnabled: z.boolean().optional(),
        dailyEmailTime: z.string().regex(dailyEmailTimePattern, 'Please give a time as 13:00').optional(),
        timeZone: timeZone.optional(),
        /** Null takes it away. */
        examDate: z.iso.date().nullable().optional(),
        calmMode: z.boolean().optional(),
        showOnLeaderboard: z.boolean().optional(),
      })
      .refine((settings) => Object.values(settings).some((setting) => setting !== undefined), 'Please change at least one setting'),
    response: AccountSettings,
    errors: ['timeZoneChangedLately', 'examDateOutOfRange', 'conflict'],
    example: {
      body: {
        showCorrectAnswers: false,
        dailyEmailEnabled: true,
        dailyEmailTime: '13:00',
        timeZone: 'America/Denver',
        examDate: existing.examDate,
        calmMode: true,
        showOnLeaderboard: true,
      },
    },
  }),
} as const
