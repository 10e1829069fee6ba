import { describe, expect, it } from 'vitest'
import { clockSkew } from './clock-skew.ts'

const at = (time: string) => Date.parse(`2026-03-01T${time}Z`)

describe('the clock of a device', () => {
  it("counts as correct if it is close to the server's", () => {
    expect(clockSkew('Sun, 01 Mar 2026 12:00:00 GMT', at('12:00:00.900'))).toBe(0)
    expect(clockSkew('Sun, 01 Mar 2026 12:00:00 GMT', at('12:00:02.200'))).toBe(0)
    expect(clockSkew(null, at('12:00:00'))).toBe(0)
  })

  it('has a known offset otherwise', () => {
    expect(clockSkew('Sun, 01 Mar 2026 12:10:00 GMT', at('12:00:00.500'))).toBe(600_000)
    expect(clockSkew('Sun, 01 Mar 2026 12:00:00 GMT', at('12:01:00.500'))).toBe(-60_000)
  })
})
