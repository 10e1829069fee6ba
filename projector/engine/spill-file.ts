import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bytes before each text: its length and its hash, as unsigned numbers of 32 bits, */
const HEADER = 8
/** and for each column by which rows are found, the place of the text before with the same value in it. */
const LINK = 8
/** What one reading of the file brings: most texts are shorter, longer ones need a second one. */
const READ_AT_ONCE = 1_024
const WRITE_AT_ONCE = 1024 * 1024
const SLOTS_AT_FIRST = 1 << 12
const MOST_SLOTS_TAKEN = 0.7
const EMPTY = 0
const REMOVED = -1

/**
 * Texts by their names, in a file of the machine's temporary folder: what memory should not hold. In memory is one slot
 * of 12 bytes for each text, with the hash of its name and its place in the file, in a table of open addressing. Names
 * are not kept: the text tells its own. Texts with the same value in a column are a linked list in the file, whose
 * latest place is in memory. The file only grows, and is gone when the process is. Everything here is synchronous,
 * since a fold cannot wait.
 */
export class SpillFile {
  readonly #nameOf: (text: string) => string
  readonly #file: number
  readonly #removeFolder: () => void
  readonly #header: number
  /** For each column: places in the file by hashes of values. */
  readonly #latest: readonly Map<number, number>[]
  readonly #pending = Buffer.allocUnsafe(WRITE_AT_ONCE)
  #pendingBytes = 0
  /** Where the pending bytes will stand. Nothing stands at 0, which means an empty slot. */
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
    // An open file stays readable without its name, and a process that is killed leaves nothing behind. Not so on
    // Windows, where it is removed at the end.
    if (process.platform !== 'win32') this.#removeFolder()
  }

  /** How many texts there are. */
  get size(): number {
    return this.#texts
  }

  get(name: string): string | null {
    return this.#find(name, hashOf(name))?.text ?? null
  }

  /** The texts that may have a value in a column: all that have it, and others whose values have the same hash. */
  *where(column: number, value: string): Generator<string> {
    for (let place = this.#latest[column]?.get(hashOf(value)) ?? EMPTY; place !== EMPTY; ) {
      const record = this.#read(place)
      const [text, hash] = [record.toString('utf8', this.#header), record.readUInt32LE(4)]
      const before = record.readDoubleLE(HEADER + LINK * column)
      if (this.#isCurrent(place, hash)) yield text
      place = before
    }
  }

  /** Puts a text in the place of the one of the same name; with its values in the columns by which rows are found. */
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

  /** All texts, one behind the other, in the order of the file: in chunks of bytes, for others to pass on. */
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

  /** Whether the text at this place is the newest of its name. */
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

  /** A text with its header, which is good until the next reading. */
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

/** FNV-1a over the characters, mixed at the end as MurmurHash3 does, so that the low bits depend on all of them. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
