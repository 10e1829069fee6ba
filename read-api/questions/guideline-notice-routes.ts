import { type guidelineNoticeCalls, MOST_NOTICES, MOST_QUESTIONS_OF_NOTICE } from '@medicready/domain/contract/questions/guideline-notices'
import { guidelineNotices } from '@medicready/projector/read-models/questions/guideline-queries'
import type { Routes } from '../read-dependencies.ts'
import { disclosing } from '../study/disclosures.ts'

export const guidelineNoticeRoutes: Routes<typeof guidelineNoticeCalls> = ({ sql, reading, disclosures }) => ({
  'GET /api/user/guideline-notices': reading([guidelineNotices, ...disclosing], async ({ identity: { userId } }) => {
    const { withheld } = await disclosures.to(userId)
    return guidelineNotices(sql, { userId, withheld: [...withheld], notices: MOST_NOTICES, questionsOfEach: MOST_QUESTIONS_OF_NOTICE })
  }),
})
