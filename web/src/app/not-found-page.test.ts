import { expect, test } from 'vitest'
import { nearestAddress } from './not-found-page.tsx'

const addresses = ['/', '/dashboard', '/analytics', '/study-mode', '/exam', '/practice-exam']

test.each([
  ['/dashbord', '/dashboard'],
  ['/Analytics/', '/analytics'],
  ['/study_mode', '/study-mode'],
  ['/exams', '/exam'],
  ['/no/such/screen', null],
  ['/x', null],
])('suggests for %s the screen %s', (path, meant) => {
  expect(nearestAddress(path, addresses)).toBe(meant)
})
