import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The walk of docs/contributing.md, followed to the letter in a copy of the tree. */

const root = fileURLToPath(new URL('..', import.meta.url))
const page = await readFile(join(root, 'docs/contributing.md'), 'utf8')
const floors = ['domain', 'platform', 'projector', 'command-api', 'read-api']
let house: string

const newFiles = [...page.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```/gms)].map(([, path = '', code = '']) => ({ path, code }))
const edits = [...page.matchAll(/^```diff\n(.*?)^```/gms)]
  .flatMap(([, block = '']) => block.split(/^\+{3} /m).slice(1))
  .map((part) => part.trimEnd().split('\n'))
  .map(([path = '', ...lines]) => ({ path, lines }))

/** Added lines go after the last line that is quoted, or at the start of the file. */
function edited(source: string, lines: readonly string[]): string {
  const result = source.split('\n')
  let next = 0
  for (const line of lines) {
    const [sign, text] = [line[0], line.slice(1)]
    if (sign === '+') result.splice(next++, 0, text)
    else {
      const found = result.indexOf(text, next)
      if (found < 0) throw new Error(`No such line: ${text}`)
      next = found + 1
    }
  }
  return result.join('\n')
}

const inHouse = (path: string) => join(house, path)
const installed = (path: string) => join(root, 'node_modules', path)

const ran = async (...args: string[]): Promise<{ failed: boolean; output: string }> =>
  promisify(execFile)(process.execPath, args, { cwd: house, env: { ...process.env, VITEST: undefined } }).then(
    ({ stdout }) => ({ failed: false, output: stdout }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ failed: true, output: `${stdout}${stderr}` }),
  )

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'medicready-contributing-'))
  const [modules, packages] = [inHouse('node_modules'), inHouse('node_modules/@medicready')]
  await mkdir(packages, { recursive: true })
  const names = (await readdir(installed('.'))).filter((name) => !name.startsWith('.') && name !== '@medicready')
  await Promise.all(names.map((name) => symlink(installed(name), join(modules, name), 'junction')))
  for (const floor of floors) {
    await cp(join(root, floor), inHouse(floor), { recursive: true, filter: (file) => !file.endsWith('.test.ts') })
    await symlink(inHouse(floor), join(packages, floor), 'junction')
  }
})
afterAll(() => rm(house, { recursive: true, force: true }))

test('its new files are new', async () => {
  expect(newFiles).not.toEqual([])
  for (const { path, code } of newFiles) await writeFile(inHouse(path), code, { flag: 'wx' })
})

test.each(edits)('the lines that it quotes from $path exist', async ({ path, lines }) => {
  await writeFile(inHouse(path), edited(await readFile(inHouse(path), 'utf8'), lines))
})

test('its types are sound', async () => {
  // The files with routes would take longer than all others together.
  const files = [...newFiles, ...edits].map(({ path }) => path).filter((path) => !path.endsWith('/routes.ts'))
  const compilerOptions = { composite: false, emitDeclarationOnly: false, noEmit: true }
  await writeFile(inHouse('tsconfig.json'), JSON.stringify({ extends: './platform/tsconfig.base.json', compilerOptions, files }))
  expect((await ran(installed('typescript/bin/tsc'), '--project', '.', '--checkers', '1')).output).toBe('')
})

test('its test passes', async () => {
  const { failed, output } = await ran(installed('vitest/vitest.mjs'), 'run', '--root', house, 'domain/questions/bookmark.test.ts')
  expect(output).toContain('1 passed')
  expect(failed).toBe(false)
})
