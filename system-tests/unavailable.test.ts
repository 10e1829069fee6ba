import { networkInterfaces } from 'node:os'
import { errors } from '@medicready/domain/refusals/shown/errors'
import { accepts } from '@medicready/local/ports'
import { ATTEMPT_MILLISECONDS, PATIENCE_MILLISECONDS } from '@medicready/platform/event-store/connection'
import { afterAll, expect, test, vi } from 'vitest'
import { expectModules, ownProduct, password, patience, signUp } from './one-student.ts'
import { services, stores } from './product.ts'
import { RefusedCall, tokenOf } from './product-client.ts'

/** For the slowest machine, on top of what a service waits for. */
const OWN_MILLISECONDS = 15_000
/**
 * Longest time in which even a service without its stores must answer: it begins no attempt once its patience has run
 * out, and the last one has a deadline of its own.
 */
const BOUND_MILLISECONDS = PATIENCE_MILLISECONDS + ATTEMPT_MILLISECONDS + OWN_MILLISECONDS
const unavailable = { message: errors.unavailable.message, code: 'unavailable' }

const email = 'early.bird@students.example'

// After its end: no service crashed or had to be restarted.
afterAll(() => expect(product.unexpectedEnds).toEqual([]))
const { product, client, mails } = await ownProduct({ HOST: '0.0.0.0' })
/** Of the one student's first session. */
let bearer: string

/** Expects the refusal that says "not now", in time. */
async function expectUnavailable(call: Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  const refusal = await call.then(
    () => 'an answer',
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(RefusedCall)
  const { status, body } = refusal as RefusedCall
  expect({ status, body }).toEqual({ status: 503, body: unavailable })
  expect(performance.now() - startedAt).toBeLessThan(BOUND_MILLISECONDS)
}

/** A new account each time, since attempts are limited for each address. */
const signIn = (as = email) => client.call('POST /api/auth/login', { body: { email: as, password } })

/** Even with HOST=0.0.0.0, the services are behind the edge. */
async function expectReachableFromThisMachineOnly(): Promise<void> {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address
  for (const name of ['COMMAND_API_PORT', 'READ_API_PORT', 'PROJECTOR_PORT', 'WORKER_PORT'] as const) {
    const port = Number(product.environment[name])
    expect(await accepts('127.0.0.1', port)).toBe(true)
    if (outside) expect(await accepts(outside, port), `${outside}:${port}`).toBe(false)
  }
}

test('services that start before their stores wait, say so, and start on their own, reachable from this machine only', async () => {
  for (const name of services) product.launch(name)
  for (const name of services) await vi.waitFor(async () => expect(await product.isLive(name), name).toBe(true), patience)
  await expectReachableFromThisMachineOnly()
  await Promise.all([
    expectUnavailable(signIn()),
    expectUnavailable(client.call('GET /api/user/stats', { bearer: 'a-token-of-an-unknown-session' })),
  ])

  await product.start(...stores)
  await product.runSetup()
  await Promise.all(services.map((name) => product.whenReady(name)))
  bearer = await signUp(client, mails, email)
  const { consistencyToken } = await client.call('POST /api/user/modules', { bearer, body: { module: 'Trauma' } })
  await expectModules(client, bearer, consistencyToken, ['Trauma'])
})

test('without the event store, commands are refused and reads continue; once it is back, commands work again', async () => {
  await product.kill('event-store')
  const command = { bearer, body: { module: 'Cardiology & Resuscitation' }, idempotencyKey: 'while-the-log-is-away' } as const
  await Promise.all([
    expectUnavailable(client.call('POST /api/user/modules', command)),
    expectUnavailable(signIn('someone@students.example')),
  ])
  expect((await client.call('GET /api/user/modules', { bearer })).body).toHaveLength(1)

  product.launch('event-store')
  const { body, consistencyToken } = await vi.waitFor(() => client.call('POST /api/user/modules', command), patience)
  await expectModules(client, bearer, consistencyToken, ['Trauma', body.module])
})

test('a frozen event store counts as unavailable', async () => {
  product.freeze('event-store')
  const command = { bearer, body: { module: 'Pediatrics' }, idempotencyKey: 'while-the-log-is-frozen' } as const
  await Promise.all([
    expectUnavailable(client.call('POST /api/user/modules', command)),
    expectUnavailable(signIn('someone@students.example')),
  ])

  product.thaw('event-store')
  const { consistencyToken } = await vi.waitFor(() => client.call('POST /api/user/modules', command), patience)
  await expectModules(client, bearer, consistencyToken, ['Cardiology & Resuscitation', 'Pediatrics', 'Trauma'])
})

test('without Postgres both APIs refuse; when it is back, both answer, and readers see what they write', async () => {
  await product.kill('postgres')
  const registration = { email: 'late@students.example', password, firstName: 'Late', lastName: 'Comer' }
  await Promise.all([
    expectUnavailable(signIn()),
    expectUnavailable(client.call('POST /api/auth/register', { body: registration })),
    expectUnavailable(client.call('POST /api/daily-questions/generate', { bearer, body: { count: 1 } })),
    expectUnavailable(client.call('POST /api/user/modules', { bearer: 'a-token-of-an-unknown-session', body: { module: 'Trauma' } })),
    expectUnavailable(client.call('GET /api/user/modules', { bearer })),
    expectUnavailable(client.call('GET /api/leaderboard', { bearer: 'a-token-of-an-unknown-session', query: { view: 'all' } })),
  ])

  await product.start('postgres')
  const again = tokenOf((await vi.waitFor(() => signIn(), { ...patience, interval: 1_000 })).body)
  const generated = await vi.waitFor(
    () => client.call('POST /api/daily-questions/generate', { bearer: again, body: { count: 1 }, idempotencyKey: 'after-the-outage' }),
    patience,
  )
  expect(generated.body.count).toBe(1)
  await vi.waitFor(async () => {
    const { body, isStale } = await client.call('GET /api/daily-questions', {
      bearer: again,
      consistencyToken: generated.consistencyToken ?? 0n,
    })
    expect({ count: body.length, isStale }).toEqual({ count: 1, isStale: false })
  }, patience)

  // The read API hears of what is projected again: no read waits out its second.
  const { consistencyToken } = await client.call('POST /api/user/modules', { bearer: again, body: { module: 'Geriatrics' } })
  await expectModules(client, again, consistencyToken, ['Cardiology & Resuscitation', 'Geriatrics', 'Pediatrics', 'Trauma'])
})
