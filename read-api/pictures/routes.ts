import { createHash } from 'node:crypto'
import type { pictureCalls } from '@medicready/domain/contract/pictures'
import { drawPicture } from '@medicready/domain/questions/pictures/draw'
import type { Picture } from '@medicready/domain/questions/pictures/picture'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers, ImageToSend } from '@medicready/platform/http/calls'
import type { PictureAddresses } from '@medicready/platform/http/picture-addresses'
import type { Sql } from '@medicready/platform/postgres/connection'
import { LRUCache } from 'lru-cache'
import type { QuestionVersions } from '../questions/question-versions.ts'
import { whereProjected } from '../reading.ts'

/** Drawings are 10 to 100 KB each. */
const REMEMBERED_BYTES = 32 * 1024 * 1024

interface Parts {
  sql: Sql
  versions: QuestionVersions
  pictureAddresses: PictureAddresses
}

export const pictureRoutes = ({ sql, versions, pictureAddresses }: Parts): Handlers<typeof pictureCalls, 'read-api'> => {
  const drawn = new LRUCache<string, ImageToSend>({ maxSize: REMEMBERED_BYTES, sizeCalculation: ({ bytes }) => bytes.length })
  return {
    'GET /api/pictures/{address}': async ({ params: { address } }) => {
      const known = drawn.get(address)
      if (known) return known
      const place = pictureAddresses.read(address)
      if (!place) throw new Rejection('pictureNotFound')
      const version = (await whereProjected(() => versions.find([place])))(place)
      const picture = place.of === 'question' ? version?.content.picture : version?.content.explanationPicture
      if (!picture) throw new Rejection('pictureNotFound')
      const image = await imageOf(sql, picture)
      drawn.set(address, image)
      return image
    },

    'GET /api/admin/pictures/drawing': ({ query: { picture } }) => imageOf(sql, picture),
  }
}

async function imageOf(sql: Sql, picture: Picture): Promise<ImageToSend> {
  if (picture.kind === 'image') return storedImage(sql, picture.hash)
  const bytes = Buffer.from(drawPicture(picture).svg)
  return { mediaType: 'image/svg+xml', bytes, etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22) }
}

async function storedImage(sql: Sql, hash: string): Promise<ImageToSend> {
  const [row] = await sql<{ media_type: string; bytes: Buffer }[]>`
    SELECT media_type, bytes FROM pictures.images WHERE hash = ${hash}`
  if (!row) throw new Rejection('pictureNotFound')
  return { mediaType: row.media_type, bytes: row.bytes, etag: hash.slice(0, 22) }
}
