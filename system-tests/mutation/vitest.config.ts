import { defineConfig } from 'vitest/config'

/** The tests that Stryker runs against each change. */
export default defineConfig({
  test: {
    include: ['domain/**/*.test.ts'],
    // Tests of what is not changed (see `mutate` in Stryker's configuration).
    exclude: ['domain/questions/{bank,lint,doses,coverage}.test.ts'],
    // Instrumented code is too slow for bounds on time.
    testNamePattern: /^(?!.*in less than)/,
  },
})
