import { expect, test } from 'vitest'
import { runRestore } from './faults/restore.ts'

/** The short form of `npm run faults -- --restore`. */
test('a machine that is lost under load comes back from its backup: all before its position, and no one who was erased', async () => {
  const { faults, folder, said, position, kept, lost, signedIn } = await runRestore({ seed: 20, atOnce: 1, commands: 5 })
  expect({ faults, folder }).toEqual({ faults: [], folder: null })
  expect(said[0]).toMatch(new RegExp(`^Restored up to position ${position}, at .*Z\\. Facts after it are lost\\.$`))
  expect(Math.min(kept, lost, signedIn)).toBeGreaterThan(0)
})
