import { expect, it } from 'vitest'
import { everyScreen, isOneOf, isOpen, rightFor } from './screens.ts'

it.each(['/', '/dashboard', '/dashboard/', '/questions/4711', '/practice-exam/1/results'])('knows the screen at %s', (path) => {
  expect(isOneOf(everyScreen)(path)).toBe(true)
  expect(isOneOf(everyScreen.filter(isOpen))(path)).toBe(false)
})

it.each(['//', '/no/such/screen', '/questions', '/questions/1/2', '/dashboards', '/practice-exam/1/2', ''])(
  'knows no screen at %s',
  (path) => {
    expect(isOneOf(everyScreen)(path)).toBe(false)
  },
)

it('keeps the dashboard for administrators, except the reviews of educators', () => {
  const others = everyScreen.filter((screen) => screen.frame === 'dashboard' && rightFor(screen) !== 'runBusiness')
  expect(others.map(({ at: [address], right }) => [address, right])).toEqual([
    ['/admin/review-requests', 'reviewQuestions'],
    ['/admin/review-requests/:id', 'reviewQuestions'],
  ])
})
