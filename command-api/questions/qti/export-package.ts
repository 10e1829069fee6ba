import type { QuestionContent } from '@medicready/domain/questions/content'
import type { ItemKind } from '@medicready/domain/questions/item'
import { describePicture, drawPicture } from '@medicready/domain/questions/pictures/draw'
import type { Picture } from '@medicready/domain/questions/pictures/picture'
import type { ModuleName } from '@medicready/domain/study/modules'
import type { Sql } from '@medicready/platform/postgres/connection'
import { strToU8 } from 'fflate'
import type { Parts } from '../../parts.ts'
import { type PictureFile, writePackage } from './package.ts'

interface Wanted {
  readonly module?: ModuleName | undefined
  readonly kind?: ItemKind | undefined
}

/**
 * A package of the questions that are not retired, in the order of their names. One query reads them: to read the
 * stream of each question would take seconds.
 */
export async function exportPackage({ sql }: Pick<Parts, 'sql'>, { module, kind }: Wanted): Promise<AsyncIterable<Uint8Array>> {
  const rows = await sql<(QuestionContent & { readonly identifier: string })[]>`
    SELECT coalesce(bank_id, 'question-' || id) AS identifier, module, stem, picture, scenario, item, explanation,
      explanation_picture AS "explanationPicture", clinical_pearl AS "clinicalPearl", "references", difficulty,
      blooms_level AS "bloomsLevel", guideline, tags
    FROM read.questions
    WHERE situation <> 'retired' AND (${module ?? null}::text IS NULL OR module = ${module ?? null})
      AND (${kind ?? null}::text IS NULL OR item ->> 'kind' = ${kind ?? null})
    ORDER BY bank_id NULLS LAST, id`
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
