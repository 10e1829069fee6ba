import { expect, test } from 'vitest'
import { wantedPosition } from './written.ts'

test.each([
  [{}, null],
  [{ 'consistency-token': '7' }, 7n],
  [{ cookie: 'theme=dark; medicready.written=9; other=1' }, 9n],
  [{ 'consistency-token': '7', cookie: 'medicready.written=9' }, 9n],
  [{ 'consistency-token': '10', cookie: 'medicready.written=9' }, 10n],
  [{ 'consistency-token': '-1', cookie: 'medicready.written=soon' }, null],
  [{ 'consistency-token': '99999999999999999999', cookie: 'medicready.written=' }, null],
])('the position that a caller wants to see, from %j', (headers, position) => {
  expect(wantedPosition({ headers })).toBe(position)
})
