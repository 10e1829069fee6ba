import { createHmac, timingSafeEqual } from 'node:crypto'
import { type StoppableMail, stoppableMails } from '@medicready/domain/reminders/shown/rules'
import type { Vault } from '@medicready/platform/vault/vault'
import { parse, stringify } from 'uuid'

const ID_BYTES = 16
const SIGNATURE_BYTES = 24

export interface Unwanted {
  readonly userId: string
  readonly mail: StoppableMail
}

/** Valid forever: user and kind are signed into the token, so nothing is stored per mail. */
export class UnsubscribeLinks {
  readonly #vault: Vault

  constructor(vault: Vault) {
    this.#vault = vault
  }

  async tokenFor({ userId, mail }: Unwanted): Promise<string> {
    const said = Buffer.concat([Buffer.from([stoppableMails.indexOf(mail)]), parse(userId)])
    return Buffer.concat([said, await this.#sign(said)]).toString('base64url')
  }

  async find(token: string): Promise<Unwanted | null> {
    const bytes = Buffer.from(token, 'base64url')
    if (bytes.length !== 1 + ID_BYTES + SIGNATURE_BYTES) return null
    const said = bytes.subarray(0, 1 + ID_BYTES)
    if (!timingSafeEqual(bytes.subarray(1 + ID_BYTES), await this.#sign(said))) return null
    const mail = stoppableMails[said[0] ?? -1]
    return mail === undefined ? null : { userId: stringify(said.subarray(1)), mail }
  }

  async #sign(said: Buffer): Promise<Buffer> {
    const key = await this.#vault.purposeKey('unsubscribe')
    return createHmac('sha256', key).update(said).digest().subarray(0, SIGNATURE_BYTES)
  }
}
