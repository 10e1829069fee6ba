import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { RegisteredAccount } from '@medicready/domain/accounts/account'
import { VERIFICATION_HOURS } from '@medicready/domain/accounts/shown/rules'
import { SealedCookie } from '@medicready/platform/http/cookies'
import type { Vault } from '@medicready/platform/vault/vault'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const REMEMBERED_SECONDS = 400 * 86_400
const MOST_ACCOUNTS = 5

export interface Device {
  readonly deviceId: string
  readonly emailHash: string
  readonly proof: string
}

/** A known device has its own count of attempts, so no one can lock an owner out. The cookie grants nothing else. */
export class Devices {
  readonly #key: () => Promise<Buffer>
  readonly #cookie: SealedCookie

  constructor(vault: Vault, publicUrl: string) {
    this.#key = () => vault.purposeKey('known devices')
    this.#cookie = new SealedCookie({ name: 'medicready.device', key: this.#key, maxAgeSeconds: REMEMBERED_SECONDS, publicUrl })
  }

  async of(request: FastifyRequest, emailHash: string): Promise<Device | null> {
    return (await this.#known(request)).find((device) => device.emailHash === emailHash) ?? null
  }

  async isOf({ proof }: Device, account: RegisteredAccount): Promise<boolean> {
    const expected = Buffer.from(await this.#proofOf(account))
    const given = Buffer.from(proof)
    return account.situation === 'verified' && expected.length === given.length && timingSafeEqual(expected, given)
  }

  async remember(request: FastifyRequest, reply: FastifyReply, account: RegisteredAccount, emailHash: string): Promise<void> {
    const devices = await this.#known(request)
    const deviceId = devices.find((device) => device.emailHash === emailHash)?.deviceId ?? randomUUID()
    const others = devices.filter((device) => device.emailHash !== emailHash)
    const remembered = [...others, { deviceId, emailHash, proof: await this.#proofOf(account) }].slice(-MOST_ACCOUNTS)
    await this.#cookie.leave(reply, remembered.map((device) => [device.deviceId, device.emailHash, device.proof].join(' ')).join('\n'))
  }

  async #known(request: FastifyRequest): Promise<readonly Device[]> {
    const lines = (await this.#cookie.read(request))?.split('\n') ?? []
    return lines.map((line) => {
      const [deviceId = '', emailHash = '', proof = ''] = line.split(' ')
      return { deviceId, emailHash, proof }
    })
  }

  async #proofOf({ userId, credentialId }: RegisteredAccount): Promise<string> {
    return createHmac('sha256', await this.#key())
      .update(`${userId} ${credentialId}`)
      .digest('base64url')
  }
}

type Request = Parameters<SealedCookie['read']>[0]
type Reply = Parameters<SealedCookie['leave']>[0]

const MOST_REMEMBERED = 5

/** Registrations made in this browser. Set whatever the outcome, so that the cookie tells nothing. */
export class RegistrationsOfBrowser {
  readonly #cookie: SealedCookie

  constructor(vault: Vault, publicUrl: string) {
    const key = () => vault.purposeKey('registrations of a browser')
    this.#cookie = new SealedCookie({ name: 'medicready.registrations', key, maxAgeSeconds: VERIFICATION_HOURS * 3_600, publicUrl })
  }

  async credentialIds(request: Request): Promise<readonly string[]> {
    return (await this.#cookie.read(request))?.split(' ') ?? []
  }

  async add(request: Request, reply: Reply, credentialId: string): Promise<void> {
    const others = (await this.credentialIds(request)).filter((known) => known !== credentialId)
    await this.#cookie.leave(reply, [...others, credentialId].slice(-MOST_REMEMBERED).join(' '))
  }
}
