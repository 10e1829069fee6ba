import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAgreed, newerNode, outdated } from './install.mjs'

let root: string
const lock = {
  packages: {
    '': { name: 'sample' },
    domain: { name: '@sample/domain', version: '0.1.0' },
    'node_modules/@sample/domain': { resolved: 'domain', link: true },
    'node_modules/left': { version: '1.0.0', integrity: 'sha512-left' },
    'node_modules/for-another-system': { version: '1.0.0', integrity: 'sha512-other', optional: true },
  },
}
const { '': _, 'node_modules/for-another-system': __, ...installed } = lock.packages

function write(file: string, packages: object) {
  writeFileSync(join(root, file), JSON.stringify({ packages }))
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'medicready-install-'))
  for (const folder of ['domain', 'node_modules/@sample/domain', 'node_modules/left']) mkdirSync(join(root, folder), { recursive: true })
  write('package-lock.json', lock.packages)
  write('node_modules/.package-lock.json', installed)
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

test('an installation that matches the lock file is left alone, apart from packages for other systems', () => {
  expect(outdated(root)).toBeUndefined()
})

test('a fresh clone installs', () => {
  rmSync(join(root, 'node_modules'), { recursive: true })
  expect(outdated(root)).toBe('nothing is installed yet')
})

test('an installation that was interrupted is repeated', () => {
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '{"packages": {')
  expect(outdated(root)).toBe('nothing is installed yet')
})

test('a newer version, another build, a new package, and a removed package are noticed', () => {
  const changed = (path: string, entry: object) => write('package-lock.json', { ...lock.packages, [path]: entry })
  changed('node_modules/left', { version: '1.0.1', integrity: 'sha512-newer' })
  expect(outdated(root)).toBe('node_modules/left is 1.0.0, not 1.0.1')
  changed('node_modules/left', { version: '1.0.0', integrity: 'sha512-newer' })
  expect(outdated(root)).toBe('node_modules/left is another build')
  changed('node_modules/right', { version: '1.0.0' })
  expect(outdated(root)).toBe('node_modules/right is missing')
  write('package-lock.json', lock.packages)
  write('node_modules/.package-lock.json', { ...installed, 'node_modules/old': { version: '1.0.0' } })
  expect(outdated(root)).toBe('node_modules/old is no longer wanted')
})

test('with a Node that is too old, one line explains why a newer one is installed', () => {
  expect(newerNode(root, '20.20.2')).toBeUndefined()
  write('package-lock.json', { ...lock.packages, 'node_modules/node': { version: '24.21.0' } })
  expect(newerNode(root, '20.20.2')).toMatch(/^Node 24\.21\.0 comes .* Node 20\.20\.2 cannot do\.$/)
  expect(newerNode(root, '24.1.0')).toBeUndefined()
})

test('a package whose folder was deleted by hand is noticed', () => {
  rmSync(join(root, 'node_modules/left'), { recursive: true })
  expect(outdated(root)).toBe('node_modules/left was deleted')
})

const terminal = (isTTY: boolean) => {
  const [input, output] = [new PassThrough(), new PassThrough()].map((stream) => Object.assign(stream, { isTTY }))
  return { environment: {}, input, output } as unknown as Required<NonNullable<Parameters<typeof isAgreed>[1]>> & { input: PassThrough }
}

test.each([
  ['y\n', true],
  ['Yes\n', true],
  ['n\n', false],
  ['\n', false],
  [null, false],
])('at a terminal a person agrees to system packages, or does not: %j', async (answer, agreed) => {
  const asked = terminal(true)
  const agreement = isAgreed('Install it?', asked)
  if (answer === null) asked.input.end()
  else asked.input.write(answer)
  expect(await agreement).toBe(agreed)
  expect(String(asked.output.read())).toContain('Install it? [y/N]')
})

test('in CI, or without a terminal, system packages are installed without asking', async () => {
  const [none, ci] = [terminal(false), { ...terminal(true), environment: { CI: 'true' } }]
  for (const asked of [none, ci]) {
    expect(await isAgreed('Install it?', asked)).toBe(true)
    expect(asked.output.read()).toBeNull()
  }
})
