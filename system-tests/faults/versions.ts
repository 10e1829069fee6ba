import { cp, mkdir, mkdtemp, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Two versions of the product that may run side by side, made from this tree as docs/upgrades.md says. The first one
 * reads a new version of an event, and the next one writes it.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const workspaces = ['domain', 'platform', 'local', 'command-api', 'projector', 'read-api', 'web', 'system-tests']
const leftOut = new Set(['node_modules', '.types', 'test-results', 'playwright-report', 'docs'])

type Edit = readonly [path: string, before: string, after: string]

const selection = 'domain/study/module-selection.ts'
const downcaster = ', downcaster: ({ because: _, ...first }) => first'
const readsSecondVersion: readonly Edit[] = [
  [
    selection,
    'ModuleSelected: eventWith(moduleChoice)',
    `ModuleSelected: eventWith({ ...moduleChoice, because: z.string().nullable().default(null) }, { upcasters: [(first) => ({ ...first, because: null })]${downcaster} })`,
  ],
]

const userModules = 'projector/read-models/study/user-modules.ts'
const allReadModels = 'projector/read-models/all.ts'
const changes: readonly Edit[] = [
  [selection, downcaster, ''],
  [selection, "type: 'ModuleSelected', data: { ...command }", "type: 'ModuleSelected', data: { ...command, because: 'chosen' }"],
  [userModules, 'version: 1', 'version: 2'],
  [userModules, "is_active: 'boolean',", "is_active: 'boolean', because: 'text?',"],
  [userModules, 'userId: user_id, module }', 'userId: user_id, module, because }'],
  [userModules, 'module, is_active: true', 'module, because, is_active: true'],
  [
    'projector/read-models/study/analytics-queries.ts',
    'user_modules m WHERE ',
    "user_modules m WHERE coalesce(m.because, '') <> 'none' AND ",
  ],
  [allReadModels, 'export const readModels', "import { moduleReasons } from './study/module-reasons.ts'\n\nexport const readModels"],
  [allReadModels, '  userModules,', '  userModules,\n  moduleReasons,'],
  ['command-api/accounts/attempts.ts', 'RETURNING taken`', 'RETURNING taken, counted_by`'],
]

const newFiles: Readonly<Record<string, string>> = {
  'platform/postgres/migrations/9999_counted-by.sql': `-- Up Migration

ALTER TABLE auth.attempts ADD COLUMN counted_by text NOT NULL DEFAULT 'release';
`,
  'projector/read-models/study/module-reasons.ts': `import { defineReadModel, table } from '../definition.ts'

const module_reasons = table({ key: ['id'], columns: { id: 'uuid', because: 'text?' } })

export const moduleReasons = defineReadModel({
  name: 'study/module-reasons',
  version: 1,
  tables: { module_reasons },
  on: {
    ModuleSelected: ({ data: { userModuleId: id, because } }, { module_reasons }) => module_reasons.set({ id, because }),
  },
})
`,
}

/** Folders of the two. */
export async function makeVersions(): Promise<readonly [version: string, next: string]> {
  const version = await copyOfTree()
  await edit(version, readsSecondVersion)
  const next = await copyOfTree()
  await edit(next, [...readsSecondVersion, ...changes])
  for (const [path, text] of Object.entries(newFiles)) await writeFile(join(next, path), text, { flag: 'wx' })
  return [version, next]
}

async function copyOfTree(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'medicready-version-'))
  const packages = join(folder, 'node_modules/@medicready')
  await mkdir(packages, { recursive: true })
  await cp(join(root, 'package.json'), join(folder, 'package.json'))
  for (const workspace of workspaces) {
    const isKept = (path: string) => !leftOut.has(basename(path))
    await cp(join(root, workspace), join(folder, workspace), { recursive: true, filter: isKept })
  }
  for (const name of await readdir(join(root, 'node_modules/@medicready'))) {
    const workspace = relative(root, await realpath(join(root, 'node_modules/@medicready', name)))
    await symlink(join(folder, workspace), join(packages, name), 'junction')
  }
  for (const modules of ['node_modules', 'web/node_modules']) {
    const names = (await readdir(join(root, modules))).filter((name) => name !== '@medicready')
    await mkdir(join(folder, modules), { recursive: true })
    for (const name of names) await symlink(join(root, modules, name), join(folder, modules, name), 'junction')
  }
  return folder
}

async function edit(folder: string, edits: readonly Edit[]): Promise<void> {
  for (const [path, before, after] of edits) {
    const file = join(folder, path)
    const source = await readFile(file, 'utf8')
    if (!source.includes(before)) throw new Error(`${relative(dirname(root), path)} no longer has ${before}`)
    await writeFile(
      file,
      source.replace(before, () => after),
    )
  }
}
