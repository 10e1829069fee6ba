import { describe, expect, test } from 'vitest'
import { lookOfRaster } from './raster-size.ts'

const bytesOf = (base64: string) => Buffer.from(base64, 'base64')
/** Five by three pixels each, as Chromium writes them. */
const png = bytesOf(
  'iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAYAAABbNsX4AAAAHklEQVR4AWzIsQkAAADCsOL/p/mT7mKhS2TILk4XCwAA//8jbWXeAAAABklEQVQDANZzCP5xNg4xAAAAAElFTkSuQmCC',
)
const jpeg = bytesOf(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAADAAUDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCAAKn/2Q==',
)
const lossyWebp = bytesOf('UklGRjQAAABXRUJQVlA4ICgAAABwAQCdASoFAAMAB0CWJaACdAFAAAD+6WkRiw8Nr/+CC/EH6g1AAAAA')
const losslessWebp = bytesOf('UklGRhwAAABXRUJQVlA4TA8AAAAvBIAAAAcQZY7+ByKi/wEA')
const extendedWebp = Buffer.concat([bytesOf('UklGRgAAAABXRUJQVlA4WAoAAAAgAAAABAAAAgAA'), Buffer.alloc(8)])

/** The JPEG as a camera writes it that was held upright or on its side. */
function turned(orientation: number, order: 'II' | 'MM'): Buffer {
  const tiff = Buffer.alloc(26)
  const [short, long] =
    order === 'II'
      ? [(value: number, at: number) => tiff.writeUInt16LE(value, at), (value: number, at: number) => tiff.writeUInt32LE(value, at)]
      : [(value: number, at: number) => tiff.writeUInt16BE(value, at), (value: number, at: number) => tiff.writeUInt32BE(value, at)]
  tiff.write(order, 0)
  short(42, 2)
  long(8, 4)
  short(1, 8)
  short(0x0112, 10)
  short(3, 12)
  long(1, 14)
  short(orientation, 18)
  const segment = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.alloc(4)
  head.writeUInt16BE(0xffe1, 0)
  head.writeUInt16BE(segment.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, segment, jpeg.subarray(2)])
}

test.each([
  ['image/png', png],
  ['image/jpeg', jpeg],
  ['image/webp', lossyWebp],
  ['image/webp', losslessWebp],
  ['image/webp', extendedWebp],
])('%s', (mediaType, bytes) => {
  expect(lookOfRaster(bytes)).toEqual({ mediaType, width: 5, height: 3 })
})

test.each(['II', 'MM'] as const)('a photograph that was taken on its side stands upright, written %s', (order) => {
  expect(lookOfRaster(turned(1, order))).toMatchObject({ width: 5, height: 3 })
  expect(lookOfRaster(turned(6, order))).toMatchObject({ width: 3, height: 5 })
})

describe('what is no image', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(40)])],
    ['another RIFF', Buffer.from('RIFF____WAVEfmt ____________________')],
    ['an image without pixels', Buffer.concat([png.subarray(0, 16), Buffer.alloc(4), png.subarray(20)])],
  ])('%s', (_what, bytes) => {
    expect(lookOfRaster(bytes)).toBeNull()
  })

  test('an image that breaks off anywhere is none, or says its size already, and never throws', () => {
    for (const whole of [png, jpeg, lossyWebp, losslessWebp, extendedWebp, turned(6, 'II')])
      for (let length = 0; length < whole.length; length++) {
        const look = lookOfRaster(whole.subarray(0, length))
        if (look) expect(look.width * look.height).toBe(15)
      }
  })
})
