import { createECDH, createHmac } from 'node:crypto'
import { type RequestOptions as HttpOptions, request as requestHttp } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import webPush from 'web-push'
import type { Vault } from '../vault/vault.ts'
import { isPushAddress, lookUpPublic } from './push-addresses.ts'

export interface PushTarget {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

export interface Push {
  readonly content: string
  /** A waiting push is replaced by a later one with the same topic: at most 32 characters of base64url. */
  readonly topic: string
  readonly seconds: number
  readonly urgency: 'low' | 'normal' | 'high'
}

export class PushGone extends Error {
  override readonly name = 'PushGone'
}

export class PushDeferred extends Error {
  override readonly name = 'PushDeferred'
}

export class PushRefused extends Error {
  override readonly name = 'PushRefused'
}

interface Options {
  readonly vault: Pick<Vault, 'purposeKey'>
  readonly contact: string
  /** A push service of this installation, beside those of browsers. */
  readonly ownService?: string | undefined
  readonly patienceMilliseconds?: number
}

/** RFC 8030 requires services to accept this much; after encryption it is still one record. */
const MOST_BYTES = 3_000
const PATIENCE_MILLISECONDS = 10_000
const MOST_CONNECTIONS = 20
const gone = [404, 410]
const later = [408, 425, 429]

export class PushSender {
  readonly #options: Options
  readonly #agent = new Agent({ keepAlive: true, maxSockets: MOST_CONNECTIONS })
  #keys: Promise<VapidKeys> | null = null

  constructor(options: Options) {
    this.#options = options
  }

  async send({ endpoint, keys }: PushTarget, { content, topic, seconds, urgency }: Push): Promise<void> {
    if (!isPushAddress(endpoint, this.#options.ownService)) throw new PushRefused('The address is none that pushes are sent to.')
    if (Buffer.byteLength(content) > MOST_BYTES) throw new PushRefused('The push is too long.')
    const vapidDetails = { subject: `mailto:${this.#options.contact}`, ...(await this.#vapidKeys()) }
    const options = { vapidDetails, TTL: Math.max(0, Math.floor(seconds)), topic, urgency, contentEncoding: 'aes128gcm' } as const
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, content, options)
    const status = await this.#post(new URL(endpoint), headers as Record<string, string | number>, body)
    if (status >= 200 && status < 300) return
    const words = `The push service answered ${status}.`
    if (gone.includes(status)) throw new PushGone(words)
    throw later.includes(status) || status >= 500 ? new PushDeferred(words) : new PushRefused(words)
  }

  close(): void {
    this.#agent.destroy()
  }

  #vapidKeys(): Promise<VapidKeys> {
    this.#keys ??= vapidKeysOf(this.#options.vault).catch((error: unknown) => {
      this.#keys = null
      throw error
    })
    return this.#keys
  }

  /** Follows no redirects, reads only the status, and has a timeout. */
  #post(url: URL, headers: Record<string, string | number>, body: Buffer | null): Promise<number> {
    const signal = AbortSignal.timeout(this.#options.patienceMilliseconds ?? PATIENCE_MILLISECONDS)
    const common: HttpOptions = { method: 'POST', headers, signal }
    return new Promise((resolve, reject) => {
      // Its message may contain the address, which is personal.
      const fail = () => reject(new PushDeferred('The push service cannot be reached.'))
      const isOwn = url.protocol === 'http:'
      const sending = isOwn ? requestHttp(url, common) : requestHttps(url, { ...common, agent: this.#agent, lookup: this.#lookUp(url) })
      sending.on('response', (response) => {
        response.on('error', fail)
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      sending.on('error', fail)
      sending.end(body)
    })
  }

  #lookUp({ origin }: URL) {
    const { ownService } = this.#options
    return ownService !== undefined && new URL(ownService).origin === origin ? undefined : lookUpPublic
  }
}

/** RFC 8292; base64url. */
interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

const PURPOSE = 'web push'

/** Derived from a secret of the vault, so they never change: a browser's subscription is bound to them. */
export async function vapidKeysOf(vault: Pick<Vault, 'purposeKey'>): Promise<VapidKeys> {
  const secret = await vault.purposeKey(PURPOSE)
  // One number in four billion is not valid on the curve; then the next one is used.
  for (let attempt = 0; ; attempt++) {
    const candidate = createHmac('sha256', secret).update(`vapid ${attempt}`).digest()
    const keys = keysOf(candidate)
    if (keys) return keys
  }
}

function keysOf(privateKey: Buffer): VapidKeys | null {
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(privateKey)
  } catch {
    return null
  }
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
