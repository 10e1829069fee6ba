import { Rejection } from '@medicready/domain/refusals/rejection'
import { type CleanRaster, orientationOf, UPRIGHT } from './raster.ts'

const HEADER = 12
const FRAME = 8
const SAYS_EXIF = 0x08
const SAYS_XMP = 0x04

const bitstreams = ['VP8 ', 'VP8L']
const kept = [...bitstreams, 'VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH']
/** Header of an animation frame, before its chunks. */
const FRAME_OF_ANIMATION = 16

export function cleanWebp(sent: Buffer): CleanRaster | null {
  if (sent.length < HEADER || sent.toString('latin1', 0, 4) !== 'RIFF' || sent.toString('latin1', 8, 12) !== 'WEBP') return null
  const end = FRAME + sent.readUInt32LE(4)
  const chunks = end > sent.length ? null : chunksOf(sent.subarray(HEADER, end))
  const look = chunks && lookOf(chunks)
  if (!chunks || !look || chunks.some(isBrokenFrame)) return null
  // Some browsers rotate a WebP by its Exif, and others do not.
  if (chunks.some(({ name, data }) => name === 'EXIF' && orientationOf(withoutName(data)) !== UPRIGHT)) throw new Rejection('pictureTurned')
  const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks.flatMap(clean)])
  return { mediaType: 'image/webp', ...look, bytes: written({ name: 'RIFF', data: content }) }
}

interface Chunk {
  readonly name: string
  readonly data: Buffer
}

function chunksOf(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  for (let at = 0; at < bytes.length; ) {
    if (at + FRAME > bytes.length) return null
    const end = at + FRAME + bytes.readUInt32LE(at + 4)
    if (end > bytes.length) return null
    chunks.push({ name: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + FRAME, end) })
    at = end + (end % 2)
  }
  return chunks
}

function lookOf(chunks: readonly Chunk[]): Pick<CleanRaster, 'width' | 'height'> | null {
  const [first] = chunks
  if (first?.name === 'VP8X') {
    const hasPixels = chunks.some(({ name }) => name === 'ANMF' || bitstreams.includes(name))
    if (first.data.length !== 10 || !hasPixels) return null
    return { width: 1 + first.data.readUIntLE(4, 3), height: 1 + first.data.readUIntLE(7, 3) }
  }
  if (first?.name === 'VP8L' && first.data.length >= 5) {
    const sides = first.data.readUInt32LE(1)
    return { width: 1 + (sides & 0x3fff), height: 1 + ((sides >>> 14) & 0x3fff) }
  }
  if (first?.name === 'VP8 ' && first.data.length >= 10)
    return { width: first.data.readUInt16LE(6) & 0x3fff, height: first.data.readUInt16LE(8) & 0x3fff }
  return null
}

/** Some programs write the JPEG name of Exif here too. */
const withoutName = (data: Buffer): Buffer => (data.toString('latin1', 0, 6) === 'Exif\0\0' ? data.subarray(6) : data)

function clean({ name, data }: Chunk): Buffer[] {
  if (!kept.includes(name)) return []
  if (name === 'VP8X') return [written({ name, data: withoutNotes(data) })]
  return [written({ name, data: name === 'ANMF' ? cleanFrame(data) : data })]
}

function withoutNotes(canvas: Buffer): Buffer {
  const changed = Buffer.from(canvas)
  changed.writeUInt8(changed.readUInt8(0) & ~(SAYS_EXIF | SAYS_XMP), 0)
  return changed
}

const chunksOfFrame = (data: Buffer): Chunk[] | null => chunksOf(data.subarray(FRAME_OF_ANIMATION))
const isBrokenFrame = ({ name, data }: Chunk): boolean => name === 'ANMF' && chunksOfFrame(data) === null

function cleanFrame(data: Buffer): Buffer {
  const pixels = (chunksOfFrame(data) ?? []).filter(({ name }) => name === 'ALPH' || bitstreams.includes(name))
  return Buffer.concat([data.subarray(0, FRAME_OF_ANIMATION), ...pixels.map(written)])
}

function written({ name, data }: Chunk): Buffer {
  const head = Buffer.alloc(FRAME)
  head.write(name, 0, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
