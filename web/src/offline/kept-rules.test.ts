import { contract } from '@medicready/domain/contract/contract'
import { describe, expect, it } from 'vitest'
import { keptPaths, mayStillAnswer } from './kept-rules.ts'

describe('what is saved for offline reading', () => {
  it.each(keptPaths)('%s is a read of own data at an address without parameters', (path) => {
    const call = contract[`GET ${path}` as keyof typeof contract]
    expect(call).toMatchObject({ access: 'signedIn', service: 'read-api' })
    expect(path).not.toMatch(/admin|tutor|leaderboard|invoice|\{/)
  })

  const noon = new Date(2026, 10, 23, 12)
  it('is valid for the rest of the day if it is about today', () => {
    expect(mayStillAnswer('/api/daily-questions', new Date(2026, 10, 23, 0, 5), noon)).toBe(true)
    expect(mayStillAnswer('/api/daily-questions', new Date(2026, 10, 22, 23, 55), noon)).toBe(false)
  })

  it('is valid for thirty days otherwise', () => {
    expect(mayStillAnswer('/api/user/modules', new Date(2026, 9, 25), noon)).toBe(true)
    expect(mayStillAnswer('/api/user/modules', new Date(2026, 9, 20), noon)).toBe(false)
  })

  it('is not valid if the clock was set back or nothing was saved', () => {
    expect(mayStillAnswer('/api/user/modules', new Date(2026, 10, 24), noon)).toBe(false)
    expect(mayStillAnswer('/api/leaderboard', noon, noon)).toBe(false)
  })
})
