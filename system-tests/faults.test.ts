import { expect, test } from 'vitest'
import { runFaults } from './faults/run.ts'

/** The short form of `npm run faults`. */
test('kill -9 loses nothing that was acknowledged or paid, appends nothing twice, and leaves the read models as the log says', {
  timeout: 900_000,
}, async () => {
  const { faults, folder, kills, commands, events } = await runFaults({ kills: 8, seed: 20, atOnce: 4 })
  expect({ faults, folder }).toEqual({ faults: [], folder: null })
  expect(kills).toHaveLength(8)
  expect(Math.min(commands, events)).toBeGreaterThan(0)
})
