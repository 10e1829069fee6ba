import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../testing/postgres.ts'
import { quietLogger as logger } from '../testing/quiet-logger.ts'
import { waitForLease } from './lease.ts'

/** Takes the lease, says so, and says when it is lost. */
const holder = (url: string) => `
  import { waitForLease } from ${JSON.stringify(new URL('lease.ts', import.meta.url).href)}
  import { createLogger } from ${JSON.stringify(new URL('../logger.ts', import.meta.url).href)}
  const lease = await waitForLease({ url: ${JSON.stringify(url)}, name: 'work', logger: createLogger('holder', 'silent') }, AbortSignal.any([]))
  lease.lost.addEventListener('abort', () => { process.stdout.write('lost'); process.exit() })
  process.stdout.write('held')
`

test('a paused holder is replaced soon, and learns of it when it resumes', async () => {
  const { url, drop } = await createTestDatabase()
  const paused = spawn(process.execPath, ['--input-type=module', '--eval', holder(url)], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    paused.kill('SIGKILL')
    await drop()
  })
  expect(String((await once(paused.stdout, 'data'))[0])).toBe('held')
  paused.kill('SIGSTOP')
  const since = performance.now()
  const lease = await waitForLease({ url, name: 'work', logger }, AbortSignal.timeout(60_000))
  expect(performance.now() - since).toBeLessThan(20_000)
  paused.kill('SIGCONT')
  expect(String((await once(paused.stdout, 'data'))[0])).toBe('lost')
  expect(lease.lost.aborted).toBe(false)
  await lease.release()
})

test('an idle holder keeps its lease', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const lease = await waitForLease({ url, name: 'work', logger }, AbortSignal.timeout(60_000))
  await expect(waitForLease({ url, name: 'work', logger }, AbortSignal.timeout(9_000))).rejects.toThrow()
  expect(lease.lost.aborted).toBe(false)
  await lease.release()
})
