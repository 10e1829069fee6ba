import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer, isRunnableDevEnvironment, type Plugin } from 'vite'
import type { AppPage } from '../edge-routes.ts'
import { afterBuild } from './after-build.ts'

interface Chunk {
  readonly file: string
  readonly dynamicImports?: readonly string[]
  readonly imports?: readonly string[]
}
/** Imported by its path alone: it is run by Vite, and nothing of it is in the edge. */
type Finder = typeof import('../src/app/page-beginnings.ts')
type Manifest = Readonly<Record<string, Chunk>>

/**
 * Writes .vite/pages.json, by which the edge knows what each page needs: the files, from Vite's manifest, and the calls
 * that it begins with, from the table of routes.
 */
export const pageBeginnings = (): Plugin =>
  afterBuild('page-beginnings', async ({ root, outDir }) => {
    const manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest
    const entries = (manifest['index.html']?.dynamicImports ?? []).filter((source) => source.endsWith('.tsx'))
    const pages = await withRunner(root, async (load) => (await load<Finder>('/src/app/page-beginnings.ts')).pageBeginnings(entries))
    const atOnce = filesOf(manifest, 'index.html')
    const written = pages.map(({ sources, ...page }): AppPage => {
      const files = new Set(sources.flatMap((source) => [...filesOf(manifest, source)]))
      return { ...page, files: [...files.difference(atOnce)] }
    })
    await writeFile(join(outDir, '.vite/pages.json'), JSON.stringify(written))
  })

/** Runs the app's own modules here, and those that they load when they are needed. */
async function withRunner<Result>(
  root: string,
  work: (load: <Module>(path: string) => Promise<Module>) => Promise<Result>,
): Promise<Result> {
  const server = await createServer({
    configFile: false,
    root,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { ssr } = server.environments
    if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite runs no modules here.')
    return await work((path) => ssr.runner.import(path))
  } finally {
    await server.close()
  }
}

/** A chunk and all that it imports at once. */
function filesOf(manifest: Manifest, source: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`The build has no chunk for ${source}.`)
  if (found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, found)
  return found
}
