import { workerOperations } from '@medicready/command-api/worker/operations'
import { Progress } from '@medicready/command-api/worker/progress'
import { expect, test } from 'vitest'
import { ownBackend } from './backend.ts'

const WAIT = { timeout: 60_000 }
const NAME = 'former-passwords'

const backend = await ownBackend({ reacting: ['resumptions', NAME] })

test('administrators see what was set aside, retry one event, and discard another with a reason', async () => {
  const admin = await backend.signedIn('admin')
  await backend.reacted()
  const progress = new Progress(backend.ownerSql)
  await backend.ownerSql`REVOKE ALL ON auth.credentials FROM medicready_worker`
  const [one, other] = [await backend.signedIn(), await backend.signedIn()]
  const asideOf = async ({ userId }: { userId: string }) =>
    (await progress.putAsides()).find(({ streamName }) => streamName === `account-${userId}`)
  await expect.poll(async () => [await asideOf(one), await asideOf(other)].filter(Boolean).length, WAIT).toBe(2)
  await backend.ownerSql`GRANT SELECT, INSERT, UPDATE, DELETE ON auth.credentials TO medicready_worker`
  const send = async (what: 'retry' | 'give-up', body: object) => {
    const key = `POST /api/admin/system/put-aside/${what}` as const
    const answer = await backend.send(key, { token: admin.token, body: { reaction: NAME, ...body } })
    expect(answer.statusCode, answer.body).toBe(202)
  }
  await send('retry', { eventId: (await asideOf(one))?.eventId })
  await expect.poll(() => asideOf(one), WAIT).toBeUndefined()
  expect(await asideOf(other)).toMatchObject({ isDue: false })
  const eventId = (await asideOf(other))?.eventId
  await send('give-up', { eventId, reason: 'They are gone.' })
  await expect.poll(() => progress.putAsides(), WAIT).toEqual([])
  const [row] = await backend.ownerSql`SELECT given_up_at FROM worker.deferred WHERE event_id = ${eventId ?? ''}`
  expect(row?.given_up_at).not.toBeNull()
  const audit = await backend.send('GET /api/admin/audit', { token: admin.token })
  expect(audit.json().slice(0, 2)).toMatchObject([
    { what: `Skipped an event of ${NAME}`, reason: 'They are gone.' },
    { what: `Retried an event of ${NAME}`, reason: null },
  ])
})

test('a reaction that lost its right to write sets its events aside, and an administrator retries them once it can write again', async () => {
  const admin = await backend.signedIn('admin')
  await backend.reacted()
  const progress = new Progress(backend.ownerSql)
  await backend.ownerSql`REVOKE ALL ON auth.credentials FROM medicready_worker`
  const newcomer = await backend.signedIn()
  await expect
    .poll(() => progress.putAsides(), WAIT)
    .toMatchObject([
      {
        reaction: NAME,
        incident: 'PostgresError: permission denied for table credentials',
        type: 'EmailVerified',
        streamName: `account-${newcomer.userId}`,
      },
    ])

  const resume = async (reason: string) => {
    const body = { kind: 'reaction', name: NAME, reason }
    const answer = await backend.send('POST /api/admin/system/resume', { token: admin.token, body })
    expect(answer.statusCode, answer.body).toBe(202)
  }
  await backend.ownerSql`GRANT SELECT, INSERT, UPDATE, DELETE ON auth.credentials TO medicready_worker`
  await resume('It may write again.')
  await expect.poll(() => progress.putAsides(), WAIT).toEqual([])
  await backend.reacted()
  expect(await progress.putAsides()).toEqual([])
})

test("the command line lists what was set aside, retries it, and discards it in an administrator's name", async () => {
  const admin = await backend.signedIn('admin')
  await backend.reacted()
  const deps = { ...backend.deps, sql: backend.ownerSql }
  const run = (operation: keyof typeof workerOperations, ...words: string[]) => workerOperations[operation]?.run(deps, words)
  const list = async () => (await run('put-aside')) ?? ''
  await backend.ownerSql`REVOKE ALL ON auth.credentials FROM medicready_worker`
  const { userId } = await backend.signedIn()
  await expect.poll(list, WAIT).toContain(`EmailVerified of account-${userId}`)
  const [eventId = ''] = /[0-9a-f-]{36}/.exec(await list()) ?? []
  await expect(run('give-up', NAME, eventId, 'nobody@example.com', 'Gone.')).rejects.toThrow('No one is registered as nobody@example.com.')
  expect(run('give-up', NAME, eventId, admin.email)).toBeUndefined()
  expect(await run('retry', NAME, 'all')).toBe('Events to be retried within a few seconds: 1.')
  await expect(run('retry', 'coupons', eventId)).rejects.toThrow('coupons has put no such event aside.')
  await expect.poll(async () => (await new Progress(backend.ownerSql).putAsides()).map(({ isDue }) => isDue), WAIT).toEqual([false])
  await run('give-up', NAME, eventId, admin.email, 'They', 'are', 'gone.')
  await expect.poll(list, WAIT).toBe('No event is set aside.')
  await backend.ownerSql`GRANT SELECT, INSERT, UPDATE, DELETE ON auth.credentials TO medicready_worker`
})
