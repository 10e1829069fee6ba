import { setTimeout as sleep } from 'node:timers/promises'
import { type CallKey, type CallsOf, contract } from '@medicready/domain/contract/contract'
import type { ErrorCode } from '@medicready/domain/refusals/shown/errors'
import { type InboxMail, readRepeats } from '@medicready/platform/testing/inbox'

type Given<Key extends CallKey> = {
  [Part in 'params' | 'query' | 'body' as CallsOf<Key>[Part] extends undefined ? never : Part]: CallsOf<Key>[Part]
}

interface Carried {
  readonly bearer?: string | undefined
  readonly idempotencyKey?: string
  readonly consistencyToken?: bigint | undefined
}

export type Request<Key extends CallKey> = Given<Key> & Carried

export interface CallAnswer<Body> {
  readonly body: Body
  /** Where the log stood after the command; null where the call says nothing of it. */
  readonly consistencyToken: bigint | null
  /** The read models were behind the token. */
  readonly isStale: boolean
}

export class RefusedCall extends Error {
  override readonly name = 'RefusedCall'
  readonly status: number
  readonly body: { readonly message?: string; readonly code?: ErrorCode }

  constructor(key: CallKey, status: number, body: RefusedCall['body']) {
    super(`${key} answered ${status}: ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
  }
}

export const isRefused = (error: unknown, ...codes: readonly ErrorCode[]): boolean =>
  error instanceof RefusedCall && codes.some((code) => code === error.body.code)

/** Null where the answer is this refusal. */
export const unlessRefused = <Of>(code: ErrorCode, work: Promise<Of>): Promise<Of | null> =>
  work.catch((error: unknown) => {
    if (isRefused(error, code)) return null
    throw error
  })

const PATIENCE_MILLISECONDS = 20_000

export class ProductClient {
  readonly #addresses: Record<'command-api' | 'read-api', string>

  constructor({ COMMAND_API_URL = '', READ_API_URL = '' }: Readonly<Record<string, string>>) {
    this.#addresses = { 'command-api': COMMAND_API_URL, 'read-api': READ_API_URL }
  }

  /** Throws Refused for every answer that is not a success, and whatever `fetch` throws when there is none. */
  async call<Key extends CallKey>(key: Key, request: Request<Key>): Promise<CallAnswer<CallsOf<Key>['response']>> {
    const { params, query, body, bearer, idempotencyKey, consistencyToken }: Carried & Record<string, unknown> = request
    const [method, path] = key.split(' ') as [string, string]
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String((params as Record<string, unknown>)[name])))
    const url = new URL(filled, this.#addresses[contract[key].service])
    for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) url.searchParams.set(name, String(value))
    const response = await fetch(url, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(consistencyToken !== undefined && { 'consistency-token': String(consistencyToken) }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    })
    const text = await response.text()
    if (!response.ok) throw new RefusedCall(key, response.status, parseOrEmpty(text))
    const token = response.headers.get('consistency-token')
    return {
      body: JSON.parse(text) as CallsOf<Key>['response'],
      consistencyToken: token === null ? null : BigInt(token),
      isStale: response.headers.get('stale') === 'true',
    }
  }
}

function parseOrEmpty(text: string): RefusedCall['body'] {
  try {
    return JSON.parse(text) as RefusedCall['body']
  } catch {
    return {}
  }
}

export function tokenOf(signIn: CallsOf<'POST /api/auth/login'>['response']): string {
  if (!signIn.ok) throw new Error('This account asks for a second factor.')
  return signIn.token
}

const LOOK_EVERY_MILLISECONDS = 300

/** However many ask at once, the inbox is read once for all of them. */
export class MailWatch {
  readonly #address: string
  readonly #directory: string
  #looking: Promise<readonly InboxMail[]> | null = null

  constructor({ HOST = '', INBOX_PORT = '', DATA_DIR = '' }: Readonly<Record<string, string>>) {
    this.#address = `http://${HOST}:${INBOX_PORT}/email`
    this.#directory = DATA_DIR
  }

  async all(): Promise<readonly InboxMail[]> {
    return (await (await fetch(this.#address)).json()) as InboxMail[]
  }

  repeats(): Promise<readonly string[]> {
    return readRepeats(this.#directory)
  }

  /** Null when none has arrived by the next look at the inbox. */
  async verificationTokenFor(email: string): Promise<string | null> {
    this.#looking ??= sleep(LOOK_EVERY_MILLISECONDS)
      .then(() => this.all())
      .finally(() => {
        this.#looking = null
      })
    for (const mail of await this.#looking) {
      if (!mail.to.some(({ address }) => address === email)) continue
      const token = /verify-email\?token=([\w-]+)/.exec(mail.text ?? '')?.[1]
      if (token) return token
    }
    return null
  }
}
