import { describe, expect, it } from 'vitest'
import { examClockFace, minutesToSay, secondsLeft } from './countdown.tsx'

describe('the clock of an exam', () => {
  it('counts started seconds, and never goes below zero', () => {
    const end = Date.parse('2026-03-01T14:30:00Z')
    const left = (time: string) => secondsLeft(end, Date.parse(`2026-03-01T${time}Z`))
    expect(['12:00:00', '12:00:00.001', '14:29:59.999', '14:30:00', '18:00:00'].map(left)).toEqual([9_000, 9_000, 1, 0, 0])
  })

  it('is shown in hours, minutes, and seconds', () => {
    expect([0, 59, 60, 3_599, 9_000, 12_600].map(examClockFace)).toEqual([
      '00:00:00',
      '00:00:59',
      '00:01:00',
      '00:59:59',
      '02:30:00',
      '03:30:00',
    ])
  })

  it('announces ten, five, and one minute left, each once', () => {
    const said = (from: number, to: number) =>
      Array.from({ length: from - to }, (_, index) => minutesToSay(from - index, from - index - 1)).filter((minutes) => minutes !== null)
    expect(said(601, 0)).toEqual([10, 5, 1])
    expect(said(600, 300)).toEqual([5])
  })

  it('announces only the current time left if the page was in the background', () => {
    expect(minutesToSay(3_000, 200)).toBe(5)
    expect(minutesToSay(3_000, 40)).toBe(1)
    expect(minutesToSay(3_000, 0)).toBeNull()
  })
})
