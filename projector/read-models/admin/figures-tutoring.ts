import * as figure from '@medicready/domain/admin/figures'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { note, noteAbout } from './figures-entries.ts'
import type { FiguresRows } from './figures-tables.ts'

/** What becomes of requests for tutoring and of sessions, for the figures. */

export function foldRequested(fact: Recorded<FactOf<'TutoringRequested'>>, rows: FiguresRows): void {
  rows.waiting_requests.set({ request_id: fact.data.requestId })
  note(fact, fact.data.userId, figure.tutoringRequested, rows)
}

/** Whether a request waited until now. */
function waitsNoMore(request_id: string, { waiting_requests }: FiguresRows): boolean {
  const hasWaited = waiting_requests.get({ request_id }) !== null
  if (hasWaited) waiting_requests.delete({ request_id })
  return hasWaited
}

export function foldAnswered(
  fact: Recorded<FactOf<'TutoringRequestAccepted' | 'TutoringRequestDeclined'>>,
  answer: 'accepted' | 'declined',
  rows: FiguresRows,
): void {
  if (waitsNoMore(fact.data.requestId, rows)) note(fact, fact.data.userId, figure.tutoringAnswered(answer), rows)
}

export const foldRequestCancelled = (
  fact: Recorded<FactOf<'TutoringRequestCancelled' | 'TutoringRequestClosed'>>,
  rows: FiguresRows,
): void => note(fact, fact.data.userId, figure.tutoringCancelled({ hasWaited: waitsNoMore(fact.data.requestId, rows) }), rows)

export const noteRequest = (
  fact: Recorded<FactOf<'TutoringPaid' | 'TutoringRefunded' | 'TutoringRefundFailed' | 'TutoringRefundMended'>>,
  entries: readonly figure.FigureEntry[],
  rows: FiguresRows,
): void => noteAbout(fact, { userId: fact.data.userId, subjectId: fact.data.requestId, tutorId: null }, entries, rows)

type SessionFact =
  | 'TutoringSessionScheduled'
  | 'TutoringSessionCompleted'
  | 'TutoringSessionMissed'
  | 'TutoringSessionCancelled'
  | 'TutoringSessionDropped'
  | 'TutoringSessionRated'

export function noteSession(fact: Recorded<FactOf<SessionFact>>, entries: readonly figure.FigureEntry[], rows: FiguresRows): void {
  const { userId, sessionId: subjectId, tutorId } = fact.data
  noteAbout(fact, { userId, subjectId, tutorId }, entries, rows)
}
