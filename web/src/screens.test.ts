import { expect, it } from 'vitest'
import { isOneOf, openScreens, signedInScreens } from './screens.ts'

it.each(['/', '/dashboard', '/dashboard/', '/questions/4711', '/practice-exam/1/results'])('knows the screen at %s', (path) => {
  expect(isOneOf(signedInScreens)(path)).toBe(true)
  expect(isOneOf(openScreens)(path)).toBe(false)
})

it.each(['//', '/no/such/screen', '/questions', '/questions/1/2', '/dashboards', '/practice-exam/1/2', ''])(
  'knows no screen at %s',
  (path) => {
    expect(isOneOf([...openScreens, ...signedInScreens])(path)).toBe(false)
  },
)
