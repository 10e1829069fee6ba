import { createHmac, hkdfSync } from 'node:crypto'
import { Unavailable } from '../retry.ts'
import { decrypt, encrypt, KEY_BYTES, SEAL_BYTES } from './sealing.ts'

/** May happen in the middle of a rotation. */
export class MasterKeyUnknown extends Unavailable {
  override readonly name = 'MasterKeyUnknown'
}

const VERSION = Buffer.from([2])
const KEY_ID_BYTES = 8
const HEAD_BYTES = VERSION.length + KEY_ID_BYTES
/** The first format: wrapped by the master key itself, without naming it. */
export const FIRST_FORM_BYTES = KEY_BYTES + SEAL_BYTES

interface MasterKey {
  /** The master key itself, for the first format. */
  readonly root: Buffer
  readonly wrapping: Buffer
  /** Prefix of everything it wraps: the format and an ID that tells nothing about the key. */
  readonly head: Buffer
}

/** HKDF (RFC 5869): independent keys for each use. */
export const subkey = (root: Buffer, purpose: string, bytes = KEY_BYTES): Buffer =>
  Buffer.from(hkdfSync('sha256', root, '', `medicready:${purpose}`, bytes))

function masterKey(text: string): MasterKey {
  const root = Buffer.from(text, 'base64')
  return { root, wrapping: subkey(root, 'key wrapping'), head: Buffer.concat([VERSION, subkey(root, 'key id', KEY_ID_BYTES)]) }
}

/** During a rotation, the previous key still opens what it wrapped. */
export class MasterKeys {
  readonly #current: MasterKey
  readonly #all: readonly MasterKey[]

  constructor(current: string, previous?: string) {
    this.#current = masterKey(current)
    this.#all = previous === undefined ? [this.#current] : [this.#current, masterKey(previous)]
  }

  get head(): Buffer {
    return this.#current.head
  }

  wrap(key: Buffer, context: string): Buffer {
    return Buffer.concat([this.#current.head, encrypt(this.#current.wrapping, key, context)])
  }

  /** Throws MasterKeyUnknown if neither key fits. */
  unwrap(wrapped: Buffer, context: string): Buffer {
    if (wrapped.length === FIRST_FORM_BYTES) return this.#openFirstForm(wrapped, context).key
    const by = this.#all.find(({ head }) => wrapped.subarray(0, HEAD_BYTES).equals(head))
    if (by) return decrypt(by.wrapping, wrapped.subarray(HEAD_BYTES), context)
    throw new MasterKeyUnknown('A key is wrapped by a master key that is neither MASTER_KEY nor MASTER_KEY_PREVIOUS.')
  }

  /** For the first format: derived from the master key that wrapped this key of the person, or from the current one. */
  derivedInTheFirstDays(purpose: string, ofTheirs: { readonly wrapped: Buffer; readonly context: string } | null): Buffer {
    const root = ofTheirs ? this.#openFirstForm(ofTheirs.wrapped, ofTheirs.context).root : this.#current.root
    return createHmac('sha256', root).update(`medicready:${purpose}`).digest()
  }

  #openFirstForm(wrapped: Buffer, context: string): { key: Buffer; root: Buffer } {
    for (const { root } of this.#all) {
      const key = attempt(() => decrypt(root, wrapped, context))
      if (key) return { key, root }
    }
    throw new MasterKeyUnknown('A key of the first days was wrapped by neither MASTER_KEY nor MASTER_KEY_PREVIOUS.')
  }
}

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch {
    return null
  }
}
