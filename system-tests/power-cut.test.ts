import { execFile } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { MailWatch } from './mail-watch.ts'
import { expectModules, patience, signUp } from './one-student.ts'
import { Product } from './product.ts'
import { ProductClient } from './product-client.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

let product: Product
let client: ProductClient
let mails: MailWatch
beforeAll(async () => {
  product = await Product.prepare({ ATTEMPTS_PER_NETWORK: '1000000' })
  client = new ProductClient(product.environment)
  mails = new MailWatch(product.environment)
  await product.startAll()
}, 120_000)
afterAll(() => product.stop())

/** Chooses a module, and waits until that can be read. */
async function chooseAModule(bearer: string): Promise<void> {
  const { consistencyToken } = await client.call('POST /api/user/modules', { bearer, body: { module: 'Trauma' } })
  await expectModules(client, bearer, consistencyToken, ['Trauma'])
}

/** What an operator calls by `npm run rebuild` and `npm run worker`. */
const operate = (service: 'projector' | 'worker', entry: string, ...args: readonly string[]) =>
  run(process.execPath, [join(root, entry), ...args], { env: { ...process.env, ...product.environmentOf(service) } })

const incident = /was set back, by a power cut or to an old backup/

/** What the log of the stand-in can be set back by is its file. */
describe.runIf(inject('eventStoreIsStandIn'))('a log that was set back, as by a power cut or an old backup (the stand-in alone)', () => {
  test('parks all that had read further, with an incident in plain words, and is mended by a rebuild', { timeout: 240_000 }, async () => {
    const log = join(product.folder, 'event-store')
    const copy = join(product.folder, 'an-older-copy')
    await product.kill('event-store')
    await cp(log, copy, { recursive: true })
    await product.start('event-store')
    await chooseAModule(await signUp(client, mails, 'before@students.example'))

    await product.kill('event-store')
    await rm(log, { recursive: true })
    await cp(copy, log, { recursive: true })
    await product.start('event-store')
    await vi.waitFor(async () => {
      for (const name of ['projector', 'worker'] as const) expect(JSON.stringify(await product.health(name)), name).toMatch(incident)
    }, patience)

    await operate('projector', 'projector/rebuild.ts', 'all')
    await operate('worker', 'command-api/operator.ts', 'worker', 'resume', 'all')
    await vi.waitFor(async () => {
      for (const name of ['projector', 'worker'] as const) expect(JSON.stringify(await product.health(name)), name).not.toMatch(incident)
    }, patience)
    await chooseAModule(await signUp(client, mails, 'after@students.example'))
  })
})
