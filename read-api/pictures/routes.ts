import { createHash } from 'node:crypto'
import type { PicturePlace } from '@medicready/domain/contract/questions/answer-result'
import type { pictureCalls } from '@medicready/domain/contract/questions/pictures'
import type { sampleCalls } from '@medicready/domain/contract/samples'
import type { Picture } from '@medicready/domain/questions/content/picture'
import { drawPicture } from '@medicready/domain/questions/pictures/drawn/draw'
import { soundFile } from '@medicready/domain/questions/pictures/sounds/sound'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { MediaToSend } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { LRUCache } from 'lru-cache'
import { Samples } from '../questions/samples.ts'
import type { Routes } from '../read-dependencies.ts'
import { whereProjected } from '../reading.ts'

/** Drawings are 10 to 100 KB each, sounds 200 KB. */
const REMEMBERED_BYTES = 32 * 1024 * 1024

export const pictureRoutes: Routes<typeof pictureCalls & typeof sampleCalls> = (deps) => {
  const { primary, versions, pictureAddresses } = deps
  const samples = new Samples(deps)
  const drawn = new LRUCache<string, MediaToSend>({ maxSize: REMEMBERED_BYTES, sizeCalculation: ({ bytes }) => bytes.length })

  const placeOf = (address: string): PicturePlace => {
    const place = pictureAddresses.read(address)
    if (!place) throw new Rejection('pictureNotFound')
    return place
  }
  async function mediaAt(address: string, place: PicturePlace, kind: keyof typeof mediaOf): Promise<MediaToSend> {
    const key = `${kind} ${address}`
    const known = drawn.get(key)
    if (known) return known
    const version = (await whereProjected(() => versions.find([place])))(place)
    const picture = place.of === 'question' ? version?.content.picture : version?.content.explanationPicture
    if (!picture) throw new Rejection('pictureNotFound')
    const media = await mediaOf[kind](primary, picture)
    drawn.set(key, media)
    return media
  }

  return {
    'GET /api/pictures/{address}': ({ params: { address } }) => mediaAt(address, placeOf(address), 'image'),

    'GET /api/pictures/{address}/sound': ({ params: { address } }) => mediaAt(address, placeOf(address), 'sound'),

    'GET /api/samples': () => whereProjected(() => samples.asked()),

    'GET /api/samples/pictures/{address}': async ({ params: { address } }) => {
      const place = placeOf(address)
      if (!(await whereProjected(() => samples.includes(place.questionId)))) throw new Rejection('pictureNotFound')
      return mediaAt(address, place, 'image')
    },

    'GET /api/admin/pictures/drawing': ({ query: { picture } }) => imageOf(primary, picture),

    'GET /api/admin/pictures/sound': ({ query: { picture } }) => soundOf(primary, picture),
  }
}

const mediaOf = { image: imageOf, sound: soundOf } as const

async function imageOf(sql: Sql, picture: Picture): Promise<MediaToSend> {
  if (picture.kind === 'image') return storedImage(sql, picture.hash)
  return made('image/svg+xml', Buffer.from(drawPicture(picture).svg))
}

async function soundOf(_sql: Sql, picture: Picture): Promise<MediaToSend> {
  if (picture.kind !== 'sound') throw new Rejection('pictureNotFound')
  return made('audio/wav', Buffer.from(soundFile(picture).buffer))
}

const made = (mediaType: string, bytes: Buffer): MediaToSend => ({
  mediaType,
  bytes,
  etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
})

async function storedImage(sql: Sql, hash: string): Promise<MediaToSend> {
  const [row] = await sql<{ media_type: string; bytes: Buffer }[]>`
    SELECT media_type, bytes FROM pictures.images WHERE hash = ${hash}`
  if (!row) throw new Rejection('pictureNotFound')
  return { mediaType: row.media_type, bytes: row.bytes, etag: hash.slice(0, 22) }
}
