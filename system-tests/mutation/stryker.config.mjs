/**
 * Mutation testing of the domain's aggregates and rules: `npm run mutation`. Small changes are made to the code, one at
 * a time; each must fail a test.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'system-tests/mutation/vitest.config.ts' },
  mutate: [
    'domain/**/*.ts',
    '!domain/**/*.test.ts',
    '!domain/**/testing/**',
    // Shapes of calls without any decision: the walks over all calls in `system-tests` hold every service to them.
    '!domain/contract/**',
    // Tables of words, doses and sub-topics, and the page that counts them. They are held to the curated bank, question
    // by question.
    '!domain/questions/{lint,doses,coverage}.ts',
    '!domain/questions/shown/{terms,modules}.ts',
    '!domain/core/shown/product.ts',
  ],
  // What runs once, when a file is loaded, is nearly all schema and constant, and would take most of the time: each
  // such change needs a run of its own.
  ignoreStatic: true,
  // Only the domain is copied to be changed.
  ignorePatterns: [
    '/*',
    '!/domain',
    '!/platform',
    '/platform/*',
    '!/platform/tsconfig.base.json',
    '!/system-tests',
    '/system-tests/*',
    '!/system-tests/mutation',
  ],
  // Stryker would rewrite the references in it with a compiler interface that TypeScript 7 does not have; the tests
  // need no references.
  tsconfigFile: 'there-is-none.json',
  tempDirName: '.types/mutation',
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, reportTests: false, reportMutants: true },
  thresholds: { high: 98, low: 95, break: 95 },
}
