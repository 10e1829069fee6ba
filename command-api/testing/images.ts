import { crc32, deflateSync } from 'node:zlib'

const bytesOf = (base64: string) => Buffer.from(base64, 'base64')

export const jpeg = bytesOf(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAADAAUDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCAAKn/2Q==',
)
export const lossyWebp = bytesOf('UklGRjQAAABXRUJQVlA4ICgAAABwAQCdASoFAAMAB0CWJaACdAFAAAD+6WkRiw8Nr/+CC/EH6g1AAAAA')
export const losslessWebp = bytesOf('UklGRhwAAABXRUJQVlA4TA8AAAAvBIAAAAcQZY7+ByKi/wEA')

export function chunkOfPng(type: string, data: Uint8Array | string): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data)])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(named.length - 4)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

/** Black. `pixels` may be fewer than the size says. */
export function png(width: number, height: number, chunks: readonly Buffer[] = [], pixels = Buffer.alloc((width + 1) * height)): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const drawn = [chunkOfPng('IDAT', deflateSync(pixels)), chunkOfPng('IEND', '')]
  return Buffer.concat([signature, chunkOfPng('IHDR', header), ...chunks, ...drawn])
}

export function segmentOfJpeg(marker: number, data: Uint8Array | string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, Buffer.from(data)])
}

export const jpegWith = (...segments: readonly Buffer[]): Buffer => Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

export function chunkOfWebp(name: string, data: Uint8Array | string): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 0, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, Buffer.from(data), Buffer.alloc(data.length % 2)])
}

export const webp = (...chunks: readonly Buffer[]): Buffer => chunkOfWebp('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))

export const canvasOfWebp = (flags: number): Buffer => chunkOfWebp('VP8X', Buffer.from([flags, 0, 0, 0, 4, 0, 0, 2, 0, 0]))

export function exif(orientation: number, order: 'II' | 'MM' = 'II'): Buffer {
  const tiff = Buffer.alloc(38)
  const short = (value: number, at: number) => (order === 'II' ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at))
  const long = (value: number, at: number) => (order === 'II' ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at))
  tiff.write(order, 0, 'latin1')
  short(42, 2)
  long(8, 4)
  short(2, 8)
  short(0x010f, 10)
  short(2, 12)
  long(4, 14)
  tiff.write('GPS\0', 18, 'latin1')
  short(0x0112, 22)
  short(3, 24)
  long(1, 26)
  short(orientation, 30)
  return tiff
}
