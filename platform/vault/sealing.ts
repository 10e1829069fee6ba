import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const PREFIX = 'sealed:v1:'

export const KEY_BYTES = 32
export const SEAL_BYTES = IV_BYTES + TAG_BYTES

export const seal = (key: Buffer, text: string, context: string): string =>
  PREFIX + encrypt(key, Buffer.from(text, 'utf8'), context).toString('base64url')

export function open(key: Buffer, sealed: string, context: string): string {
  if (!sealed.startsWith(PREFIX)) throw new Error('This text was not sealed.')
  return decrypt(key, Buffer.from(sealed.slice(PREFIX.length), 'base64url'), context).toString('utf8')
}

/** Like `seal`, for bytes and without the envelope. */
export function encrypt(key: Buffer, plain: Uint8Array, context: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(context))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

export function decrypt(key: Buffer, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
}
