import { contract } from '@medicready/domain/contract/contract'
import { describe, expect, it } from 'vitest'
import { keptPaths, mayStillAnswer } from './kept-rules.ts'

describe('what is kept to be read without a connection', () => {
  it.each(keptPaths)('%s is what the signed-in read of themselves, at an address without parts', (path) => {
    const call = contract[`GET ${path}` as keyof typeof contract]
    expect(call).toMatchObject({ access: 'signedIn', service: 'read-api' })
    expect(path).not.toMatch(/admin|tutor|leaderboard|invoice|\{/)
  })

  const noon = new Date(2026, 10, 23, 12)
  it('tells of today for the rest of the day', () => {
    expect(mayStillAnswer('/api/daily-questions', new Date(2026, 10, 23, 0, 5), noon)).toBe(true)
    expect(mayStillAnswer('/api/daily-questions', new Date(2026, 10, 22, 23, 55), noon)).toBe(false)
  })

  it('tells of all else for thirty days', () => {
    expect(mayStillAnswer('/api/user/modules', new Date(2026, 9, 25), noon)).toBe(true)
    expect(mayStillAnswer('/api/user/modules', new Date(2026, 9, 20), noon)).toBe(false)
  })

  it('says nothing by a clock that has been set back, nor of what was never kept', () => {
    expect(mayStillAnswer('/api/user/modules', new Date(2026, 10, 24), noon)).toBe(false)
    expect(mayStillAnswer('/api/leaderboard', noon, noon)).toBe(false)
  })
})
