import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf } from './cookies.ts'

/** Says with an answer how far readers must be to show what was done, and with a call what its answer shall show. */
export const CONSISTENCY_TOKEN = 'consistency-token'
const WRITTEN_COOKIE = 'medicready.written'
/** By then the read models have come that far, or the product tells itself that they are behind. */
export const WRITTEN_SECONDS = 60

/**
 * Leaves what an answer tells in the browser too, whose next page knows nothing of the one before: calls that begin
 * with a page, before any script of it runs, ask with this cookie.
 */
export function rememberWritten(reply: FastifyReply, publicUrl: string): void {
  const position = reply.getHeader(CONSISTENCY_TOKEN)
  if (position === undefined) return
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  reply.header('set-cookie', `${WRITTEN_COOKIE}=${position}; Path=/api; Max-Age=${WRITTEN_SECONDS}; HttpOnly; SameSite=Lax${secure}`)
}

const position = /^\d{1,19}$/

/** The event that a caller wants to see; null where they do not say. */
export function wantedPosition({ headers }: Pick<FastifyRequest, 'headers'>): bigint | null {
  const tokens = [headers[CONSISTENCY_TOKEN], cookieOf(headers.cookie, WRITTEN_COOKIE)]
  const wanted = tokens.flatMap((token) => (typeof token === 'string' && position.test(token) ? [BigInt(token)] : []))
  return wanted.reduce<bigint | null>((highest, token) => (highest === null || token > highest ? token : highest), null)
}
