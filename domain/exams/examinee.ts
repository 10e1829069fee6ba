import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { Rejection } from '../refusals/rejection.ts'

// `examinee-<userId>`: one running exam, booked before it starts, so that two simultaneous starts become one.

export const examineeEvents = defineEvents({
  ExamBooked: eventWith({
    userId: z.uuid(),
    examId: z.uuid(),
    bookedAt: z.iso.datetime(),
    until: z.iso.datetime(),
  }),
})
export type ExamineeEvent = EventOf<(typeof examineeEvents)[number]>
type Booked = ExamineeEvent['data']

export interface ExamineeState {
  readonly latest: Booked | null
}

export const examineeAggregate: Aggregate<ExamineeState, ExamineeEvent> = {
  category: 'examinee',
  initial: { latest: null },
  evolve: (_, { data }) => ({ latest: data }),
}

export function refusalFor({ examId }: Booked): Rejection {
  const rejection = new Rejection('examInProgress')
  rejection.examId = examId
  return rejection
}

/** Rejects with `examInProgress`. `hasEnded` comes from the latest exam's own stream. */
export const bookExam =
  ({ hasEnded, ...booking }: Booked & { readonly hasEnded: (examId: string) => boolean }): Decide<ExamineeState, ExamineeEvent> =>
  ({ latest }) => {
    if (latest?.examId === booking.examId) return []
    if (latest && booking.bookedAt < latest.until && !hasEnded(latest.examId)) throw refusalFor(latest)
    return [{ type: 'ExamBooked', data: booking }]
  }
