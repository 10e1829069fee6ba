import { defineConfig } from 'vitest/config'

/** The tests that Stryker runs against each change that it makes: those of the domain's aggregates and rules. */
export default defineConfig({
  test: {
    include: ['domain/**/*.test.ts'],
    // Tests of what is not changed (see `mutate` in Stryker's configuration).
    exclude: ['domain/questions/{bank,lint,doses,coverage}.test.ts'],
    // Code that was made ready to be changed is slower than any bound on time allows.
    testNamePattern: /^(?!.*in less than)/,
  },
})
