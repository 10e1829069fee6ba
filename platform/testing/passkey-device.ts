import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

interface Trick {
  readonly origin?: string
  readonly rpId?: string
  readonly isUserVerified?: boolean
  /** Keeps its counter, as a cloned device would. */
  readonly isCopy?: boolean
}

interface Passkey {
  readonly id: Buffer
  readonly key: KeyObject
  readonly rpId: string
  readonly userHandle: string
  counter: number
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const IS_PRESENT = 0x01
const IS_VERIFIED = 0x04
const HAS_KEY = 0x40

/** A WebAuthn authenticator: ES256, no attestation. */
export class PasskeyDevice {
  readonly #origin: string
  readonly #passkeys: Passkey[] = []

  constructor(origin: string) {
    this.#origin = origin
  }

  create(options: { challenge: string; rp: { id?: string | undefined }; user: { id: string } }, trick: Trick = {}) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const rpId = trick.rpId ?? options.rp.id ?? ''
    const passkey = { id: randomBytes(32), key: privateKey, rpId, userHandle: options.user.id, counter: 0 }
    this.#passkeys.push(passkey)
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
    const idLength = Buffer.alloc(2)
    idLength.writeUInt16BE(passkey.id.length)
    const data = Buffer.concat([this.#authenticatorData(passkey, HAS_KEY, trick), Buffer.alloc(16), idLength, passkey.id, cose])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(data.length)
    // { fmt: 'none', attStmt: {}, authData: … } in CBOR.
    const start = Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex')
    const attestationObject = Buffer.concat([start, Buffer.from('59', 'hex'), length, data])
    const clientDataJSON = this.#clientData('webauthn.create', options.challenge, trick)
    return {
      ...named(passkey),
      response: {
        clientDataJSON: clientDataJSON.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  get(options: { challenge: string }, trick: Trick = {}) {
    const passkey = this.#passkeys.at(-1)
    if (!passkey) throw new Error('This device has no passkey.')
    const data = this.#authenticatorData(passkey, 0, trick)
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, trick)
    return {
      ...named(passkey),
      response: {
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), passkey.key).toString('base64url'),
        userHandle: passkey.userHandle,
      },
    }
  }

  #authenticatorData(passkey: Passkey, flags: number, { rpId = passkey.rpId, isUserVerified = true, isCopy = false }: Trick): Buffer {
    if (!isCopy) passkey.counter += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(passkey.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([IS_PRESENT | (isUserVerified ? IS_VERIFIED : 0) | flags]), counter])
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Trick): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }
}

const named = ({ id }: Passkey) => ({ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const })
