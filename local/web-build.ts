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
  return (
    Math.max(
      ...files,
      newest(join(root, 'web/src')),
      newest(join(root, 'web/public')),
      newest(join(root, 'web/build')),
      newest(join(root, 'domain')),
    ) > built
  )
}
