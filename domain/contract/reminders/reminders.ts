import { z } from 'zod'
import { dailyEmailTimePattern } from '../../accounts/rules.ts'
import { errors } from '../../refusals/errors.ts'
import { QUIET_HOURS_EMPTY, stoppableMails } from '../../reminders/rules.ts'
import { signedIn, visitor } from '../call/call.ts'

const linkWords = errors.unsubscribeLinkInvalid.message

const Mail = z.object({ streak: z.boolean(), reviews: z.boolean(), sessions: z.boolean() })
const Push = z.object({ dailyQuestions: z.boolean(), streak: z.boolean(), reviews: z.boolean(), sessions: z.boolean() })

const timeWords = 'Please enter a time, such as 13:00'
const time = z.string(timeWords).regex(dailyEmailTimePattern, timeWords)
const QuietHours = z.object({ from: time, until: time }).refine(({ from, until }) => from !== until, QUIET_HOURS_EMPTY)

/** The daily email is one of the account's settings instead. */
export const Reminders = z.object({
  mail: Mail,
  push: Push,
  /** By the clock of the account. */
  quietHours: z.object({ from: z.string(), until: z.string() }).nullable(),
})
export type Reminders = z.infer<typeof Reminders>

export const reminderCalls = {
  'PATCH /api/user/reminders': signedIn.command({
    summary: 'Change the given reminder preferences of the caller.',
    body: z
      .object({
        mail: Mail.partial().optional(),
        push: Push.partial().optional(),
        /** Null removes them. */
        quietHours: QuietHours.nullable().optional(),
      })
      .refine((change) => Object.values(change).some((part) => part !== undefined), 'Please change at least one setting'),
    response: Reminders,
    errors: ['conflict'],
    example: {
      body: {
        mail: { streak: true, reviews: false, sessions: true },
        push: { dailyQuestions: true, streak: true, reviews: true, sessions: true },
        quietHours: { from: '22:00', until: '07:00' },
      },
    },
  }),
  'POST /api/unsubscribe': visitor.command({
    summary: 'Unsubscribe from a kind of email by its link (RFC 8058), without a session. Can be repeated. The body is ignored.',
    query: z.object({ token: z.string(linkWords).min(1, linkWords).max(200, linkWords) }),
    rawBody: true,
    response: z.object({ mail: z.enum(stoppableMails) }),
    errors: ['unsubscribeLinkInvalid', 'conflict'],
    example: { query: { token: 'AD0Kb1pguExTm1UNek7JoAEnTqHcYv3wZr8Lk2sXfPdQ5uVbGhJmNi' } },
  }),
  'GET /api/user/reminders': signedIn.read({
    summary: "The caller's reminder preferences.",
    response: Reminders,
  }),
} as const
