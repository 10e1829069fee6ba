import type { DraftFinding } from '@medicready/domain/contract/questions/authoring'
import type { StoredPicture } from '@medicready/domain/contract/questions/pictures'
import type { QuestionContent } from '@medicready/domain/questions/content'
import type { Sql } from '@medicready/platform/postgres/connection'

const fields = ['picture', 'explanationPicture'] as const

/**
 * Images that a content names and that are not kept, or are kept as something else: whoever looked at the question
 * would see nothing. `brought` are those that will be kept together with it.
 */
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
    if (!stored) return [{ path, level: 'error' as const, message: 'This image was never uploaded. Please upload it first.' }]
    const isSame = (['mediaType', 'width', 'height'] as const).every((name) => stored[name] === picture[name])
    const { mediaType, width, height } = stored
    const message = `This image is kept as ${mediaType} of ${width} × ${height} pixels. Please give it as it is kept.`
    return isSame ? [] : [{ path, level: 'error' as const, message }]
  })
}
