import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { existing } from '@medicready/domain/contract/call/examples'
import { type CallKey, contract } from '@medicready/domain/contract/contract'
import { patience } from '@medicready/platform/testing/patience'
import { describe, expect, test, vi } from 'vitest'
import { ownBackend, type SignedIn } from './backend.ts'

// As others reach it: here a password alone opens nothing of an administrator's.
const backend = await ownBackend({ publicUrl: 'https://medicready.example' })
const [ana, ben, admin] = [await backend.signedIn(), await backend.signedIn(), await backend.signedIn('admin')]
const adminsToken = await backend.signInAgain(admin)
await backend.proveSecondFactor(admin.userId)
await vi.waitFor(async () => expect(await codeOf('GET /api/admin/roles', adminsToken)).toBeUndefined(), patience)

const ofRights = (Object.keys(contract) as CallKey[]).filter((key) => !['visitor', 'signedIn'].includes(contract[key].access))
/** Why a call was refused; undefined where it was not, and for files. */
async function codeOf(key: CallKey, token: string): Promise<string | undefined> {
  const answer = await backend.sendExample(key, { [existing.email]: ben.email }, token)
  return answer.statusCode < 400 ? undefined : answer.json().code
}

const changeRole = (token: string, { email }: SignedIn, role: string) =>
  backend.send('PUT /api/admin/roles', { token, body: { email, role, reason: 'As the board decided.' } })

const latestFactOf = async ({ userId }: SignedIn) => (await backend.eventStore.readStream(`account-${userId}`, 0n)).at(-1)

test.each(ofRights)("an administrator's stolen password does not open %s", async (key) => {
  expect(await codeOf(key, admin.token)).toBe('secondFactorRequired')
})

test('an administrator with a second factor is let in', async () => {
  for (const key of ofRights) expect(['forbidden', 'secondFactorRequired'], key).not.toContain(await codeOf(key, adminsToken))
})

describe('a role', () => {
  test("is granted as a fact that says who did it and why, and ends the person's sessions", async () => {
    const sessions = [ana.token, await backend.signInAgain(ana)]
    for (const token of sessions) expect(await codeOf('GET /api/admin/review-requests', token)).toBe('forbidden')
    expect((await changeRole(adminsToken, ana, 'educator')).json()).toEqual({ userId: ana.userId, role: 'educator', hasChanged: true })
    expect(await latestFactOf(ana)).toMatchObject({
      type: 'RoleGranted',
      data: { role: 'educator', reason: 'As the board decided.' },
      metadata: { actorId: admin.userId },
    })
    for (const token of sessions) await expect.poll(() => codeOf('GET /api/auth/user', token), { interval: 10 }).toBe('notSignedIn')
  })

  test('opens what it has rights to, with a second factor, and nothing else', async () => {
    ana.token = await backend.signInAgain(ana)
    expect(await codeOf('GET /api/admin/review-requests', ana.token)).toBe('secondFactorRequired')
    await backend.proveSecondFactor(ana.userId)
    await vi.waitFor(async () => expect(await codeOf('GET /api/admin/review-requests', ana.token)).toBeUndefined(), patience)
    expect(await codeOf('GET /api/admin/review-requests', ana.token)).toBeUndefined()
    expect((await changeRole(ana.token, ana, 'admin')).json().code).toBe('forbidden')
    expect((await changeRole(ana.token, ben, 'admin')).json().code).toBe('forbidden')
  })

  test('is listed with the people who have it, page by page', async () => {
    const holders: { email: string; role: string }[] = []
    for (let at = '/api/admin/roles?limit=1'; at; ) {
      const page = await backend.send('GET /api/admin/roles', { token: adminsToken, at })
      expect(page.json()).toHaveLength(1)
      holders.push(...page.json())
      at = /^<([^>]+)>/.exec(String(page.headers.link))?.[1] ?? ''
    }
    expect(holders[0]).toMatchObject({ email: admin.email, role: 'admin' })
    expect(holders).toContainEqual({ userId: ana.userId, email: ana.email, firstName: 'Ana', lastName: 'Silva', role: 'educator' })
    expect(new Set(holders.map(({ email }) => email)).size).toBe(holders.length)
  })

  test('that is revoked is gone by the next call, even if a session thief keeps calling', async () => {
    expect(await codeOf('GET /api/admin/review-requests', ana.token)).toBeUndefined()
    expect((await changeRole(adminsToken, ana, 'student')).json()).toMatchObject({ hasChanged: true })
    expect(await latestFactOf(ana)).toMatchObject({ type: 'RoleRevoked', data: { role: 'educator' }, metadata: { actorId: admin.userId } })
    await expect.poll(() => codeOf('GET /api/admin/review-requests', ana.token), { interval: 10 }).toBe('notSignedIn')
    ana.token = await backend.signInAgain(ana)
    expect(await codeOf('GET /api/admin/review-requests', ana.token)).toBe('forbidden')
  })

  test('that is changed to what it already was ends nothing', async () => {
    ana.token = await backend.signInAgain(ana)
    expect((await changeRole(adminsToken, ana, 'student')).json()).toMatchObject({ hasChanged: false })
    expect(await codeOf('GET /api/auth/user', ana.token)).toBeUndefined()
  })

  test('of their own cannot be changed by an administrator', async () => {
    expect((await changeRole(adminsToken, admin, 'student')).json()).toMatchObject({ code: 'ownRole' })
    expect(await codeOf('GET /api/admin/roles', adminsToken)).toBeUndefined()
  })

  test('cannot be granted to an unknown address', async () => {
    const nobody = { ...ana, email: 'nobody@example.com' }
    expect((await changeRole(adminsToken, nobody, 'educator')).json()).toMatchObject({ code: 'accountNotFound' })
  })
})

describe('on the command line, an operator', () => {
  const operator = fileURLToPath(new URL('../command-api/operator.ts', import.meta.url))
  const account = async (...words: string[]) => {
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [operator, 'account', ...words], {
        env: { ...process.env, ...backend.environment },
      })
      return { code: 0, words: stdout.trim() }
    } catch (error) {
      const { code, stderr } = error as { code: number; stderr: string }
      return { code, words: stderr.trim() }
    }
  }

  test('grants and revokes roles, each with a reason', async () => {
    const { token } = ben
    expect(await account('grant-role', ben.email, 'tutor', 'gives', 'lessons')).toEqual({
      code: 0,
      words: `${ben.email} now has the role tutor and must sign in again.`,
    })
    expect(await latestFactOf(ben)).toMatchObject({
      type: 'RoleGranted',
      data: { role: 'tutor', reason: 'gives lessons' },
      metadata: { actorId: 'operator' },
    })
    await expect.poll(() => codeOf('GET /api/auth/user', token), { interval: 10 }).toBe('notSignedIn')
    expect(await account('revoke-role', ben.email)).toMatchObject({ code: 0 })
    expect(await latestFactOf(ben)).toMatchObject({ type: 'RoleRevoked', data: { role: 'tutor', reason: 'on the command line' } })
  })

  test('sets a tier', async () => {
    expect(await account('set-tier', ben.email, 'premium')).toEqual({ code: 0, words: `${ben.email} is now on the premium tier.` })
    expect(await account('set-tier', ben.email, 'premium')).toEqual({ code: 0, words: `${ben.email} was already on the premium tier.` })
  })

  test('unlocks an account after too many attempts', async () => {
    const attempt = () => backend.send('POST /api/auth/login', { body: { email: ben.email, password: 'a guess' } })
    await expect.poll(async () => (await attempt()).json().code, { interval: 1, timeout: 60_000 }).toBe('tooManyRequests')
    expect(await account('unlock', ben.email)).toMatchObject({ code: 0 })
    expect((await attempt()).json().code).toBe('credentialsInvalid')
  })

  test('is told what is wrong', async () => {
    expect(await account('set-tier', 'nobody@example.com', 'basic')).toEqual({
      code: 1,
      words: 'No one is registered as nobody@example.com.',
    })
    for (const words of [
      ['grant-role', ben.email, 'king'],
      ['grant-role', ben.email, 'student'],
      ['dethrone', ben.email],
    ])
      expect(await account(...words)).toMatchObject({ code: 2, words: expect.stringContaining('npm run account -- grant-role <email>') })
  })
})
