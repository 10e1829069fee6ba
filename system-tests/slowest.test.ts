import { expect, test } from 'vitest'
import { slowest, testsOfPlaywright, testsOfVitest } from './slowest.ts'

const vitestReport = {
  testResults: [
    {
      name: '/house/domain/study/streak.test.ts',
      assertionResults: [
        { fullName: 'a streak grows', duration: 12.5 },
        { fullName: 'a streak that was skipped', duration: undefined },
      ],
    },
    { name: '/house/system-tests/faults.test.ts', assertionResults: [{ fullName: 'nothing is lost', duration: 42_000 }] },
  ],
}
const attempt = (duration: number) => ({ results: [{ duration }] })
const playwrightReport = {
  suites: [
    {
      specs: [{ title: 'signs in', file: 'accounts.spec.ts', tests: [attempt(3_000)] }],
      suites: [
        { specs: [{ title: 'on a phone', file: 'accounts.spec.ts', tests: [{ results: [{ duration: 500 }, { duration: 700 }] }] }] },
      ],
    },
  ],
}

test('the tests of both runners are listed with their files and times', () => {
  expect(testsOfVitest(vitestReport, '/house')).toEqual([
    { name: 'domain/study/streak.test.ts › a streak grows', seconds: 0.0125 },
    { name: 'domain/study/streak.test.ts › a streak that was skipped', seconds: 0 },
    { name: 'system-tests/faults.test.ts › nothing is lost', seconds: 42 },
  ])
  expect(testsOfPlaywright(playwrightReport)).toEqual([
    { name: 'accounts.spec.ts › signs in', seconds: 3 },
    { name: 'accounts.spec.ts › on a phone', seconds: 1.2 },
  ])
})

test('the slowest come first, up to the given number, and those under a second are left out', () => {
  const all = [...testsOfVitest(vitestReport, '/house'), ...testsOfPlaywright(playwrightReport)]
  expect(slowest(all, 2)).toBe('   42.0 s  system-tests/faults.test.ts › nothing is lost\n    3.0 s  accounts.spec.ts › signs in')
  expect(slowest(all, 9).split('\n')).toHaveLength(3)
  expect(slowest([{ name: 'quick', seconds: 0.99 }], 2)).toBe('')
})
