import { defineConfig } from 'vitest/config'

/** The tests of `domain` alone, as Stryker runs them against each change that it makes. */
export default defineConfig({ test: { include: ['domain/**/*.test.ts'] } })
