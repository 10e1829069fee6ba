import { type CleanRaster, isOnItsSide, orientationOf, tiffOf, UPRIGHT } from './raster.ts'

/** Second bytes of markers (ITU-T T.81, table B.1). */
const START_OF_IMAGE = 0xd8
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
const RESTARTS = { from: 0xd0, to: 0xd7 }
const FIRST_WITH_LENGTH = 0xc0
const isRestart = (marker: number): boolean => marker >= RESTARTS.from && marker <= RESTARTS.to
const COMMENT = 0xfe
const APPLICATIONS = { from: 0xe0, to: 0xef }
const EXIF = 0xe1
/** SOF0 to SOF15, except DHT, JPG and DAC, which share their range. */
const isFrameHeader = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const EXIF_NAME = 'Exif\0\0'
/** Application segments that decide how the image looks. */
const kept: readonly { readonly marker: number; readonly name: string }[] = [
  { marker: 0xe0, name: 'JFIF\0' },
  { marker: 0xe2, name: 'ICC_PROFILE\0' },
  { marker: 0xee, name: 'Adobe' },
]

/** Null if it is not a complete JPEG. Data behind its end, such as a motion photo, is dropped. */
export function cleanJpeg(sent: Buffer): CleanRaster | null {
  const segments = segmentsOf(sent)
  const frame = segments?.find(({ marker }) => isFrameHeader(marker))
  if (!segments || !frame || frame.data.length < 6) return null
  const exif = segments.find(isExif)
  const orientation = exif ? orientationOf(exif.data.subarray(EXIF_NAME.length)) : UPRIGHT
  const [height, width] = [frame.data.readUInt16BE(1), frame.data.readUInt16BE(3)]
  const bytes = Buffer.concat([
    Buffer.from([0xff, START_OF_IMAGE]),
    ...segments.flatMap((segment) => (segment === exif ? turnedBy(orientation) : clean(segment))),
    Buffer.from([0xff, END_OF_IMAGE]),
  ])
  const size = isOnItsSide(orientation) ? { width: height, height: width } : { width, height }
  return { mediaType: 'image/jpeg', ...size, bytes }
}

interface Segment {
  readonly marker: number
  readonly data: Buffer
  readonly scan: Buffer
}

const isNamed = ({ data }: Segment, name: string): boolean => data.toString('latin1', 0, name.length) === name
const isExif = (segment: Segment): boolean => segment.marker === EXIF && isNamed(segment, EXIF_NAME)

/** Browsers rotate a JPEG by its Exif orientation, so only that is kept. */
const turnedBy = (orientation: number): Buffer[] =>
  orientation === UPRIGHT ? [] : [written(EXIF, Buffer.concat([Buffer.from(EXIF_NAME, 'latin1'), tiffOf(orientation)]))]

function clean(segment: Segment): Buffer[] {
  const { marker, data, scan } = segment
  const isOfAnApplication = marker >= APPLICATIONS.from && marker <= APPLICATIONS.to
  if (marker === COMMENT) return []
  if (!isOfAnApplication) return [written(marker, data), scan]
  const known = kept.find((one) => one.marker === marker && isNamed(segment, one.name))
  if (!known) return []
  return [written(marker, known.name === 'JFIF\0' ? withoutThumbnail(data) : data)]
}

/** JFIF 1.02: twelve bytes of header, then the sides of a thumbnail and its pixels. */
const withoutThumbnail = (data: Buffer): Buffer => Buffer.concat([data.subarray(0, 12), Buffer.alloc(2)])

function written(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

function segmentsOf(sent: Buffer): Segment[] | null {
  if (sent[0] !== 0xff || sent[1] !== START_OF_IMAGE) return null
  const segments: Segment[] = []
  for (let at = 2; at + 2 <= sent.length; ) {
    if (sent[at] !== 0xff) return null
    const marker = sent.readUInt8(at + 1)
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END_OF_IMAGE) return segments.some(({ scan }) => scan.length > 0) ? segments : null
    if (marker < FIRST_WITH_LENGTH || isRestart(marker) || marker === START_OF_IMAGE || at + 4 > sent.length) return null
    const length = sent.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > sent.length) return null
    const next = marker === START_OF_SCAN ? endOfScan(sent, end) : end
    segments.push({ marker, data: sent.subarray(at + 4, end), scan: sent.subarray(end, next) })
    at = next
  }
  return null
}

/** Pixels end at the next marker that is neither a restart nor an escaped byte. */
function endOfScan(sent: Buffer, from: number): number {
  for (let at = sent.indexOf(0xff, from); at !== -1; at = sent.indexOf(0xff, at + 1)) {
    const next = sent[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  return sent.length
}
