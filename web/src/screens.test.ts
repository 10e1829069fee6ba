import { expect, it } from 'vitest'
import { isOneOf, isOpen, rightFor, screens } from './screens.ts'

it.each(['/', '/dashboard', '/dashboard/', '/questions/4711', '/practice-exam/1/results'])('knows the screen at %s', (path) => {
  expect(isOneOf(screens)(path)).toBe(true)
  expect(isOneOf(screens.filter(isOpen))(path)).toBe(false)
})

it.each(['//', '/no/such/screen', '/questions', '/questions/1/2', '/dashboards', '/practice-exam/1/2', ''])(
  'knows no screen at %s',
  (path) => {
    expect(isOneOf(screens)(path)).toBe(false)
  },
)

it('keeps the dashboard for administrators, except the reviews of educators', () => {
  const others = screens.filter((screen) => screen.frame === 'dashboard' && rightFor(screen) !== 'runBusiness')
  expect(others.map(({ at: [address], right }) => [address, right])).toEqual([
    ['/admin/review-requests', 'reviewQuestions'],
    ['/admin/review-requests/:id', 'reviewQuestions'],
  ])
})
