import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

function changed(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function newest(folder: string): number {
  if (!changed(folder)) return 0
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Math.max(0, ...entries.filter((entry) => entry.isFile()).map((entry) => changed(join(entry.parentPath, entry.name))))
}

export function webIsOutdated(root: string): boolean {
  const built = changed(join(root, 'web', 'dist', 'index.html'))
  const files = ['web/vite.config.ts', 'web/package.json', 'package-lock.json'].map((file) => changed(join(root, file)))
  const folders = ['web/src', 'web/public', 'web/build', 'domain'].map((folder) => newest(join(root, folder)))
  return Math.max(...files, ...folders) > built
}
