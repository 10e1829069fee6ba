import { Identities } from '@medicready/platform/http/identity'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import type { FastifyRequest } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { ownBackend, type SignedIn } from './backend.ts'

const backend = await ownBackend()
const [ana, ben, admin] = [await backend.signedIn(), await backend.signedIn(), await backend.signedIn('admin')]
beforeEach(async () => {
  await backend.sql`DELETE FROM auth.sessions`
  await forget()
})

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'

/** Makes both APIs look up sessions again. */
const forget = () => backend.sql.notify('sessions_changed', '')

/** Signs in from an address, as a browser that says what it is. */
async function signIn({ email, password }: SignedIn, { userAgent = firefox, address = '203.0.113.7' } = {}) {
  const answer = await backend.commandApi.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'user-agent': userAgent, 'x-forwarded-for': address },
    payload: { email, password },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  const cookie = answer.cookies.find(({ name }) => name === 'medicready.sid')
  return { token: answer.json<{ token: string }>().token, cookie }
}

const list = (token: string) => backend.done('GET /api/user/sessions', { token })
const endOne = (token: string, id: string) => backend.done('DELETE /api/user/sessions/{id}', { token, params: { id } })

/** The answers of both APIs to a token or a cookie: 401 once the session is over. */
async function statusesFor({ token, cookie }: { token?: string; cookie?: { name: string; value: string } | undefined }) {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(cookie && { cookie: `${cookie.name}=${cookie.value}` }) }
  const [read, write] = await Promise.all([
    backend.readApi.inject({ url: '/api/user/sessions', headers }),
    backend.commandApi.inject({ method: 'DELETE', url: `/api/user/sessions/${'0'.repeat(64)}`, headers }),
  ])
  return [read.statusCode, write.statusCode]
}
const isOver = (held: Parameters<typeof statusesFor>[0]) => expect.poll(() => statusesFor(held), { interval: 10 }).toEqual([401, 401])

test('people see where they are signed in, and the list is no key to their sessions', async () => {
  const [desk, phone] = [await signIn(ana), await signIn(ana, { userAgent: safari, address: '2001:db8:1:2::77' })]
  await signIn(ben)
  const devices = await list(phone.token)
  expect(devices).toMatchObject([
    { device: 'Safari on iPhone', network: '2001:db8:1:2::/64', isCurrent: true },
    { device: 'Firefox on Windows', network: '203.0.113.0/24', isCurrent: false },
  ])
  const sids = (await backend.sql<{ sid: string }[]>`SELECT sid FROM auth.sessions`).map(({ sid }) => sid)
  for (const secret of [...sids, desk.token, '203.0.113.7', '::77']) expect(JSON.stringify(devices)).not.toContain(secret)
})

test('the owner signs a thief out, at both services, by cookie and by token', async () => {
  const [owner, thief] = [await signIn(ana), await signIn(ana, { userAgent: safari })]
  expect(await statusesFor({ token: thief.token })).toEqual([200, 200])
  expect(await statusesFor({ cookie: thief.cookie })).toEqual([200, 200])
  const [, stolen] = await list(owner.token)
  expect(await endOne(owner.token, stolen?.id ?? '')).toEqual({ ended: 1 })
  await isOver({ token: thief.token })
  await isOver({ cookie: thief.cookie })
  expect(await statusesFor({ token: owner.token })).toEqual([200, 200])
  expect(await endOne(owner.token, stolen?.id ?? '')).toEqual({ ended: 0 })
})

test("no one can end another person's session by its ID", async () => {
  const [anas, bens] = [await signIn(ana), await signIn(ben)]
  const [session] = await list(anas.token)
  expect(await endOne(bens.token, session?.id ?? '')).toEqual({ ended: 0 })
  await forget()
  expect(await statusesFor({ token: anas.token })).toEqual([200, 200])
})

test("all other sessions are ended at once, and only the caller's", async () => {
  const [owner, thief, another, bens] = [await signIn(ana), await signIn(ana), await signIn(ana), await signIn(ben)]
  const answer = await backend.send('DELETE /api/user/sessions', { token: owner.token })
  expect(answer.json()).toEqual({ ended: 2 })
  await isOver({ token: thief.token })
  await isOver({ cookie: another.cookie })
  for (const { token } of [owner, bens]) expect(await statusesFor({ token })).toEqual([200, 200])
})

/** Lets the sessions of someone be last used so long ago. */
async function leaveIdle({ userId }: SignedIn, forTime: string) {
  await backend.sql`UPDATE auth.sessions SET last_used_at = now() - ${forTime}::interval WHERE user_id = ${userId}`
  await forget()
}

test.each([
  { who: 'a student', person: () => ana, alive: '13 days 23 hours', over: '14 days 1 minute' },
  { who: 'an administrator', person: () => admin, alive: '29 minutes', over: '31 minutes' },
])('a session that $who left open somewhere is over after $over', async ({ person, alive, over }) => {
  const { token, cookie } = await signIn(person())
  await leaveIdle(person(), alive)
  await expect.poll(() => statusesFor({ token, cookie }), { interval: 10 }).toEqual([200, 200])
  await leaveIdle(person(), over)
  await isOver({ token })
  await isOver({ cookie })
})

test.each([
  { who: 'a student', person: () => ana, hours: 30 * 24 },
  { who: 'an administrator', person: () => admin, hours: 12 },
])('a session of $who is over after $hours hours, however much it is used, and so is its cookie', async ({ person, hours }) => {
  const before = Date.now()
  const { token, cookie } = await signIn(person())
  const lifetime = Number(cookie?.expires?.getTime()) - before
  expect(Math.round(lifetime / 3_600_000)).toBe(hours)
  const [row] = await backend.sql<{ hours: number }[]>`
    SELECT round(extract(epoch FROM expire::timestamptz - now()) / 3600)::int AS hours FROM auth.sessions WHERE user_id = ${person().userId}`
  expect(row).toEqual({ hours })
  await backend.sql`UPDATE auth.sessions SET expire = now() WHERE user_id = ${person().userId}`
  await forget()
  await isOver({ token })
})

test('a session shows when and from where it was last used, noted once a minute', async () => {
  const { token } = await signIn(ana)
  await leaveIdle(ana, '10 seconds')
  const noted = () => backend.sql<{ ago: number; last_network: string | null }[]>`
    SELECT extract(epoch FROM now() - last_used_at)::int AS ago, last_network FROM auth.sessions WHERE user_id = ${ana.userId}`
  const identities = new Identities({ sql: backend.sql, sessionSecret: 'another secret, 32 letters long..', logger: quietLogger })
  const use = () => identities.of({ headers: { authorization: `Bearer ${token}` }, ip: '198.51.100.9' } as FastifyRequest)
  await use()
  expect(await noted()).toMatchObject([{ last_network: null }])
  await leaveIdle(ana, '61 seconds')
  await use()
  const [now] = await noted()
  expect(now?.last_network).toBe('198.51.100.0/24')
  expect(now?.ago).toBeLessThan(61)
  expect(await list(token)).toMatchObject([{ network: '198.51.100.0/24' }])
})
