import { describe, expect, it } from 'vitest'
import { percentTicks, ticksWithRoom } from './axes.tsx'

const weekly = (count: number, apart: number) => Array.from({ length: count }, (_, place) => ({ at: place * apart, label: `${place}` }))

describe('the labels of an axis', () => {
  it('are all shown if there is room', () => {
    expect(ticksWithRoom(weekly(4, 50), 48)).toHaveLength(4)
  })

  it('are thinned out if there is not, and the last one stays', () => {
    expect(ticksWithRoom(weekly(6, 20), 48).map(({ label }) => label)).toEqual(['2', '5'])
  })

  it('need no room if there is at most one', () => {
    expect(ticksWithRoom(weekly(1, 0), 48)).toHaveLength(1)
    expect(ticksWithRoom([], 48)).toEqual([])
  })

  it('are only the last one if all are at the same place', () => {
    expect(ticksWithRoom(weekly(3, 0), 48).map(({ label }) => label)).toEqual(['2'])
  })

  it('say shares as percent', () => {
    expect(percentTicks((share) => 100 - share * 100)).toEqual([
      { at: 100, label: '0%' },
      { at: 75, label: '25%' },
      { at: 50, label: '50%' },
      { at: 25, label: '75%' },
      { at: 0, label: '100%' },
    ])
  })
})
