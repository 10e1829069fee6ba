import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { systemChromium, systemHeadlessShell } from '../../local/chromium.mjs'
import '../compile-cache.ts'
import { product } from './product.ts'

/**
 * Only the last such list counts, so this one repeats Playwright's own and adds the suggestions below the address bar:
 * a whole Chromium loads them as a page for each window, at half the cost of the product's page.
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
  // With the arguments below, one process renders all pages: another for each page of each test costs a tenth more.
  'IsolateOrigins',
  'site-per-process',
  'SpareRendererForSitePerProcess',
]

const launchOptions = (executablePath: string | undefined) => ({
  args: [`--disable-features=${withoutFeatures}`, '--disable-site-isolation-trials', '--renderer-process-limit=1'],
  ...(executablePath && { executablePath }),
})

/** Shows notifications, as the headless shell cannot. */
const wholeBrowser = { channel: 'chromium', launchOptions: launchOptions(systemChromium()) }
const notifications = '**/push.spec.ts'

/** Every test uses one product, started for this run on ports and data of its own. */
export default defineConfig({
  testDir: '../../web/e2e',
  outputDir: '../../web/test-results',
  fullyParallel: true,
  forbidOnly: true,
  // Tests often wait for the product, so more workers than cores keep the cores busy.
  workers: Math.ceil(availableParallelism() * 1.5),
  // Recording every test costs a third of the time: a failed test is recorded in a second run, and still counts as
  // failed.
  retries: 1,
  failOnFlakyTests: true,
  // Bounds for slow and busy machines; nothing is measured.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['html', { outputFolder: '../../web/playwright-report', open: 'never' }],
    // For the slowest tests that `npm test` reports.
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
  projects: [
    { name: 'shell', testIgnore: notifications },
    { name: 'browser', testMatch: notifications, use: wholeBrowser },
  ],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: product.url,
    timezoneId: 'America/Chicago',
    // Answered beforehand: the prompt would appear on any page after a minute (install.spec.ts).
    permissions: ['notifications'],
    // Emptied for each test. A new window compiles the app again, which takes longer than most tests.
    reuseContext: true,
    // Each test begins without the installed app, since installing it costs seconds. Tests of the installed app use
    // `test.use({ serviceWorkers: 'allow' })`.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(systemHeadlessShell() ?? systemChromium()),
  },
})
