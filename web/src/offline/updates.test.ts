import { describe, expect, it } from 'vitest'
import { IDLE_MS, isPlaceOfWork, type PageNow, updateMoment } from './updates.ts'

const inUse: PageNow = {
  path: '/',
  hasInput: false,
  isWriting: false,
  hasWindow: false,
  isHidden: false,
  idleMs: 1_000,
}
const safe: Partial<PageNow>[] = [{ isHidden: true }, { idleMs: IDLE_MS }, { idleMs: Number.POSITIVE_INFINITY }]

describe('when a page is replaced by a newer version', () => {
  it('is offered while the page is in use', () => expect(updateMoment(inUse)).toBe('offer'))

  it.each(safe)('is applied automatically if no work is lost: %o', (moment) => expect(updateMoment({ ...inUse, ...moment })).toBe('reload'))

  it.each([
    { path: '/study-session' },
    { path: '/practice-exam/0192' },
    { path: '/questions/0192' },
    { path: '/question/0192' },
    { path: '/review' },
    { path: '/checkout' },
    { path: '/admin/questions/new' },
    { isWriting: true },
    { hasWindow: true },
  ])('never comes in the middle of %o, nor is it spoken of', (middle) => {
    for (const moment of [{}, ...safe]) expect(updateMoment({ ...inUse, ...moment, ...middle })).toBe('wait')
  })

  it('is not applied automatically while a form has unsaved changes', () => {
    for (const moment of safe) expect(updateMoment({ ...inUse, ...moment, hasInput: true })).toBe('offer')
  })

  it.each(['/', '/study-mode', '/practice-exam', '/practice-exam/0192/results', '/review-requests', '/admin/questions'])(
    '%s is no place of work',
    (path) => expect(isPlaceOfWork(path)).toBe(false),
  )
})
