import { z } from 'zod'
import { GuidelineChange } from '../../questions/guideline-change.ts'
import { signedIn } from '../call/call.ts'

/** A reader who is told of more has a page to read, not a notice. */
export const MOST_NOTICES = 10
export const MOST_QUESTIONS_OF_NOTICE = 5

export const GuidelineNotice = GuidelineChange.extend({
  /** Those that the caller has answered, newest answers first. */
  questions: z.array(z.object({ questionId: z.uuid(), stem: z.string() })).max(MOST_QUESTIONS_OF_NOTICE),
})
export type GuidelineNotice = z.infer<typeof GuidelineNotice>

export const guidelineNoticeCalls = {
  'GET /api/user/guideline-notices': signedIn.read({
    summary:
      'Changes of guidelines since the caller answered questions that rest on them, newest first, until each is dismissed or the revised questions are answered.',
    response: z.array(GuidelineNotice).max(MOST_NOTICES),
  }),
  'POST /api/user/guideline-notices/{id}/dismiss': signedIn.command({
    summary: 'Do not show a change of a guideline again. Repeated calls change nothing.',
    params: z.object({ id: z.uuid() }),
    response: z.object({ dismissed: z.literal(true) }),
    errors: ['noticeNotFound', 'conflict'],
    example: { params: { id: '6a1f0d3e-5f0b-5b57-9c39-2d3f0a4b7c11' } },
  }),
} as const
