import { z } from 'zod'
import { dailyEmailTimePattern } from '../../accounts/shown/rules.ts'
import { errors } from '../../refusals/shown/errors.ts'
import { QUIET_HOURS_EMPTY, stoppableMails } from '../../reminders/shown/rules.ts'
import { signedIn, visitor } from '../call/call.ts'

const linkWords = errors.unsubscribeLinkInvalid.message

const Mail = z.object({ streak: z.boolean(), reviews: z.boolean(), sessions: z.boolean() })
const Push = z.object({ dailyQuestions: z.boolean(), streak: z.boolean(), reviews: z.boolean(), sessions: z.boolean() })

const timeWords = 'Please enter a time, such as 13:00'
const time = z.string(timeWords).regex(dailyEmailTimePattern, timeWords)
const QuietHours = z.object({ from: time, until: time }).refine(({ from, until }) => from !== until, QUIET_HOURS_EMPTY)

/** The daily email is one of the account's settings instead. */
const Reminders = z.object({
  mail: Mail,
  push: Push,
  /** By the clock of the account. */
  quietHours: z.object({ from: z.string(), until: z.string() }).nullable(),
})

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

const invalid = 'This is not a valid push subscription.'
const bytes = (max: number) =>
  z
    .string(invalid)
    .max(max, invalid)
    .regex(/^[\w-]+={0,2}$/, invalid)
const endpoint = z
  .string(invalid)
  .max(2_000, invalid)
  .pipe(z.url({ error: invalid }))

const exampleEndpoint = 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk'

const ListedPushDevice = z.object({
  id: z.uuid(),
  name: z.string(),
  subscribedAt: z.iso.datetime(),
  /** SHA-256 of its address in base64url, by which a browser finds itself. */
  fingerprint: z.string(),
})
export type ListedPushDevice = z.infer<typeof ListedPushDevice>

export const pushCalls = {
  'GET /api/push/key': signedIn.command({
    summary: 'The key with which a browser subscribes to notifications (applicationServerKey, base64url).',
    response: z.object({ publicKey: z.string() }),
  }),
  'POST /api/push/subscribe': signedIn.command({
    summary: "Show notifications on this browser: the browser's own PushSubscription, as it is.",
    body: z.object({
      endpoint,
      expirationTime: z.number().nullable().optional(),
      keys: z.object({ p256dh: bytes(200), auth: bytes(100) }, invalid),
      /** The previous address, if the browser changed it. */
      replaces: endpoint.optional(),
    }),
    response: z.object({ id: z.uuid() }),
    errors: ['pushAddressRefused', 'conflict'],
    example: {
      body: {
        endpoint: exampleEndpoint,
        expirationTime: null,
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
        replaces: `${exampleEndpoint}/former`,
      },
    },
  }),
  'POST /api/push/unsubscribe': signedIn.command({
    summary: "Stop notifications on a browser, by its address or ID. Other people's browsers count as stopped.",
    /** If both are given, the ID counts. */
    body: z
      .object({ endpoint: endpoint.optional(), id: z.uuid(invalid).optional() })
      .refine(({ endpoint, id }) => endpoint !== undefined || id !== undefined, 'Please choose a browser.'),
    response: z.object({ ok: z.literal(true) }),
    errors: ['conflict'],
    example: { body: { endpoint: exampleEndpoint, id: '0197b1a2-9c3d-5e1a-8b47-3f6d2f0a4d88' } },
  }),
  'GET /api/push/devices': signedIn.read({
    summary: "The browsers that show the caller's notifications, oldest first.",
    response: z.object({ devices: z.array(ListedPushDevice) }),
  }),
} as const
