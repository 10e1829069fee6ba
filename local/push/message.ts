import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, verify } from 'node:crypto'

/** Written from the standards, not from a sender's code. */

export interface ReceivingKeys {
  readonly curve: ECDH
  readonly auth: Buffer
}

const SALT_BYTES = 16
const HEAD_BYTES = SALT_BYTES + 4 + 1
const TAG_BYTES = 16
const LAST_RECORD = 2
const LONGEST_TOKEN_SECONDS = 24 * 3_600

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** Decrypts an `aes128gcm` body (RFC 8188, RFC 8291). Throws if it was not meant for these keys. */
export function openMessage(body: Buffer, { curve, auth }: ReceivingKeys): string {
  const salt = body.subarray(0, SALT_BYTES)
  const recordSize = body.readUInt32BE(SALT_BYTES)
  const senderKey = body.subarray(HEAD_BYTES, HEAD_BYTES + body.readUInt8(HEAD_BYTES - 1))
  const record = body.subarray(HEAD_BYTES + senderKey.length)
  if (record.length > recordSize) throw new Error('A push has one record.')
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey])
  const secret = derive(curve.computeSecret(senderKey), auth, about, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-TAG_BYTES))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== LAST_RECORD) throw new Error('The record is not the last.')
  return padded.subarray(0, end).toString('utf8')
}

export const newReceivingKeys = (curve = createECDH('prime256v1')): ECDH => {
  curve.generateKeys()
  return curve
}

/** Verifies `Authorization: vapid t=…, k=…` (RFC 8292) and returns the sender's key. */
export function senderOf(authorization: string | undefined, audience: string, now: number): string {
  const found = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization ?? '')
  if (!found) throw new Error('There is no VAPID header.')
  const [, header = '', claims = '', signature = '', publicKey = ''] = found
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('The signature is not right.')
  const { alg } = parsed(header)
  const { aud, exp, sub } = parsed(claims)
  if (alg !== 'ES256') throw new Error('The signature must be ES256.')
  if (aud !== audience) throw new Error(`The token is for ${String(aud)}.`)
  if (typeof exp !== 'number' || exp <= now / 1_000 || exp > now / 1_000 + LONGEST_TOKEN_SECONDS)
    throw new Error('The token is not of today.')
  if (typeof sub !== 'string' || !/^(mailto:.+@.+|https:\/\/.+)$/.test(sub)) throw new Error('The token does not say whom to write to.')
  return publicKey
}

const parsed = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
