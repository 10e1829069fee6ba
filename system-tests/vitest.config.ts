import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import './compile-cache.ts'
import { SlowestFirst } from './slowest-first.ts'

const exclude = ['**/node_modules/**', 'web/e2e/**']

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // Much of the time is spent waiting for real servers: half as many again as there are cores keep them at work.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: SlowestFirst },
    // Bounds for a machine that is slow and busy, where what takes a minute here takes several: what hangs is ended,
    // and nothing is measured.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    projects: [
      {
        extends: true,
        // Nothing but the code itself: `npm run test:quick`. Files share a process, since to load the code takes longer
        // than to test it; what a test puts in place of something is taken back after it.
        test: { name: 'unit', include: ['{domain,web}/**/*.test.ts'], exclude, isolate: false, restoreMocks: true, unstubGlobals: true },
      },
      {
        extends: true,
        test: {
          name: 'served',
          include: ['{platform,command-api,projector,read-api,local,system-tests}/**/*.test.ts'],
          exclude,
          globalSetup: [new URL('servers-for-the-run.ts', import.meta.url).pathname],
          // As the services themselves, by node alone. Files share a process, here too: to load both APIs costs each
          // more than most of them do. None keeps anything that the next one could meet.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          isolate: false,
        },
      },
    ],
  },
})
