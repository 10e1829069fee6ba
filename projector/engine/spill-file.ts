import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Length and hash of a text, 32 bits each, */
const HEADER = 8
/** and for each `foundBy` column the position of the previous text with the same value. */
const LINK = 8
/** Most texts fit; longer ones need a second read. */
const READ_AT_ONCE = 1_024
const WRITE_AT_ONCE = 1024 * 1024
const SLOTS_AT_FIRST = 1 << 12
const MOST_SLOTS_TAKEN = 0.7
const EMPTY = 0
const REMOVED = -1

/**
 * Append-only temporary file of texts by name. Memory holds a 12-byte slot per text (open addressing: name hash, file
 * position). Texts with equal column values form linked lists. Synchronous, since a fold cannot wait.
 */
export class SpillFile {
  readonly #nameOf: (text: string) => string
  readonly #file: number
  readonly #removeFolder: () => void
  readonly #header: number
  /** For each column: positions by value hash. */
  readonly #latest: readonly Map<number, number>[]
  readonly #pending = Buffer.allocUnsafe(WRITE_AT_ONCE)
  #pendingBytes = 0
  /** Position 0 means an empty slot. */
  #end = 1
  #hashes = new Uint32Array(SLOTS_AT_FIRST)
  #places = new Float64Array(SLOTS_AT_FIRST)
  #slotsTaken = 0
  #texts = 0

  constructor(nameOf: (text: string) => string, columns = 0) {
    this.#nameOf = nameOf
    this.#header = HEADER + LINK * columns
    this.#latest = Array.from({ length: columns }, () => new Map())
    const folder = mkdtempSync(join(tmpdir(), 'medicready-backfill-'))
    this.#removeFolder = () => rmSync(folder, { recursive: true, force: true })
    this.#file = openSync(join(folder, 'rows'), 'w+')
    // Freed even if the process is killed. Windows cannot unlink an open file, so it is removed at the end.
    if (process.platform !== 'win32') this.#removeFolder()
  }

  get size(): number {
    return this.#texts
  }

  get(name: string): string | null {
    return this.#find(name, hashOf(name))?.text ?? null
  }

  /** May include others with the same hash. */
  *where(column: number, value: string): Generator<string> {
    for (let place = this.#latest[column]?.get(hashOf(value)) ?? EMPTY; place !== EMPTY; ) {
      const record = this.#read(place)
      const [text, hash] = [record.toString('utf8', this.#header), record.readUInt32LE(4)]
      const before = record.readDoubleLE(HEADER + LINK * column)
      if (this.#isCurrent(place, hash)) yield text
      place = before
    }
  }

  set(name: string, text: string, values: readonly (string | null)[] = []): void {
    const hash = hashOf(name)
    const known = this.#find(name, hash)
    const place = this.#append(text, hash, values)
    if (known) this.#places[known.slot] = place
    else this.#add(hash, place)
  }

  delete(name: string): void {
    const known = this.#find(name, hashOf(name))
    if (!known) return
    this.#places[known.slot] = REMOVED
    this.#texts -= 1
  }

  /** File order, as raw bytes. */
  *chunks(): Generator<Buffer> {
    this.#write()
    let rest: Buffer = Buffer.alloc(0)
    let place = 1
    for (let readTo = 1; readTo < this.#end; ) {
      const bytes = Buffer.allocUnsafe(rest.length + Math.min(WRITE_AT_ONCE, this.#end - readTo))
      rest.copy(bytes)
      readTo += readSync(this.#file, bytes, rest.length, bytes.length - rest.length, readTo)
      const chunk = Buffer.allocUnsafe(bytes.length)
      let filled = 0
      let at = 0
      while (at + this.#header <= bytes.length) {
        const end = at + this.#header + bytes.readUInt32LE(at)
        if (end > bytes.length) break
        if (this.#isCurrent(place + at, bytes.readUInt32LE(at + 4))) filled += bytes.copy(chunk, filled, at + this.#header, end)
        at = end
      }
      rest = bytes.subarray(at)
      place += at
      if (filled > 0) yield chunk.subarray(0, filled)
    }
  }

  close(): void {
    closeSync(this.#file)
    this.#removeFolder()
  }

  #find(name: string, hash: number): { slot: number; text: string } | null {
    const mask = this.#hashes.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const place = this.#places[slot] as number
      if (place === EMPTY) return null
      if (place === REMOVED || this.#hashes[slot] !== hash) continue
      const text = this.#read(place).toString('utf8', this.#header)
      if (this.#nameOf(text) === name) return { slot, text }
    }
  }

  #isCurrent(place: number, hash: number): boolean {
    const mask = this.#hashes.length - 1
    for (let slot = hash & mask; this.#places[slot] !== EMPTY; slot = (slot + 1) & mask) if (this.#places[slot] === place) return true
    return false
  }

  #add(hash: number, place: number): void {
    if (this.#slotsTaken + 1 > MOST_SLOTS_TAKEN * this.#hashes.length) this.#grow()
    this.#put(hash, place)
    this.#slotsTaken += 1
    this.#texts += 1
  }

  #put(hash: number, place: number): void {
    const mask = this.#hashes.length - 1
    let slot = hash & mask
    while (this.#places[slot] !== EMPTY) slot = (slot + 1) & mask
    this.#hashes[slot] = hash
    this.#places[slot] = place
  }

  #grow(): void {
    const [hashes, places] = [this.#hashes, this.#places]
    this.#hashes = new Uint32Array(hashes.length * 2)
    this.#places = new Float64Array(hashes.length * 2)
    this.#slotsTaken = 0
    for (let slot = 0; slot < hashes.length; slot++) {
      const place = places[slot] as number
      if (place === EMPTY || place === REMOVED) continue
      this.#put(hashes[slot] as number, place)
      this.#slotsTaken += 1
    }
  }

  #append(text: string, hash: number, values: readonly (string | null)[]): number {
    const header = this.#header
    const most = header + 3 * text.length
    if (this.#pendingBytes + most > this.#pending.length) this.#write()
    const place = this.#end + this.#pendingBytes
    const record = most > this.#pending.length ? Buffer.allocUnsafe(most) : this.#pending.subarray(this.#pendingBytes)
    const length = record.write(text, header)
    record.writeUInt32LE(length, 0)
    record.writeUInt32LE(hash, 4)
    for (const [column, latest] of this.#latest.entries()) {
      const value = values[column] ?? null
      const hashOfValue = value === null ? null : hashOf(value)
      record.writeDoubleLE(hashOfValue === null ? EMPTY : (latest.get(hashOfValue) ?? EMPTY), HEADER + LINK * column)
      if (hashOfValue !== null) latest.set(hashOfValue, place)
    }
    if (most > this.#pending.length) this.#writeAll(record.subarray(0, header + length))
    else this.#pendingBytes += header + length
    return place
  }

  #write(): void {
    this.#writeAll(this.#pending.subarray(0, this.#pendingBytes))
    this.#pendingBytes = 0
  }

  #writeAll(bytes: Buffer): void {
    for (let written = 0; written < bytes.length; )
      written += writeSync(this.#file, bytes, written, bytes.length - written, this.#end + written)
    this.#end += bytes.length
  }

  /** Valid until the next read. */
  #read(place: number): Buffer {
    if (place >= this.#end) {
      const at = place - this.#end
      return this.#pending.subarray(at, at + this.#header + this.#pending.readUInt32LE(at))
    }
    const read = readSync(this.#file, readBuffer, 0, READ_AT_ONCE, place)
    const length = this.#header + readBuffer.readUInt32LE(0)
    if (length <= read) return readBuffer.subarray(0, length)
    const whole = Buffer.allocUnsafe(length)
    readSync(this.#file, whole, 0, length, place)
    return whole
  }
}

const readBuffer = Buffer.allocUnsafe(READ_AT_ONCE)

/** FNV-1a with MurmurHash3's final mixing, so that the low bits depend on all characters. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
