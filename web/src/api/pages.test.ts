import { expect, it } from 'vitest'
import { nextCursor } from './pages.ts'

it('finds where the next page begins', () => {
  expect(nextCursor('</api/admin/review-requests?limit=2&cursor=a%2Fb>; rel="next"')).toBe('a/b')
  expect(nextCursor('</api/a?cursor=1>; rel="prev", </api/a?cursor=3>; rel="next"')).toBe('3')
})

it('knows the last page', () => {
  for (const link of [null, '', '</api/a?cursor=1>; rel="prev"', '</api/a>; rel="next"']) expect(nextCursor(link), `${link}`).toBeNull()
})
