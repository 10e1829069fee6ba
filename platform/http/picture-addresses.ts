import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PictureAddressOf, PicturePlace } from '@medicready/domain/contract/questions/answer-result'
import { LRUCache } from 'lru-cache'

/** Increase when generators draw something differently: browsers keep images of an address forever. */
const DRAWING = 1
const places: readonly PicturePlace['of'][] = ['question', 'explanation']

const PLACE_BYTES = 2 + 1 + 4 + 16
const PROOF_BYTES = 16
const REMEMBERED = 20_000

/** A keyed hash of a question's version, which no one can guess or make up, so access needs no look-up. */
export class PictureAddresses {
  readonly #key: Buffer
  readonly #known = new LRUCache<string, string>({ max: REMEMBERED })

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('addresses of pictures').digest()
  }

  readonly of: PictureAddressOf = (place) => {
    const key = `${place.questionId}/${place.version}/${place.of}`
    const address = this.#known.get(key) ?? this.#addressOf(place)
    this.#known.set(key, address)
    return address
  }

  #addressOf({ questionId, version, of }: PicturePlace): string {
    const place = Buffer.alloc(PLACE_BYTES)
    place.writeUInt16BE(DRAWING, 0)
    place.writeUInt8(places.indexOf(of), 2)
    place.writeUInt32BE(version, 3)
    place.write(questionId.replaceAll('-', ''), 7, 'hex')
    return `/api/pictures/${Buffer.concat([place, this.#proofOf(place)]).toString('base64url')}`
  }

  read(address: string): PicturePlace | null {
    const bytes = Buffer.from(address, 'base64url')
    const place = bytes.subarray(0, PLACE_BYTES)
    const proof = bytes.subarray(PLACE_BYTES)
    if (proof.length !== PROOF_BYTES || !timingSafeEqual(proof, this.#proofOf(place))) return null
    const of = places[place.readUInt8(2)]
    if (of === undefined) return null
    const id = place.subarray(7).toString('hex')
    const questionId = [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-')
    return { questionId, version: place.readUInt32BE(3), of }
  }

  #proofOf(place: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(place).digest().subarray(0, PROOF_BYTES)
  }
}
