import './compile-cache.ts'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slow files however short: one that begins last is waited for by all others. */
const slow = [
  'projector/engine/projector.test.ts',
  'system-tests/faults.test.ts',
  'system-tests/restore.test.ts',
  'system-tests/unavailable.test.ts',
  'system-tests/power-cut.test.ts',
  'system-tests/bad-input.test.ts',
  'system-tests/contributing.test.ts',
  'system-tests/bench/benches.test.ts',
  'platform/event-store/event-store.test.ts',
]
const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = slow.findIndex((file) => moduleId.endsWith(`/${file}`))
  return place < 0 ? slow.length : place
}

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

const exclude = ['**/node_modules/**', 'web/e2e/**']

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // Tests often wait for real servers, so more workers than cores keep the cores busy.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: SlowestFirst },
    // Bounds that end what hangs, for slow and busy machines. Nothing is measured.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
    projects: [
      {
        extends: true,
        // `npm run test:quick`. Files share a process, since loading the code takes longer than testing it.
        test: {
          name: 'unit',
          include: ['domain/**/*.test.ts', 'web/{src,build}/**/*.test.ts'],
          exclude,
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'served',
          include: ['{platform,command-api,projector,read-api,local,system-tests}/**/*.test.ts', 'web/*.test.ts'],
          exclude,
          globalSetup: [new URL('servers-for-the-run.ts', import.meta.url).pathname],
          // Node alone loads the code, as for the services. Files share a process, since loading both APIs costs more
          // than most files take.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          isolate: false,
        },
      },
    ],
  },
})
