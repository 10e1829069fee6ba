import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', 'web/e2e/**']

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // Most of the time is spent waiting for real servers, so no core is left out.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        // Nothing but the code itself: `npm run test:quick`.
        test: { name: 'unit', include: ['{domain,web}/**/*.test.ts'], exclude },
      },
      {
        extends: true,
        test: {
          name: 'served',
          include: ['{platform,command-api,projector,read-api,local,system-tests}/**/*.test.ts'],
          exclude,
          globalSetup: ['system-tests/servers-for-the-run.ts'],
        },
      },
    ],
  },
})
