import { createHmac, hkdfSync } from 'node:crypto'
import { Unavailable } from '../unavailable.ts'
import { decrypt, encrypt, KEY_BYTES, SEAL_BYTES } from './sealing.ts'

/** Something is wrapped by a master key that this process was not given: it may be in the middle of a rotation. */
export class MasterKeyUnknown extends Unavailable {
  override readonly name = 'MasterKeyUnknown'
}

const VERSION = Buffer.from([2])
const KEY_ID_BYTES = 8
const HEAD_BYTES = VERSION.length + KEY_ID_BYTES
/** In the first days, keys were wrapped by the master key itself, and did not say by which. */
export const FIRST_FORM_BYTES = KEY_BYTES + SEAL_BYTES

interface MasterKey {
  /** Itself: for what was made in the first days. */
  readonly root: Buffer
  readonly wrapping: Buffer
  /** With what everything begins that it wraps: the form, and an id that tells nothing of the key. */
  readonly head: Buffer
}

/** A key of its own for each use (HKDF, RFC 5869): none can be told from another. */
const subkey = (root: Buffer, purpose: string, bytes = KEY_BYTES): Buffer =>
  Buffer.from(hkdfSync('sha256', root, '', `medicready:${purpose}`, bytes))

function masterKey(text: string): MasterKey {
  const root = Buffer.from(text, 'base64')
  return { root, wrapping: subkey(root, 'key wrapping'), head: Buffer.concat([VERSION, subkey(root, 'key id', KEY_ID_BYTES)]) }
}

/** The master key, which wraps keys, and while it is rotated the one before it, which still opens what it wrapped. */
export class MasterKeys {
  readonly #current: MasterKey
  readonly #all: readonly MasterKey[]

  constructor(current: string, previous?: string) {
    this.#current = masterKey(current)
    this.#all = previous === undefined ? [this.#current] : [this.#current, masterKey(previous)]
  }

  /** With what all begins that the current key wraps. */
  get head(): Buffer {
    return this.#current.head
  }

  wrap(key: Buffer, context: string): Buffer {
    return Buffer.concat([this.#current.head, encrypt(this.#current.wrapping, key, context)])
  }

  /** Opens what either of the keys wrapped. Throws MasterKeyUnknown for what neither did. */
  unwrap(wrapped: Buffer, context: string): Buffer {
    if (wrapped.length === FIRST_FORM_BYTES) return this.#openFirstForm(wrapped, context).key
    const by = this.#all.find(({ head }) => wrapped.subarray(0, HEAD_BYTES).equals(head))
    if (by) return decrypt(by.wrapping, wrapped.subarray(HEAD_BYTES), context)
    throw new MasterKeyUnknown('A key is wrapped by a master key that is neither MASTER_KEY nor MASTER_KEY_PREVIOUS.')
  }

  /**
   * The secret for a purpose as it was derived in the first days: from the master key that wrapped this key of theirs;
   * without one, from the current.
   */
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
