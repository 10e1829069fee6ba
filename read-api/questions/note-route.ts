import type { noteCalls } from '@medicready/domain/contract/questions/notes'
import { Rejection } from '@medicready/domain/rejection'
import { noteOn } from '@medicready/projector/read-models/questions/question-queries'
import type { Routes } from '../parts.ts'

/** The caller's own note on a question that was given to them: nobody's else is ever read. */
export const noteRoute: Routes<typeof noteCalls> = ({ sql, reading }) => ({
  'GET /api/questions/{id}/note': reading([noteOn], async ({ params: { id }, identity: { userId } }) => {
    const [row] = await noteOn(sql, { userId, questionId: id })
    if (!row) throw new Rejection('questionNotFound')
    if (row.is_closed) throw new Rejection('partClosed')
    return { text: row.text, version: row.version ?? 0 }
  }),
})
