import type { Call } from '@medicready/domain/contract/call/call'
import { type CallKey, contract } from '@medicready/domain/contract/contract'
import { errors } from '@medicready/domain/refusals/shown/errors'
import { everyFact } from '@medicready/platform/testing/event-log'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { ownBackend, pathFor } from './backend.ts'

const backend = await ownBackend()
const token = (await backend.signedIn()).token
const adminToken = (await backend.signedIn('admin')).token

const calls = (Object.entries(contract) as [CallKey, Call][]).filter(([key]) => key !== 'POST /api/auth/logout')
const id = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'

/** Values that trip programs: wrong types, edges, letters that databases and regular expressions stumble over. */
const nasty = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', ' ', '\u0000', '\ud800', "'; DROP TABLE users;--", '<script>', '../../etc/passwd', '{{7*7}}', 'x'.repeat(5_000), '٣'),
  fc.constantFrom(-1, 0.5, 1e308, Number.MAX_SAFE_INTEGER, null, true, [], {}, [[]], { __proto__: null }),
)

type Path = readonly [string, ...string[]]

/** Where the fields of a body stand, those in its objects and lists included. */
const pathsOf = (value: unknown): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, field]): Path[] => [[name], ...pathsOf(field).map((path): Path => [name, ...path])])
    : []

const valueAt = (value: unknown, path: Path): unknown => path.reduce((within, name) => (within as Record<string, unknown>)[name], value)

function replaced(value: unknown, [name, next, ...rest]: Path, wrong: unknown): unknown {
  const fields = value as Record<string, unknown>
  const field = next === undefined ? wrong : replaced(fields[name], [next, ...rest], wrong)
  return Array.isArray(value) ? value.with(Number(name), field) : { ...fields, [name]: field }
}

/** The example but for one field, at any depth, which is wrong or missing. */
const bodiesWithOneWrong = (example: unknown): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.constantFrom(...pathsOf(example)), fc.option(nasty, { nil: undefined }))
    .map(([path, wrong]) => replaced(example, path, wrong))

/** Bodies near the example: one field wrong or missing, or nothing right. */
function bodiesOf(example: unknown): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.keys(example as object).map((name) => [name, nasty]))
  return fc.oneof(
    { arbitrary: bodiesWithOneWrong(example), weight: 3 },
    fc.record(fields, { requiredKeys: [] }),
    fc.record({ ...fields, extra: nasty }, { requiredKeys: [] }),
    nasty,
  )
}

/** As zod's own words begin. 'Invalid email address' is spec.md's. */
const wordsOfZod = /^(?:Too (?:big|small)|Unrecognized key|Invalid (?!email address$|email or password$|verification link\.))/

function expectRefusal(answer: { statusCode: number; body: string }) {
  expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode, answer.body).toBeLessThan(500)
  const { message, code, issues = [] } = JSON.parse(answer.body)
  expect(Object.keys(errors)).toContain(code)
  for (const told of [message, ...issues.map((issue: { message: string }) => issue.message)]) {
    expect(told).toMatch(/\S/)
    expect(told).not.toMatch(wordsOfZod)
  }
}

const tokenFor = ({ access }: Call) => (access === 'visitor' || access === 'signedIn' ? token : adminToken)

async function expectNothingAppended(run: () => Promise<void>) {
  const before = await backend.eventStore.head()
  await run()
  expect(await everyFact(backend.eventStore, before)).toEqual([])
}

describe.each(calls.filter(([, { body }]) => body))('%s', (key, definition) => {
  const body = definition.body as z.ZodObject

  test('has an example that fits, with every field', () => {
    expect(body.safeParse(definition.example.body).error).toBeUndefined()
    expect(Object.keys(definition.example.body as object).sort()).toEqual(Object.keys(body.shape).sort())
  })

  test('uses the same message for absent and blank fields', () => {
    const texts = pathsOf(definition.example.body).filter((path) => typeof valueAt(definition.example.body, path) === 'string')
    for (const path of texts) {
      const told = (value: unknown) =>
        body.safeParse(replaced(definition.example.body, path, value)).error?.issues.map(({ message }) => message)
      const absent = told(undefined)
      // An optional field has no message either way, or only when it is present.
      if (absent) expect(absent, path.join('.')).toEqual(told('')?.slice(0, absent.length))
    }
  })

  test('is tested with bodies in which each field in turn is the only wrong one', () => {
    const culprits = fc.sample(bodiesOf(definition.example.body), { numRuns: 300, seed: 1 }).map((payload) => {
      const { error } = body.safeParse(payload)
      const names = new Set(error?.issues.map(({ path }) => path[0]))
      return names.size === 1 ? [...names][0] : undefined
    })
    expect(culprits).toEqual(expect.arrayContaining(Object.keys(body.shape)))
  })

  test('refuses bodies that do not fit, and appends nothing', async () => {
    await expectNothingAppended(() =>
      fc.assert(
        fc.asyncProperty(bodiesOf(definition.example.body), async (payload) => {
          fc.pre(payload !== undefined && !body.safeParse(payload).success)
          const headers = { 'content-type': 'application/json' }
          expectRefusal(await backend.send(key, { token: tokenFor(definition), body: JSON.stringify(payload), headers }))
        }),
        { numRuns: 12 },
      ),
    )
  })

  test('refuses broken JSON, nothing, a form, prototype poison, and too much', async () => {
    await expectNothingAppended(async () => {
      for (const [body, contentType = 'application/json'] of [
        ['{"email": "ana@'],
        [''],
        ['email=ana', 'application/x-www-form-urlencoded'],
        ['{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {}}}'],
        [JSON.stringify({ text: 'x'.repeat(100_000) })],
      ])
        expectRefusal(await backend.send(key, { token: tokenFor(definition), body, headers: { 'content-type': contentType } }))
    })
  })
})

describe.each(calls.filter(([, { params }]) => params))('%s', (key, definition) => {
  test.each(Object.keys(definition.params?.shape ?? {}))('refuses an address with an invalid %s', async (name) => {
    await expectNothingAppended(() =>
      fc.assert(
        fc.asyncProperty(
          fc.oneof(fc.string({ minLength: 1, unit: 'grapheme' }), fc.constantFrom('undefined', '1', id.slice(1), `${id}0`)),
          async (value) => {
            fc.pre(value !== '.' && value !== '..')
            const { params, body } = definition.example
            const path = pathFor(key, { ...(params as object), [name]: value })
            expectRefusal(await backend.send(key, { token: tokenFor(definition), at: path, ...(body !== undefined && { body }) }))
          },
        ),
        { numRuns: 8 },
      ),
    )
  })
})

const anyText = fc.string({ unit: 'grapheme' })
const longText = fc.constant('x'.repeat(1_000))
/** One of the fields, with any value. */
const fieldsOf = (shape: object) =>
  fc.tuple(fc.constantFrom(...Object.keys(shape)), fc.oneof(anyText, longText)).map(([name, value]) => ({ [name]: value }))

describe.each(calls.filter(([, { query }]) => query))('%s', (key, definition) => {
  test('refuses queries that do not fit', async () => {
    await expectNothingAppended(() =>
      fc.assert(
        fc.asyncProperty(fc.oneof(fc.dictionary(fc.string(), anyText), fieldsOf(definition.query?.shape ?? {})), async (query) => {
          // Unknown fields are ignored: a call that needs nothing is answered.
          fc.pre(!definition.query?.safeParse(query).success)
          const search = new URLSearchParams(query).toString()
          expectRefusal(await backend.send(key, { token: tokenFor(definition), at: `${pathFor(key)}?${search}` }))
        }),
        { numRuns: 8 },
      ),
    )
  })
})

test('unusual headers do no harm', async () => {
  for (const headers of [
    { 'consistency-token': 'abc' },
    { 'consistency-token': '9'.repeat(40) },
    { 'x-correlation-id': '<script>' },
    { cookie: 'medicready.sid=%' },
    { cookie: '=;;=' },
    { authorization: 'Basic abc' },
    { authorization: `Bearer ${'x'.repeat(150)}` },
  ] as Record<string, string>[]) {
    const answer = await backend.send('GET /api/leaderboard', { token, headers })
    expect([200, 401]).toContain(answer.statusCode)
  }
  for (const key of ['short', 'x'.repeat(201), 'späte-grüße', 'with space in it'])
    expect(
      (await backend.send('POST /api/user/modules', { token, body: { module: 'Trauma' }, headers: { 'idempotency-key': key } })).statusCode,
    ).toBe(400)
})
