import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const here = (file: string) => new URL(file, import.meta.url).href

/** A process with an unhandled rejection. */
async function run(rejections: string) {
  const script = `
    import { EventStoreDBClient } from '@eventstore/db-client'
    import { reportClientRejections } from '${here('./client-rejections.ts')}'
    import { createLogger } from '${here('../logger.ts')}'
    reportClientRejections(createLogger('test', 'warn'))
    ${rejections}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[code], said, complained] = await Promise.all([once(child, 'close'), child.stdout.toArray(), child.stderr.toArray()])
  return { code, said: Buffer.concat(said).toString(), complained: Buffer.concat(complained).toString() }
}

const noNode = `EventStoreDBClient.connectionString('esdb://127.0.0.1:1,127.0.0.1:2?tls=false&maxDiscoverAttempts=1').getStreamMetadata('any')`

test('an unhandled rejection of the client is reported, and the process continues', async () => {
  const { code, said, complained } = await run(`${noNode}; setTimeout(() => console.log('alive'), 1_000)`)
  expect({ code, complained }).toEqual({ code: 0, complained: '' })
  expect(said).toContain('Failed to discover')
  expect(said).toContain('alive')
})

test('any other unhandled rejection ends the process', async () => {
  const { code, complained } = await run(`Promise.reject(new Error('our own mistake')); setTimeout(() => console.log('alive'), 1_000)`)
  expect(code).not.toBe(0)
  expect(complained).toContain('our own mistake')
})
