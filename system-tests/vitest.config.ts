import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['{domain,platform,command-api,projector,read-api,web,local,system-tests}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'web/e2e/**'],
    globalSetup: ['system-tests/servers-for-the-run.ts'],
    // Most of the time is spent waiting for real servers, so no core is left out.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
