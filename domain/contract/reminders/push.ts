import { z } from 'zod'
import { signedIn } from '../call/call.ts'

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

const PushDevice = z.object({
  id: z.uuid(),
  name: z.string(),
  subscribedAt: z.iso.datetime(),
  /** SHA-256 of its address in base64url, by which a browser finds itself. */
  fingerprint: z.string(),
})
export type PushDevice = z.infer<typeof PushDevice>

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
    response: z.object({ devices: z.array(PushDevice) }),
  }),
} as const
