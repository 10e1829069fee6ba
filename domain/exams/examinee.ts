import { z } from 'zod'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'
import { Rejection } from '../rejection.ts'

/**
 * `examinee-<userId>`: the exams of one learner, of which one goes on at a time. It is booked before it is started, so
 * that two that are begun at the same moment are one.
 */

export const ExamBooked = defineEvent('ExamBooked', {
  userId: z.uuid(),
  examId: z.uuid(),
  bookedAt: z.iso.datetime(),
  /** When its time is up. */
  until: z.iso.datetime(),
})

export const examineeEvents = [ExamBooked] as const
export type ExamineeEvent = EventOf<(typeof examineeEvents)[number]>
type Booked = ExamineeEvent['data']

export interface ExamineeState {
  /** The latest; null before the first. */
  readonly latest: Booked | null
}

export const examinee: Aggregate<ExamineeState, ExamineeEvent> = {
  category: 'examinee',
  initial: { latest: null },
  evolve: (_, { data }) => ({ latest: data }),
}

/** Names the exam that goes on. */
export function refusalFor({ examId }: Booked): Rejection {
  const rejection = new Rejection('examInProgress')
  rejection.examId = examId
  return rejection
}

/**
 * Books an exam, once. Refused with `examInProgress` while another one goes on: `hasEnded` says whether the latest was
 * completed, as its own stream has it.
 */
export const bookExam =
  ({ hasEnded, ...booking }: Booked & { readonly hasEnded: (examId: string) => boolean }): Decide<ExamineeState, ExamineeEvent> =>
  ({ latest }) => {
    if (latest?.examId === booking.examId) return []
    if (latest && booking.bookedAt < latest.until && !hasEnded(latest.examId)) throw refusalFor(latest)
    return [{ type: 'ExamBooked', data: booking }]
  }
