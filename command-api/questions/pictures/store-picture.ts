import { createHash } from 'node:crypto'
import type { StoredPicture } from '@medicready/domain/contract/questions/pictures'
import type { Outcome } from '@medicready/domain/outcome'
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE } from '@medicready/domain/questions/pictures/image-rules'
import { Rejection } from '@medicready/domain/rejection'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Clock } from '../../command-context.ts'
import type { Parts } from '../../parts.ts'
import { cleanRaster } from './clean-raster.ts'
import { cleanSvg } from './clean-svg.ts'

/**
 * Keeps an image that a question may show from now on, by the hash of what is kept: the same image sent twice is kept
 * once. Refused with `pictureTooLarge`, `pictureUnreadable` or `pictureTurned`.
 */
export async function storePicture(
  { sql, clock }: Pick<Parts, 'sql'> & { readonly clock: Clock },
  sent: Buffer,
): Promise<Outcome<StoredPicture>> {
  const image = imageToKeep(sent)
  await keepImage(sql, image, clock())
  const { hash, mediaType, width, height } = image
  return { answer: { hash, mediaType, width, height }, position: null }
}

export interface KeptImage extends StoredPicture {
  readonly bytes: Buffer
}

/** What would be kept of an image. Refused as `storePicture` says. */
export function imageToKeep(sent: Buffer): KeptImage {
  if (sent.length > MAX_IMAGE_BYTES) throw new Rejection('pictureTooLarge')
  const image = readable(sent)
  if (!image) throw new Rejection('pictureUnreadable')
  const { bytes, mediaType, width, height } = image
  if (Math.max(width, height) > MAX_IMAGE_SIDE || width * height > MAX_IMAGE_PIXELS) throw new Rejection('pictureTooLarge')
  return { hash: createHash('sha256').update(bytes).digest('hex'), mediaType, width, height, bytes }
}

export async function keepImage(sql: Sql, { hash, mediaType, width, height, bytes }: KeptImage, now: string): Promise<void> {
  await sql`
    INSERT INTO pictures.images (hash, media_type, width, height, bytes, stored_at)
    VALUES (${hash}, ${mediaType}, ${width}, ${height}, ${bytes}, ${now}) ON CONFLICT (hash) DO NOTHING`
}

/** What an image is by its own bytes, and what of it is kept; null where it is none that is known. */
function readable(sent: Buffer): Omit<KeptImage, 'hash'> | null {
  const raster = cleanRaster(sent)
  if (raster) return raster
  const text = textOf(sent)
  const clean = text === null ? null : cleanSvg(text)
  return clean && { mediaType: 'image/svg+xml', width: clean.width, height: clean.height, bytes: Buffer.from(clean.svg) }
}

/** The text of a document that may be an SVG; null of what is no text. */
function textOf(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.trimStart().startsWith('<') ? text : null
  } catch {
    return null
  }
}
