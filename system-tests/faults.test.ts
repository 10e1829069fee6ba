import { expect, test } from 'vitest'
import { runFaults } from './faults/run.ts'
import { services } from './product.ts'

/** The short form of `npm run faults`. */
test('kill -9 loses nothing that was acknowledged or paid, appends nothing twice, and leaves the read models as the log says', {
  timeout: 900_000,
}, async () => {
  const { faults, folder, kills, commands, events } = await runFaults({ kills: 8, seed: 24, atOnce: 2 })
  expect({ faults, folder }).toEqual({ faults: [], folder: null })
  // Each of them once, and one again while it starts.
  expect(kills).toHaveLength(8)
  expect(new Set(kills)).toEqual(new Set([...services, 'event-store', 'postgres', 'stripe']))
  expect(Math.min(commands, events)).toBeGreaterThan(0)
})
