import type { noteCalls } from '@medicready/domain/contract/notes'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { Joined } from '@medicready/projector/read-models/query'
import { questionNotes } from '@medicready/projector/read-models/questions/question-notes'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import type { Reading } from '../reading.ts'

type NoteRow = Pick<RowOf<typeof studyDays.tables.question_deliveries>, 'is_closed'> &
  Joined<Pick<RowOf<typeof questionNotes.tables.question_notes>, 'text' | 'version'>>

/** The caller's own note on a question that was given to them: nobody's else is ever read. */
export const noteRoute = ({ sql, reading }: { sql: Sql; reading: Reading }): Handlers<typeof noteCalls, 'read-api'> => ({
  'GET /api/questions/{id}/note': reading([questionNotes, studyDays], async ({ params: { id }, identity: { userId } }) => {
    const [row] = await sql<NoteRow[]>`
      SELECT d.is_closed, n.text, n.version
      FROM read.question_deliveries d LEFT JOIN read.question_notes n ON n.user_id = d.user_id AND n.question_id = d.question_id
      WHERE d.user_id = ${userId} AND d.question_id = ${id}`
    if (!row) throw new Rejection('questionNotFound')
    if (row.is_closed) throw new Rejection('partClosed')
    return { text: row.text, version: row.version ?? 0 }
  }),
})
