import type { FastifyReply, FastifyRequest } from 'fastify'
import { open, seal } from '../vault/sealing.ts'

interface SealedCookieOptions {
  readonly name: string
  /** 32 bytes: without them the cookie can be neither read nor made. */
  readonly key: () => Promise<Buffer>
  readonly maxAgeSeconds: number
  /** Over https the cookie is sent by https only. */
  readonly publicUrl: string
}

/**
 * Words that a service leaves with a browser and reads again later. The same words never look the same twice. For
 * scopes that have cookies.
 */
export class SealedCookie {
  readonly #options: SealedCookieOptions

  constructor(options: SealedCookieOptions) {
    this.#options = options
  }

  /** The words that this browser was left with; null where it has none of ours. */
  async read(request: FastifyRequest): Promise<string | null> {
    const { name, key } = this.#options
    const value = request.cookies[name]
    if (value === undefined) return null
    const opening = await key()
    try {
      return open(opening, value, name)
    } catch {
      return null
    }
  }

  async leave(reply: FastifyReply, words: string): Promise<void> {
    const { name, key, maxAgeSeconds, publicUrl } = this.#options
    reply.setCookie(name, seal(await key(), words, name), {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
      maxAge: maxAgeSeconds,
    })
  }
}

/** The value of a cookie, as a `Cookie` header has it; null where there is none. */
export const cookieOf = (header: string | undefined, name: string): string | null =>
  header
    ?.split(';')
    .map((cookie) => cookie.trim().split('='))
    .find(([found]) => found === name)?.[1] ?? null
