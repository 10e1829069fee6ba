import type { Picture } from '@medicready/domain/questions/content/picture'
import { describePicture, drawPicture } from '@medicready/domain/questions/pictures/drawn/draw'
import type { Sql } from '@medicready/platform/postgres/connection'
import { exportedQuestions } from '@medicready/projector/read-models/questions/bank-queries'
import { strToU8 } from 'fflate'
import type { Dependencies } from '../../dependencies.ts'
import { type PictureFile, writePackage } from './package.ts'

type Wanted = Parameters<typeof exportedQuestions>[1]

/** One query: reading each question's stream would take seconds. */
export async function exportPackage({ sql }: Pick<Dependencies, 'sql'>, wanted: Wanted): Promise<AsyncIterable<Uint8Array>> {
  const rows = await exportedQuestions(sql, wanted)
  const questions = rows.map(({ identifier, ...content }) => ({ identifier, content }))
  return writePackage(questions, (picture) => fileOf(sql, picture)).bytes
}

const extensions = { 'image/png': '.png', 'image/jpeg': '.jpg', 'image/webp': '.webp', 'image/svg+xml': '.svg' } as const

async function fileOf(sql: Sql, picture: Picture): Promise<PictureFile> {
  const alt = describePicture(picture)
  if (picture.kind !== 'image') return { bytes: strToU8(drawPicture(picture).svg), extension: '.svg', alt }
  const [image] = await sql<{ bytes: Uint8Array }[]>`SELECT bytes FROM pictures.images WHERE hash = ${picture.hash}`
  if (!image) throw new Error(`The image ${picture.hash} of a question was never stored.`)
  return { bytes: new Uint8Array(image.bytes), extension: extensions[picture.mediaType], alt }
}
