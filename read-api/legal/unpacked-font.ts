import { inflateSync } from 'node:zlib'

const HEAD = 44
const ENTRY = 20
const SFNT_HEAD = 12
const SFNT_ENTRY = 16

/** WOFF 1.0: the same tables, uncompressed. A reader of the packed font would inflate a table for each glyph. */
export function unpackedFont(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This font is no WOFF file')
  const count = woff.readUInt16BE(12)
  const power = Math.floor(Math.log2(count))
  const head = Buffer.alloc(SFNT_HEAD + SFNT_ENTRY * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(2 ** power * SFNT_ENTRY, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE((count - 2 ** power) * SFNT_ENTRY, 10)
  const tables = [head]
  let place = head.length
  for (let index = 0; index < count; index++) {
    const entry = HEAD + ENTRY * index
    const [offset, packed, length, checksum] = [4, 8, 12, 16].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(offset, offset + packed)
    const table = Buffer.alloc(Math.ceil(length / 4) * 4)
    ;(packed < length ? inflateSync(bytes) : bytes).copy(table)
    const written = SFNT_HEAD + SFNT_ENTRY * index
    woff.copy(head, written, entry, entry + 4)
    for (const [at, value] of [checksum, place, length].entries()) head.writeUInt32BE(value, written + 4 + 4 * at)
    tables.push(table)
    place += table.length
  }
  return Buffer.concat(tables)
}
