import { test } from 'vitest'
import { given } from '../testing/given.ts'
import { dismissNotice, type GuidelineNoticeEvent, guidelineNoticesAggregate } from './guideline-notice.ts'

const data = { userId: '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001', changeId: '6a1f0d3e-5f0b-5b57-9c39-2d3f0a4b7c11' }
const dismissed: GuidelineNoticeEvent = { type: 'GuidelineNoticeDismissed', data }

test('a notice is dismissed once', () => {
  given(guidelineNoticesAggregate, []).when(dismissNotice(data)).emits([dismissed])
  given(guidelineNoticesAggregate, [dismissed]).when(dismissNotice(data)).emits([])
})
