import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, minify, type Plugin, transformWithOxc } from 'vite'
import type { AppPage } from '../edge-routes.ts'
import type { AppAssets } from '../src/app/document.tsx'
import { afterBuild } from './after-build.ts'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly isDynamicEntry?: boolean
}
type Manifest = Readonly<Record<string, Chunk>>
type Server = typeof import('../src/app/entry.server.tsx')

export const BROWSER_ENTRY = 'src/app/entry.browser.tsx'
const SERVER_ENTRY = 'src/app/entry.server.tsx'
const PLAIN_PAGES = 'src/landing/plain-pages.tsx'

/** Loads the app after the first paint, so that nothing competes with it. A hidden page is never painted. */
const LOAD_APP = `{
  const template = document.querySelector('#app')
  const load = () => document.head.append(template.content)
  for (const element of document.querySelectorAll('[data-style]')) {
    element.style.cssText = element.dataset.style
    delete element.dataset.style
  }
  if (document.hidden) load()
  else {
    requestAnimationFrame(() => setTimeout(load))
    setTimeout(load, 500)
  }
}`

/**
 * Builds the app and the plain pages for the server. Writes index.html, .vite/app.json for the other pages of the app,
 * and .vite/pages.json: the files each address starts with.
 */
export const appPages = (): Plugin =>
  afterBuild('app-pages', async ({ root, outDir }) => {
    const serverDir = join(outDir, '.pages')
    await build({
      root,
      logLevel: 'error',
      build: { ssr: true, outDir: serverDir, emptyOutDir: true, rolldownOptions: { input: [SERVER_ENTRY, PLAIN_PAGES] } },
    })
    const [browser, server] = [await manifestIn(outDir), await manifestIn(serverDir)]
    const load = async (name: string) =>
      (await import(pathToFileURL(join(serverDir, server[name]?.file ?? name)).href)) as Record<string, unknown>
    const { pagesOf, emptyDocument } = (await load(SERVER_ENTRY)) as unknown as Server

    const early = await Promise.all([join(root, 'public/theme.js'), join(root, 'src/app/early-input.ts')].map(inlineCode))
    const [first, last] = [early.join(''), await minified(LOAD_APP)]
    const { file, css = [] } = chunkOf(browser, BROWSER_ENTRY)
    const atOnce = filesOf(browser, BROWSER_ENTRY)
    const assets: AppAssets = { stylesheets: css, modules: [...atOnce].filter((name) => name !== file), entry: file, first, last }
    await writeFile(join(outDir, 'index.html'), emptyDocument(assets))
    await writeFile(join(outDir, '.vite/app.json'), JSON.stringify(assets))

    const sources = new Map<unknown, string>()
    for (const [source, { isDynamicEntry }] of Object.entries(server))
      if (isDynamicEntry && source.endsWith('.tsx'))
        // Parts that only run in a browser are not pages.
        for (const exported of Object.values(await load(source).catch(() => ({})))) sources.set(exported, source)
    const pages = (await pagesOf()).map(({ path, components }): AppPage => {
      const files = new Set(components.flatMap((component) => [...filesOf(browser, sources.get(component) ?? path)]))
      return { path, files: [...files.difference(atOnce)] }
    })
    await writeFile(join(outDir, '.vite/pages.json'), JSON.stringify(pages))
  })

const manifestIn = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest

const minified = async (code: string): Promise<string> => (await minify('inline.js', code)).code.trim()

const inlineCode = async (file: string): Promise<string> =>
  minified(`{${(await transformWithOxc(await readFile(file, 'utf8'), file)).code}}`)

function chunkOf(manifest: Manifest, source: string): Chunk {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`The build has no chunk for ${source}.`)
  return chunk
}

function filesOf(manifest: Manifest, source: string, found = new Set<string>()): Set<string> {
  const { file, imports = [] } = chunkOf(manifest, source)
  if (found.has(file)) return found
  found.add(file)
  for (const imported of imports) filesOf(manifest, imported, found)
  return found
}
