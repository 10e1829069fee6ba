import { expect, test } from 'vitest'
import { describeMonitor, drawMonitor, type MonitorParameters } from './monitor.ts'

const screen = (changed: Partial<MonitorParameters> = {}): MonitorParameters => ({
  ecg: { rhythm: 'sinus_tachycardia', rate: 132 },
  capnogram: { pattern: 'bronchospasm', rate: 28 },
  figures: { heartRate: '132', spo2: '86', bloodPressure: '168/94', etco2: '54', respirations: '28' },
  trends: null,
  seed: 5,
  ...changed,
})
const nothing = { heartRate: null, spo2: null, bloodPressure: null, etco2: null, respirations: null }

/** The texts on a screen, in drawing order. */
const writings = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, words]) => words)
/** The points of each trace. */
const traces = (svg: string) =>
  [...svg.matchAll(/<path d="([^"]+)"/g)].map(([, d = '']) =>
    [...d.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]),
  )

test('shows two traces and each figure with its label and unit, on a dark ground', () => {
  const { svg, width, height } = drawMonitor(screen())
  expect(writings(svg)).toEqual(
    expect.arrayContaining(['HR', '/min', '132', 'SpO₂', '%', '86', 'NIBP', 'mm Hg', '168/94', 'EtCO₂', '54', 'RR', '28']),
  )
  expect(svg).toContain(`<rect width="${width}" height="${height}" fill="#0b0f14"/>`)
  expect(traces(svg)).toHaveLength(2)
  for (const points of traces(svg)) for (const [x = -1, y = -1] of points) expect(x >= 0 && x <= 700 && y >= 0 && y <= height).toBe(true)
})

test('the carbon dioxide trace reaches the figure next to it, at its own rate', () => {
  const { svg } = drawMonitor(screen({ capnogram: { pattern: 'normal', rate: 10 }, figures: { ...nothing, etco2: '38' } }))
  const [, points = []] = traces(svg)
  const highest = Math.min(...points.map(([, y = 0]) => y))
  // 60 mm Hg is at 330, and 0 at 510.
  expect(Math.abs((60 * (510 - highest)) / 180 - 38)).toBeLessThan(1.5)
  const rises = points.filter(([, y = 0], index) => y < 450 && (points[index - 1]?.[1] ?? 0) >= 450)
  expect(rises).toHaveLength(4)
})

test('shows dashes for what is not measured', () => {
  const { svg } = drawMonitor(screen({ ecg: null, capnogram: null, figures: nothing }))
  expect(writings(svg).filter((words) => words === '- -')).toHaveLength(5)
  expect(svg.match(/stroke-dasharray/g)).toHaveLength(2)
  expect(traces(svg)).toEqual([])
})

test('shows and describes the course of figures, each on its own scale', () => {
  const trends = {
    minutes: 30,
    heartRate: ['96', '112', '132'],
    spo2: null,
    bloodPressure: ['120/80', '168/94'],
    etco2: null,
    respirations: null,
  }
  const { svg } = drawMonitor(screen({ trends }))
  const courses = traces(svg).filter((points) => points.every(([x = 0]) => x > 700))
  // One line for the heart rate, and one for each of the two pressures.
  expect(courses.map((points) => points.length)).toEqual([3, 2, 2])
  const [[first, second, last] = []] = courses
  expect([first?.[1], last?.[1]]).toEqual([78, 42])
  expect((second?.[1] ?? 0) > 42 && (second?.[1] ?? 0) < 78).toBe(true)
  expect(writings(svg).filter((words) => words === '30 min')).toHaveLength(2)
  expect(describeMonitor(screen({ trends }))).toContain('Heart rate over the last 30 minutes: 96, 112, 132 /min.')
})

test('is the same each time, and differs with another seed', () => {
  expect(drawMonitor(screen())).toEqual(drawMonitor(screen()))
  expect(drawMonitor(screen({ seed: 6 })).svg).not.toEqual(drawMonitor(screen()).svg)
})

test('is described figure by figure and trace by trace', () => {
  expect(describeMonitor(screen())).toMatch(
    /^The screen of a monitor\. Heart rate 132 \/min\. Oxygen saturation 86 %\. Blood pressure 168\/94 mm Hg\. End-tidal carbon dioxide 54 mm Hg\. Respirations 28 \/min\. Upper trace, lead II: .+ Lower trace, carbon dioxide: .+ They reach about 54 mm Hg\./,
  )
  expect(describeMonitor(screen({ ecg: null, capnogram: null, figures: nothing }))).toBe(
    'The screen of a monitor. Heart rate: not measured. Oxygen saturation: not measured. Blood pressure: not measured. ' +
      'End-tidal carbon dioxide: not measured. Respirations: not measured. Upper trace: dashes, no electrodes are connected. ' +
      'Lower trace: dashes, carbon dioxide is not measured.',
  )
})
