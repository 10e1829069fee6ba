import type { ItemKind } from '@medicready/domain/questions/item'
import { describePicture, drawPicture } from '@medicready/domain/questions/pictures/draw'
import type { Picture } from '@medicready/domain/questions/pictures/picture'
import { contentOf, currentVersion, questionAggregate } from '@medicready/domain/questions/question'
import type { ModuleName } from '@medicready/domain/study/modules'
import type { Sql } from '@medicready/platform/postgres/connection'
import { strToU8 } from 'fflate'
import type { Parts } from '../../parts.ts'
import { type PackagedQuestion, type PictureFile, writePackage } from './package.ts'

interface Wanted {
  readonly module?: ModuleName | undefined
  readonly kind?: ItemKind | undefined
}

const AT_ONCE = 32

/** A package of the questions that are not retired, as the log has them now, in the order of their names. */
export async function exportPackage({ commands, sql }: Pick<Parts, 'commands' | 'sql'>, { module, kind }: Wanted): Promise<Uint8Array> {
  const rows = await sql<{ id: string; bank_id: string | null }[]>`
    SELECT id, bank_id FROM read.questions
    WHERE situation <> 'retired' AND (${module ?? null}::text IS NULL OR module = ${module ?? null})
      AND (${kind ?? null}::text IS NULL OR item ->> 'kind' = ${kind ?? null})
    ORDER BY bank_id NULLS LAST, id`
  const questions: PackagedQuestion[] = []
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    const some = rows.slice(first, first + AT_ONCE).map(async ({ id, bank_id }) => {
      const { state } = await commands.load(questionAggregate, id)
      const content = contentOf(state, currentVersion(state))
      return content ? [{ identifier: bank_id ?? `question-${id}`, content }] : []
    })
    questions.push(...(await Promise.all(some)).flat())
  }
  return (await writePackage(questions, (picture) => fileOf(sql, picture))).bytes
}

const extensions = { 'image/png': '.png', 'image/jpeg': '.jpg', 'image/webp': '.webp', 'image/svg+xml': '.svg' } as const

async function fileOf(sql: Sql, picture: Picture): Promise<PictureFile> {
  const alt = describePicture(picture)
  if (picture.kind !== 'image') return { bytes: strToU8(drawPicture(picture).svg), extension: '.svg', alt }
  const [image] = await sql<{ bytes: Uint8Array }[]>`SELECT bytes FROM pictures.images WHERE hash = ${picture.hash}`
  if (!image) throw new Error(`The image ${picture.hash} of a question was never stored.`)
  return { bytes: new Uint8Array(image.bytes), extension: extensions[picture.mediaType], alt }
}
