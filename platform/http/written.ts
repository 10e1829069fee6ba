import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf } from './cookies.ts'

/** In an answer: how far readers must be to show it. In a request: what the answer must show. */
export const CONSISTENCY_TOKEN = 'consistency-token'
const WRITTEN_COOKIE = 'medicready.written'
/** After this, the read models are up to date or reported as behind. */
export const WRITTEN_SECONDS = 60

/** Also kept as a cookie, for pages that the edge renders and for reads before any script of the next page runs. */
export function rememberWritten(reply: FastifyReply, publicUrl: string): void {
  const position = reply.getHeader(CONSISTENCY_TOKEN)
  if (position === undefined) return
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  reply.header('set-cookie', `${WRITTEN_COOKIE}=${position}; Path=/; Max-Age=${WRITTEN_SECONDS}; HttpOnly; SameSite=Lax${secure}`)
}

const position = /^\d{1,19}$/

export function wantedPosition({ headers }: Pick<FastifyRequest, 'headers'>): bigint | null {
  const tokens = [headers[CONSISTENCY_TOKEN], cookieOf(headers.cookie, WRITTEN_COOKIE)]
  const wanted = tokens.flatMap((token) => (typeof token === 'string' && position.test(token) ? [BigInt(token)] : []))
  return wanted.reduce<bigint | null>((highest, token) => (highest === null || token > highest ? token : highest), null)
}
