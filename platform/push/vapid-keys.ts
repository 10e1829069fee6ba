import { createECDH, createHmac } from 'node:crypto'
import type { Vault } from '../vault/vault.ts'

/** By which push services know whose pushes these are (VAPID, RFC 8292); base64url. */
export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

const PURPOSE = 'web push'

/**
 * The product's keys: made when they are first asked for and the same for ever, since a browser's subscription is bound
 * to them. They follow from a secret that the vault keeps.
 */
export async function vapidKeysOf(vault: Pick<Vault, 'purposeKey'>): Promise<VapidKeys> {
  const secret = await vault.purposeKey(PURPOSE)
  // One number in four thousand million is none of the curve's: then the next one is.
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
