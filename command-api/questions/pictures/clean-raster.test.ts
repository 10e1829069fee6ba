import { Rejection } from '@medicready/domain/refusals/rejection'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canvasOfWebp,
  chunkOfPng,
  chunkOfWebp,
  exif,
  jpeg,
  jpegWith,
  losslessWebp,
  lossyWebp,
  png,
  segmentOfJpeg,
  webp,
} from '../../testing/images.ts'
import { cleanRaster } from './store-picture.ts'

const exifOfJpeg = (orientation: number, order?: 'II' | 'MM') =>
  segmentOfJpeg(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(orientation, order)]))
const profile = Buffer.from('a profile of colours')
const pixels = losslessWebp.subarray(12)
const frame = (...chunks: readonly Buffer[]) => chunkOfWebp('ANMF', Buffer.concat([Buffer.alloc(16), ...chunks]))

describe('an image without metadata stays unchanged', () => {
  test.each([
    ['image/png', png(5, 3)],
    [
      'image/png',
      png(5, 3, [chunkOfPng('gAMA', Buffer.from([0, 0, 0xb1, 0x8f])), chunkOfPng('iCCP', profile), chunkOfPng('pHYs', Buffer.alloc(9))]),
    ],
    ['image/jpeg', jpeg],
    ['image/jpeg', jpegWith(segmentOfJpeg(0xe2, `ICC_PROFILE\0\x01\x01${profile}`), segmentOfJpeg(0xee, 'Adobe\0d\0\0\0\0\0\x01'))],
    ['image/webp', lossyWebp],
    ['image/webp', losslessWebp],
    ['image/webp', webp(canvasOfWebp(0x20), chunkOfWebp('ICCP', profile), pixels)],
    ['image/webp', webp(canvasOfWebp(0x02), chunkOfWebp('ANIM', Buffer.alloc(6)), frame(pixels), frame(pixels))],
  ])('%s', (mediaType, bytes) => {
    expect(cleanRaster(bytes)).toEqual({ mediaType, width: 5, height: 3, bytes })
  })
})

describe('metadata about place, time, device or author is removed', () => {
  const notes = ['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME', 'caBX', 'prVt']
  test.each<[string, Buffer, Buffer]>([
    ...notes.map((type): [string, Buffer, Buffer] => [`${type} of a PNG`, png(5, 3, [chunkOfPng(type, exif(1))]), png(5, 3)]),
    ['what lies behind a PNG', Buffer.concat([png(5, 3), Buffer.from('GPS')]), png(5, 3)],
    ['Exif of a JPEG', jpegWith(exifOfJpeg(1)), jpeg],
    ['XMP of a JPEG', jpegWith(segmentOfJpeg(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta GPS/>')), jpeg],
    ['IPTC of a JPEG', jpegWith(segmentOfJpeg(0xed, 'Photoshop 3.0\x008BIM GPS')), jpeg],
    ['a comment of a JPEG', jpegWith(segmentOfJpeg(0xfe, 'GPS')), jpeg],
    ['a second picture of a JPEG', Buffer.concat([jpegWith(segmentOfJpeg(0xe2, 'MPF\0GPS')), jpegWith(exifOfJpeg(1))]), jpeg],
    ['a thumbnail of a JPEG', jpegWith(segmentOfJpeg(0xe0, 'JFXX\0\x10GPS')), jpeg],
    ['Exif of a WebP', webp(canvasOfWebp(0x08), pixels, chunkOfWebp('EXIF', exif(1))), webp(canvasOfWebp(0), pixels)],
    [
      'XMP and colours of a WebP, but for the colours',
      webp(canvasOfWebp(0x24), chunkOfWebp('ICCP', profile), pixels, chunkOfWebp('XMP ', '<GPS/>')),
      webp(canvasOfWebp(0x20), chunkOfWebp('ICCP', profile), pixels),
    ],
    ['what a plain WebP has behind its pixels', webp(pixels, chunkOfWebp('EXIF', exif(1))), losslessWebp],
    ['what lies behind a WebP', Buffer.concat([losslessWebp, Buffer.from('GPS')]), losslessWebp],
    [
      'what a frame of a WebP has behind its pixels',
      webp(canvasOfWebp(2), chunkOfWebp('ANIM', Buffer.alloc(6)), frame(pixels, chunkOfWebp('NOTE', 'GPS'))),
      webp(canvasOfWebp(2), chunkOfWebp('ANIM', Buffer.alloc(6)), frame(pixels)),
    ],
  ])('%s', (_what, sent, clean) => {
    const found = cleanRaster(sent)
    expect(found).toMatchObject({ width: 5, height: 3 })
    expect(found?.bytes.toString('hex')).toBe(clean.toString('hex'))
    expect(cleanRaster(clean)?.bytes).toEqual(clean)
  })

  test('a thumbnail in a JPEG header is removed, and the header stays', () => {
    const head = Buffer.from(jpeg.subarray(2, 20))
    head.writeUInt16BE(head.length - 2 + 12, 2)
    head.set([2, 2], 16)
    const sent = Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from('twelve bytes'), jpeg.subarray(20)])
    expect(cleanRaster(sent)?.bytes).toEqual(jpeg)
  })
})

describe('a photograph taken sideways', () => {
  test.each(['II', 'MM'] as const)('is shown upright as a JPEG, which keeps only its orientation, written as %s', (order) => {
    for (const [orientation, width, height] of [
      [3, 5, 3],
      [6, 3, 5],
      [8, 3, 5],
    ] as const) {
      const clean = cleanRaster(jpegWith(exifOfJpeg(orientation, order)))
      expect(clean).toMatchObject({ mediaType: 'image/jpeg', width, height })
      expect(clean?.bytes.includes('GPS')).toBe(false)
      expect(cleanRaster(clean?.bytes ?? Buffer.alloc(0))).toEqual(clean)
    }
  })

  test.each([
    ['PNG', png(5, 3, [chunkOfPng('eXIf', exif(6))])],
    ['WebP', webp(canvasOfWebp(0x08), pixels, chunkOfWebp('EXIF', exif(6)))],
    [
      'WebP with the name of Exif',
      webp(canvasOfWebp(0x08), pixels, chunkOfWebp('EXIF', Buffer.concat([Buffer.from('Exif\0\0'), exif(3, 'MM')]))),
    ],
  ])('is refused as a %s, which not every browser turns', (_what, sent) => {
    expect(() => cleanRaster(sent)).toThrow(new Rejection('pictureTurned'))
  })

  test('an invalid orientation is ignored', () => {
    for (const orientation of [0, 9, 60_000]) expect(cleanRaster(jpegWith(exifOfJpeg(orientation)))?.bytes).toEqual(jpeg)
    const cut = exifOfJpeg(6).subarray(4, 30)
    expect(cleanRaster(jpegWith(segmentOfJpeg(0xe1, cut)))?.bytes).toEqual(jpeg)
  })
})

describe('is not an image', () => {
  const broken = Buffer.from(png(5, 3))
  broken.writeUInt8(broken.readUInt8(45) ^ 1, 45)
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(40)])],
    ['another RIFF', Buffer.from('RIFF____WAVEfmt ____________________')],
    ['a PNG without sides', png(0, 0)],
    ['a PNG with a bit that fell over', broken],
    ['a PNG that begins with something else', Buffer.concat([png(5, 3).subarray(0, 8), chunkOfPng('tEXt', 'a'), png(5, 3).subarray(8)])],
    ['a PNG without pixels', Buffer.concat([png(5, 3).subarray(0, 33), chunkOfPng('IEND', '')])],
    ['a JPEG without pixels', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['a JPEG with a segment of no length', jpegWith(Buffer.from([0xff, 0xfe, 0, 0]))],
    ['a JPEG that begins again', jpegWith(jpeg.subarray(0, 2))],
    ['a JPEG of fill bytes alone', Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(100_000, 0xff)])],
    ['a WebP that holds a canvas alone', webp(canvasOfWebp(0))],
    ['a WebP with a chunk larger than itself', webp(canvasOfWebp(0), Buffer.concat([Buffer.from('VP8L'), Buffer.alloc(4, 0xff)]))],
    ['a WebP with a broken frame', webp(canvasOfWebp(2), frame(Buffer.from('VP8L')))],
  ])('%s', (_what, bytes) => {
    expect(cleanRaster(bytes)).toBeNull()
  })

  const whole = [
    png(5, 3, [chunkOfPng('tEXt', 'a note')]),
    jpegWith(exifOfJpeg(6)),
    lossyWebp,
    losslessWebp,
    webp(canvasOfWebp(0x28), pixels, chunkOfWebp('EXIF', exif(1))),
  ]
  test('an image that is cut off anywhere', () => {
    for (const image of whole)
      for (let length = 0; length < image.length; length++) expect(cleanRaster(image.subarray(0, length))).toBeNull()
  })

  test('with any changed bytes, the result is a clean image or none, and nothing fails', () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 6 })
    fc.assert(
      fc.property(fc.constantFrom(...whole), changes, (image, changed) => {
        const bytes = Buffer.from(image)
        for (const [at, byte] of changed) bytes.writeUInt8(byte, at % bytes.length)
        const clean = refusedOrClean(bytes)
        if (clean) expect(cleanRaster(clean.bytes)).toEqual(clean)
      }),
      { numRuns: 2_000 },
    )
  })
})

/** Refused as in the call. */
function refusedOrClean(bytes: Buffer) {
  try {
    return cleanRaster(bytes)
  } catch (error) {
    expect(error).toEqual(new Rejection('pictureTurned'))
    return null
  }
}
