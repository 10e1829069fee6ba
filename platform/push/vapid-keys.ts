import { createECDH, createHmac } from 'node:crypto'
import type { Vault } from '../vault/vault.ts'

/** RFC 8292; base64url. */
export interface VapidKeys {
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
