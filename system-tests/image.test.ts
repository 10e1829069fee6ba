import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Product } from './product.ts'

/** The folder that the image holds, made from the same COPY lines, and the programs that run in it. */
const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const dockerfile = read('platform/Dockerfile')
const workspaces = [...dockerfile.matchAll(/npm ci --omit=dev[^&]*/g)].flatMap(([line]) =>
  [...line.matchAll(/--workspace (\S+)/g)].map(([, name = '']) => name),
)
const leftOut = read('.dockerignore').split('\n').filter(Boolean)
const isLeftOut = (path: string) => leftOut.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`))
const compose = read('docker-compose.yml')
const started = [...compose.matchAll(/command: \['node', '([^']+)'\]/g)].map(([, file = '']) => file)
const operators = [...read('docs/operations.md').matchAll(/docker compose exec \S+ node (\S+\.ts)/g)].map(([, file = '']) => file)

let image: string

beforeAll(async () => {
  image = await mkdtemp(join(tmpdir(), 'medicready-image-'))
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  for (const [, words = ''] of lastStage.matchAll(/^COPY (?!--from)(.+)$/gm)) copy(words.split(' '))
  for (const file of ['package.json', ...workspaces.map((name) => `${name}/package.json`)]) cpSync(join(root, file), join(image, file))
  linkPackages()
})

afterAll(() => rmSync(image, { recursive: true, force: true }))

function copy(words: readonly string[]): void {
  const target = words.at(-1) ?? ''
  for (const source of words.slice(0, -1).flatMap((pattern) => globSync(pattern, { cwd: root }))) {
    const to = join(image, target, target.endsWith('/') ? relative(dirname(source), source) : '')
    cpSync(join(root, source), to, { recursive: true, filter: (path) => !isLeftOut(relative(root, path)) })
  }
}

/** Links the packages that `npm ci` of the image installs, and the workspaces as they are in the image. */
function linkPackages(): void {
  const args = ['ls', '--omit=dev', '--all', '--parseable', ...workspaces.flatMap((name) => ['--workspace', name])]
  const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' })
  const installed = stdout.split('\n').map((path) => relative(root, path))
  for (const path of installed.filter((one) => /^node_modules\/(?:@(?!medicready)[^/]+\/)?[^@/][^/]*$/.test(one))) {
    mkdirSync(dirname(join(image, path)), { recursive: true })
    symlinkSync(join(root, path), join(image, path))
  }
  mkdirSync(join(image, 'node_modules/@medicready'), { recursive: true })
  for (const name of workspaces) symlinkSync(join(image, name), join(image, 'node_modules/@medicready', name))
}

test('compose starts five services and the set-up, and docs/operations.md names what operators run', () => {
  expect(started).toHaveLength(6)
  expect(operators).not.toHaveLength(0)
})

test('compose builds the image once, keeps no volume without a name, and gives each service a user of the event store', () => {
  expect(compose.match(/^ {4}build:/gm)).toHaveLength(1)
  expect(compose).not.toMatch(/^ {6}- \/[^:\n]*$/m)
  expect(compose).not.toContain("['CMD', 'node'")
  const users = [...compose.matchAll(/esdb:\/\/(\w+):/g)].map(([, user]) => user)
  // The last one is the operator's, for backups.
  expect(users).toEqual(['admin', 'medicready_command_api', 'medicready_worker', 'medicready_projector', 'admin'])
})

/** Arguments are checked before the settings. */
const validArguments: Readonly<Record<string, readonly string[]>> = {
  'projector/analyze.ts': [join(root, 'projector/analyses/confidence.ts')],
  'projector/replay.ts': ['--list'],
}

const ofTheProduct = ['command-api/setup.ts', 'command-api/server.ts', 'command-api/worker.ts', 'projector/server.ts', 'read-api/server.ts']
const others = [...new Set([...started, ...operators])].filter((file) => !ofTheProduct.includes(file))

test.each(others)('%s finds everything that it imports', (file) => {
  const { stderr } = spawnSync(process.execPath, [join(image, file), ...(validArguments[file] ?? ['all'])], {
    cwd: image,
    env: { LOG_LEVEL: 'none', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    encoding: 'utf8',
  })
  // Nothing runs before all imports are found; the settings are checked then.
  expect(stderr).toContain('The environment is not complete')
})

test("the services start from the image's files alone", async () => {
  expect(started).toEqual(expect.arrayContaining(ofTheProduct))
  const product = await Product.prepare({}, { programs: image })
  try {
    await product.startAll()
    expect(product.unexpectedEnds).toEqual([])
  } finally {
    await product.stop()
  }
})
