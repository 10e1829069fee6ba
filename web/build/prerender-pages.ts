import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { build, type Plugin, type Rolldown, runnerImport } from 'vite'
import { afterBuild } from './after-build.ts'
import { pageShell } from './page-shell.ts'

/** Where the pages' classes stand: their styles hold these and no others. */
const SOURCES = ['../landing', '../../status-page.ts', '../app/brand-mark.tsx', '../app/public-footer.tsx', '../ui/button.tsx']

/**
 * Writes the pages that need no app behind them, as plain HTML with styles of their own in it, and the little script
 * of the landing page. It is the same component that the app shows when it finds nobody signed in.
 */
export const prerenderPages = (): Plugin =>
  afterBuild('prerender-pages', async ({ root, outDir }) => {
    const { module } = await runnerImport<typeof import('../src/landing/render-landing.tsx')>(
      join(root, 'src/landing/render-landing.tsx'),
      {
        configFile: false,
        root,
        logLevel: 'error',
      },
    )
    const { styles, font, script } = await buildLanding(root, outDir)
    for (const page of module.renderPages()) {
      const html = pageShell(page, {
        origin: module.ORIGIN,
        styles,
        font,
        script: page.file === 'status.html' ? 'local-times.js' : script,
      })
      await writeFile(join(outDir, page.file), html)
    }
  })

/** The landing page's own build, beside the app's: nothing of either is in the other. */
async function buildLanding(root: string, outDir: string): Promise<{ styles: string; font: string; script: string }> {
  let styles = ''
  const built = (await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    plugins: [onlySources(), tailwindcss(), takeStyles((taken) => (styles = taken))],
    build: {
      target: 'es2022',
      outDir,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(root, 'src/landing/landing.ts'), output: { entryFileNames: 'assets/landing-[hash].js' } },
    },
  })) as Rolldown.RolldownOutput
  const file = (ending: string): string => {
    const found = built.output.find(({ fileName }) => fileName.endsWith(ending))
    if (!found) throw new Error(`The landing page was built without any ${ending}`)
    return found.fileName
  }
  if (styles === '' || styles.includes('</')) throw new Error('The landing page was built without styles that can stand in it')
  return { styles, font: file('.woff2'), script: file('.js') }
}

/** Takes the styles out of what is written: they stand in the pages. */
const takeStyles = (take: (styles: string) => void): Plugin => ({
  name: 'take-styles',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== 'asset' || !name.endsWith('.css')) continue
        take(file.source.toString().trim())
        delete bundle[name]
      }
    },
  },
})

/** Has the app's style sheet made for the sources of these pages alone. */
const onlySources = (): Plugin => ({
  name: 'only-sources',
  enforce: 'pre',
  transform: {
    filter: { id: /ui\/theme\.css$/ },
    handler: (css) => {
      const sources = SOURCES.map((source) => `@source "${source}";`).join('\n')
      const changed = css.replace('@import "tailwindcss" source("..");', `@import "tailwindcss" source(none);\n${sources}`)
      if (changed === css) throw new Error('theme.css does not begin as expected')
      return changed
    },
  },
})
