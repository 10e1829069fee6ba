import { crc32 } from 'node:zlib'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { type CleanRaster, orientationOf, UPRIGHT } from './raster.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const FRAME = 12

/** Chunks that decide how it looks (11.2 and 11.3). */
const kept = new Set('IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT'.split(' '))

export function cleanPng(sent: Buffer): CleanRaster | null {
  if (!sent.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null
  const chunks = chunksOf(sent)
  const [header] = chunks ?? []
  if (!chunks || header?.type !== 'IHDR' || header.data.length !== 13 || !chunks.some(({ type }) => type === 'IDAT')) return null
  // Some browsers rotate a PNG by its Exif, and others do not.
  if (chunks.some(({ type, data }) => type === 'eXIf' && orientationOf(data) !== UPRIGHT)) throw new Rejection('pictureTurned')
  return {
    mediaType: 'image/png',
    width: header.data.readUInt32BE(0),
    height: header.data.readUInt32BE(4),
    bytes: Buffer.concat([SIGNATURE, ...chunks.filter(({ type }) => kept.has(type)).map(({ whole }) => whole)]),
  }
}

interface Chunk {
  readonly type: string
  readonly data: Buffer
  readonly whole: Buffer
}

function chunksOf(sent: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; at + FRAME <= sent.length; ) {
    const end = at + FRAME + sent.readUInt32BE(at)
    if (end > sent.length) return null
    const whole = sent.subarray(at, end)
    if (crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(whole.length - 4)) return null
    const type = whole.toString('latin1', 4, 8)
    chunks.push({ type, data: whole.subarray(8, -4), whole })
    if (type === 'IEND') return chunks
    at = end
  }
  return null
}
