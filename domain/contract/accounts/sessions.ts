import { z } from 'zod'
import { signedIn } from '../call/call.ts'

export const SignedInDevice = z.object({
  id: z.string(),
  device: z.string(),
  /** The network it was last used from, such as `203.0.113.0/24`: deliberately no closer. */
  network: z.string(),
  startedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>

const ended = z.object({ ended: z.int() })

export const sessionCalls = {
  'GET /api/user/sessions': signedIn.read({
    summary: "The caller's sessions: the current one first, then by last use, at most 100.",
    response: z.array(SignedInDevice),
  }),
  'DELETE /api/user/sessions/{id}': signedIn.command({
    summary: "End one of the caller's sessions and its bearer token, at once.",
    params: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) }),
    response: ended,
    example: { params: { id: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' } },
  }),
  'DELETE /api/user/sessions': signedIn.command({
    summary: "End all of the caller's other sessions.",
    response: ended,
  }),
} as const
