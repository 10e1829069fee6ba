import { describe, expect, it } from 'vitest'
import { heatmapSquares, monthLabels } from './heatmap.tsx'

const days = (first: string, counts: readonly number[]) =>
  counts.map((count, index) => ({
    date: new Date(Date.parse(`${first}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
    count,
  }))

describe('the squares of a heatmap', () => {
  it('are in weeks that begin on Sunday', () => {
    // 2025-11-20 is a Thursday.
    const squares = heatmapSquares(days('2025-11-20', [1, 0, 0, 2]))
    expect(squares.map(({ week, weekday }) => [week, weekday])).toEqual([
      [0, 4],
      [0, 5],
      [0, 6],
      [1, 0],
    ])
  })

  it('are as strong as the day was busy, and never empty if there was something', () => {
    expect(heatmapSquares(days('2025-11-20', [0, 1, 10, 11, 30, 40])).map(({ level }) => level)).toEqual([0, 1, 1, 2, 3, 4])
    expect(heatmapSquares(days('2025-11-20', [0, 0])).map(({ level }) => level)).toEqual([0, 0])
    expect(heatmapSquares([])).toEqual([])
  })

  it("have the months' names above the weeks in which they begin", () => {
    const year = heatmapSquares(
      days(
        '2025-11-20',
        Array.from({ length: 365 }, () => 0),
      ),
    )
    const labels = monthLabels(year)
    // Twelve days leave no room for the name of November.
    expect(labels.map(({ label }) => label)).toEqual(['Dec', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'])
    expect(labels[0]).toEqual({ week: 2, label: 'Dec' })
  })
})
