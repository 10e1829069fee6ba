import type { noteCalls } from '@medicready/domain/contract/questions/notes'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { noteOn } from '@medicready/projector/read-models/questions/question-queries'
import type { Reading } from '../reading.ts'

/** The caller's own note on a question that was given to them: nobody's else is ever read. */
export const noteRoute = ({ sql, reading }: { sql: Sql; reading: Reading }): Handlers<typeof noteCalls, 'read-api'> => ({
  'GET /api/questions/{id}/note': reading([noteOn], async ({ params: { id }, identity: { userId } }) => {
    const [row] = await noteOn(sql, { userId, questionId: id })
    if (!row) throw new Rejection('questionNotFound')
    if (row.is_closed) throw new Rejection('partClosed')
    return { text: row.text, version: row.version ?? 0 }
  }),
})
