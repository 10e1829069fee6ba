import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { withMember } from '../core/growing.ts'

// `guidelineNotices-<userId>`: the changes of guidelines that a learner has read about and does not want to see again.

export const guidelineNoticeEvents = defineEvents({
  GuidelineNoticeDismissed: eventWith({ userId: z.uuid(), changeId: z.uuid() }),
})
export type GuidelineNoticeEvent = EventOf<(typeof guidelineNoticeEvents)[number]>

export const guidelineNoticesAggregate: Aggregate<ReadonlySet<string>, GuidelineNoticeEvent> = {
  category: 'guidelineNotices',
  initial: new Set(),
  evolve: (dismissed, { data }) => withMember(dismissed, data.changeId),
}

export const dismissNotice =
  (data: GuidelineNoticeEvent['data']): Decide<ReadonlySet<string>, GuidelineNoticeEvent> =>
  (dismissed) =>
    dismissed.has(data.changeId) ? [] : [{ type: 'GuidelineNoticeDismissed', data }]
