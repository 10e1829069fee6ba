import type { ShownWhy } from '@medicready/domain/contract/questions/questions'
import type { SelectionReason } from '@medicready/domain/questions/delivered-question'
import { defineQuery } from '@medicready/projector/read-models/query'
import { changedGuidelineYears, latestWhyOf } from '@medicready/projector/read-models/study/day-queries'

interface Given {
  readonly questionId: string
  readonly why: SelectionReason | null
}

export const shownWhys = defineQuery([changedGuidelineYears], async (sql, given: readonly Given[]) => {
  const changed = given.filter(({ why }) => why?.cause === 'changed').map(({ questionId }) => questionId)
  const rows = changed.length === 0 ? [] : await changedGuidelineYears(sql, changed)
  const years = new Map(rows.map(({ question_id, year }) => [question_id, year]))
  return ({ questionId, why }: Given): ShownWhy | null =>
    why && { ...why, changedIn: (why.cause === 'changed' && years.get(questionId)) || null }
})

export const latestWhy = defineQuery(
  [latestWhyOf, shownWhys],
  async (sql, { userId, questionId }: { readonly userId: string; readonly questionId: string }): Promise<ShownWhy | null> => {
    const [row] = await latestWhyOf(sql, { userId, questionId })
    const given = { questionId, why: row?.why ?? null }
    return (await shownWhys(sql, [given]))(given)
  },
)
