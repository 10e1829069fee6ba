import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { machineSecrets } from './local-environment.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'medicready-secrets-'))
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('secrets are made once, long enough, and readable by their owner alone', () => {
  const secrets = machineSecrets(directory)
  expect(Buffer.from(secrets.MASTER_KEY, 'base64')).toHaveLength(32)
  expect(secrets.SESSION_SECRET.length).toBeGreaterThanOrEqual(32)
  expect(machineSecrets(directory)).toEqual(secrets)
  if (process.platform !== 'win32') expect(statSync(join(directory, 'secrets.json')).mode & 0o777).toBe(0o600)
})

test('after a start that was interrupted while writing them, new ones are made', () => {
  writeFileSync(join(directory, 'secrets.json.new'), '{"MASTER')
  expect(machineSecrets(directory).MASTER_KEY).not.toBe('')
})

test('damaged secrets are never replaced', () => {
  writeFileSync(join(directory, 'secrets.json'), '{"MASTER')
  expect(() => machineSecrets(directory)).toThrow('secrets.json cannot be read')
})

test('missing secrets are not replaced if existing data cannot be read without them', () => {
  mkdirSync(join(directory, 'postgres'))
  expect(() => machineSecrets(directory)).toThrow('secrets.json is missing, and the data cannot be read without it')
})

test('secrets from before the Stripe stand-in are kept, and those that it needs are added', () => {
  const older = { MASTER_KEY: 'a master key', SESSION_SECRET: 's'.repeat(40), POSTGRES_PASSWORD: 'a password' }
  writeFileSync(join(directory, 'secrets.json'), JSON.stringify(older))
  const secrets = machineSecrets(directory)
  expect(secrets).toMatchObject({ ...older, STRIPE_SECRET_KEY: expect.stringMatching(/^sk_test_\w{16,}$/) })
  expect(machineSecrets(directory)).toEqual(secrets)
})
