import type { ImageType } from '@medicready/domain/questions/content/image-rules'

export interface CleanRaster {
  readonly mediaType: ImageType
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/** Exif 2.32, 4.6.4: 1 is upright. */

export const UPRIGHT = 1
const LAST = 8
/** From here on, the image lies on its side. */
const ON_ITS_SIDE = 5

export const isOnItsSide = (orientation: number): boolean => orientation >= ON_ITS_SIDE

const ORIENTATION = 0x0112
const SHORT = 3
const ENTRY = 12

export function orientationOf(tiff: Buffer): number {
  if (tiff.length < 8) return UPRIGHT
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < short(directory); entry++) {
    const at = directory + 2 + ENTRY * entry
    if (at + ENTRY > tiff.length) return UPRIGHT
    if (short(at) !== ORIENTATION) continue
    const noted = short(at + 8)
    return noted >= UPRIGHT && noted <= LAST ? noted : UPRIGHT
  }
  return UPRIGHT
}

export function tiffOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM', 0, 'latin1')
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(ORIENTATION, 10)
  tiff.writeUInt16BE(SHORT, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
