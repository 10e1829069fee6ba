import type { FastifyReply, FastifyRequest } from 'fastify'
import { open, seal } from '../vault/sealing.ts'

interface SealedCookieOptions {
  readonly name: string
  readonly key: () => Promise<Buffer>
  readonly maxAgeSeconds: number
  readonly publicUrl: string
}

/** Sealing the same text never looks the same twice. */
export class SealedCookie {
  readonly #options: SealedCookieOptions

  constructor(options: SealedCookieOptions) {
    this.#options = options
  }

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
    reply.setCookie(name, seal(await key(), words, name), { ...cookieAttributes(publicUrl), maxAge: maxAgeSeconds })
  }
}

export const cookieAttributes = (publicUrl: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') }) as const

export const cookieOf = (header: string | undefined, name: string): string | null =>
  header
    ?.split(';')
    .map((cookie) => cookie.trim().split('='))
    .find(([found]) => found === name)?.[1] ?? null
