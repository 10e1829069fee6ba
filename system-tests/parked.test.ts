import { Progress } from '@medicready/command-api/worker/progress'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, startBackend } from './backend.ts'

const WAIT = { timeout: 60_000 }
const NAME = 'former-passwords'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend({ reacting: ['resumptions', NAME] })
})
afterAll(() => backend.close())

test('a reaction that may not write any more puts aside what it cannot do, and an administrator lets it go on once it may', async () => {
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
    const answer = await backend.send('POST /api/admin/system/resume', '/api/admin/system/resume', { token: admin.token, body })
    expect(answer.statusCode, answer.body).toBe(202)
  }
  await backend.ownerSql`GRANT SELECT, INSERT, UPDATE, DELETE ON auth.credentials TO medicready_worker`
  await resume('It may write again.')
  await expect.poll(() => progress.putAsides(), WAIT).toEqual([])
  await backend.reacted()
  expect(await progress.putAsides()).toEqual([])
})
