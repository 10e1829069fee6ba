import type { ImageType } from '@medicready/domain/questions/pictures/image-rules'

/** What the bytes of an image say of themselves, whatever its sender calls it. */
export interface ImageLook {
  readonly mediaType: ImageType
  /** Pixels, as it is shown. */
  readonly width: number
  readonly height: number
}

/** A PNG, JPEG or WebP by its own bytes; null where they are none of these, or say no size. */
export function lookOfRaster(bytes: Buffer): ImageLook | null {
  const look = lookOfPng(bytes) ?? lookOfJpeg(bytes) ?? lookOfWebp(bytes)
  return look && look.width > 0 && look.height > 0 ? look : null
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** The header chunk comes first: PNG (Third Edition), 5.2 and 11.2.1. */
function lookOfPng(bytes: Buffer): ImageLook | null {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE) || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

const START_OF_IMAGE = 0xffd8
const EXIF = 0xe1
/** Frame headers are SOF0 to SOF15 (ITU-T T.81, table B.1), but for DHT, JPG and DAC, which share their range. */
const isFrameHeader = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** From here on the orientations of Exif lie on their side. */
const ON_ITS_SIDE = 5

function lookOfJpeg(bytes: Buffer): ImageLook | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== START_OF_IMAGE) return null
  let orientation = 1
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isFrameHeader(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      const mediaType = 'image/jpeg'
      return orientation >= ON_ITS_SIDE ? { mediaType, width: height, height: width } : { mediaType, width, height }
    }
    const length = bytes.readUInt16BE(at + 2)
    if (marker === EXIF) orientation = orientationOf(bytes.subarray(at + 4, at + 2 + length)) ?? orientation
    at += 2 + length
  }
  return null
}

/** How browsers turn the image: tag 0x0112 of the first directory (Exif 2.32, 4.6.2). */
function orientationOf(segment: Buffer): number | null {
  if (segment.length < 16 || segment.toString('latin1', 0, 6) !== 'Exif\0\0') return null
  const tiff = segment.subarray(6)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < short(directory); entry++) {
    const at = directory + 2 + 12 * entry
    if (at + 12 > tiff.length) return null
    if (short(at) === 0x0112) return short(at + 8)
  }
  return null
}

/** WebP Container Specification: a canvas (VP8X), a lossless image (VP8L) or a lossy one (VP8). */
function lookOfWebp(bytes: Buffer): ImageLook | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  const mediaType = 'image/webp'
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { mediaType, width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
    case 'VP8L': {
      const sides = bytes.readUInt32LE(21)
      return { mediaType, width: 1 + (sides & 0x3fff), height: 1 + ((sides >>> 14) & 0x3fff) }
    }
    case 'VP8 ':
      return { mediaType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    default:
      return null
  }
}
