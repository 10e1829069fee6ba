import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { systemChromium } from '../../local/chromium.mjs'
import '../compile-cache.ts'
import { product } from './product.ts'

const executablePath = systemChromium()

/**
 * What the browser does without. The last list that it is given counts, so that this one repeats Playwright's own; what
 * is ours is the list of suggestions below the address, which no one sees here: a whole Chromium loads it as a page of
 * its own with each window, and that costs half as much as the product's page does.
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/**
 * Every test runs against the whole product, started for this run alone: its own ports, its own data, nothing of a
 * running copy.
 */
export default defineConfig({
  testDir: '../../web/e2e',
  outputDir: '../../web/test-results',
  fullyParallel: true,
  forbidOnly: true,
  // Much of the time a test waits for the product: half as many again as there are cores keep these at work.
  workers: Math.ceil(availableParallelism() * 1.5),
  // To record every test costs a third of the time: one that fails is run again to be recorded, and has failed all the
  // same.
  retries: 1,
  failOnFlakyTests: true,
  // Bounds for a machine that is slow and busy; nothing is measured.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['html', { outputFolder: '../../web/playwright-report', open: 'never' }],
    // Where `npm test` reads what was slow.
    ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as const] : []),
  ],
  webServer: {
    command: `"${process.execPath}" local/launcher.ts`,
    cwd: new URL('../..', import.meta.url).pathname,
    env: product.environment,
    wait: { stdout: /MedicReady is ready at / },
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: product.url,
    timezoneId: 'America/Chicago',
    // Who was asked is not asked again: after a minute the question would stand on any page (install.spec.ts).
    permissions: ['notifications'],
    // Each test begins with an empty browser: to keep the whole app in it costs seconds, and only tests of what is kept
    // see anything of it. They allow it themselves: `test.use({ serviceWorkers: 'allow' })`.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { args: [`--disable-features=${withoutFeatures}`], ...(executablePath && { executablePath }) },
  },
})
