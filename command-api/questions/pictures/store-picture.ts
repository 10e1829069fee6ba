import { createHash } from 'node:crypto'
import type { DraftFinding } from '@medicready/domain/contract/questions/authoring'
import type { StoredPicture } from '@medicready/domain/contract/questions/pictures'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE } from '@medicready/domain/questions/content/image-rules'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { Clock } from '@medicready/platform/clock'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Dependencies } from '../../dependencies.ts'
import { cleanJpeg } from './clean-jpeg.ts'
import { cleanPng } from './clean-png.ts'
import { cleanSvg } from './clean-svg.ts'
import { cleanWebp } from './clean-webp.ts'
import type { CleanRaster } from './raster.ts'

/** Drops metadata, keeps pixels. Null if unknown; throws `pictureTurned` if it is upright only by metadata. */
export function cleanRaster(sent: Buffer): CleanRaster | null {
  const clean = cleanPng(sent) ?? cleanJpeg(sent) ?? cleanWebp(sent)
  return clean && clean.width > 0 && clean.height > 0 ? clean : null
}

export async function storePicture(
  { sql, clock }: Pick<Dependencies, 'sql'> & { readonly clock: Clock },
  sent: Buffer,
): Promise<StoredPicture> {
  const image = imageToKeep(sent)
  await keepImage(sql, image, clock())
  const { hash, mediaType, width, height } = image
  return { hash, mediaType, width, height }
}

export interface KeptImage extends StoredPicture {
  readonly bytes: Buffer
}

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

function readable(sent: Buffer): Omit<KeptImage, 'hash'> | null {
  const raster = cleanRaster(sent)
  if (raster) return raster
  const text = textOf(sent)
  const clean = text === null ? null : cleanSvg(text)
  return clean && { mediaType: 'image/svg+xml', width: clean.width, height: clean.height, bytes: Buffer.from(clean.svg) }
}

function textOf(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.trimStart().startsWith('<') ? text : null
  } catch {
    return null
  }
}

const fields = ['picture', 'explanationPicture'] as const

/** Images not stored, or with another type or size. `brought`: images that will be stored with the content. */
export async function unstoredImages(sql: Sql, content: QuestionContent, brought: readonly StoredPicture[] = []): Promise<DraftFinding[]> {
  const named = fields.flatMap((path) => {
    const picture = content[path]
    return picture?.kind === 'image' ? [{ path, picture }] : []
  })
  if (named.length === 0) return []
  const rows = await sql<StoredPicture[]>`
    SELECT hash, media_type AS "mediaType", width, height FROM pictures.images
    WHERE hash = ANY(${named.map(({ picture }) => picture.hash)})`
  const kept = [...brought, ...rows]
  return named.flatMap(({ path, picture }) => {
    const stored = kept.find(({ hash }) => hash === picture.hash)
    if (!stored) return [{ path, level: 'error' as const, message: 'This image has not been uploaded. Please upload it first.' }]
    const isSame = (['mediaType', 'width', 'height'] as const).every((name) => stored[name] === picture[name])
    const { mediaType, width, height } = stored
    const message = `This image is stored as ${mediaType} with ${width} × ${height} pixels. Please send the same type and size.`
    return isSame ? [] : [{ path, level: 'error' as const, message }]
  })
}
