import { z } from 'zod'
import { firstLanguageNames } from '../../accounts/background.ts'
import { signedIn } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { ProfileChange, SettingsChange } from './forms.ts'

export const Background = z.object({ firstLanguage: z.enum(firstLanguageNames).nullable(), paramedicProgram: z.string().nullable() })

export const AccountSettings = z.object({
  showCorrectAnswers: z.boolean(),
  dailyEmailEnabled: z.boolean(),
  dailyEmailTime: z.string(),
  examDate: z.iso.date().nullable(),
  calmMode: z.boolean(),
  showOnLeaderboard: z.boolean(),
  timeZone: z.string(),
  /** The day of the former zone continues until its midnight. */
  formerTimeZone: z.string().nullable(),
  timeZoneChangedAt: z.iso.datetime().nullable(),
})
export type AccountSettings = z.infer<typeof AccountSettings>

export const profileCalls = {
  'PATCH /api/user/profile': signedIn.command({
    summary: "Change the caller's names and, if given, phone number, first language, and program. Null removes a value.",
    body: ProfileChange,
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
  'PATCH /api/user/settings': signedIn.command({
    summary: 'Change the given settings of the caller. The time zone can change once a day.',
    body: SettingsChange,
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
