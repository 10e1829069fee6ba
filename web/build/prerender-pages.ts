import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import { afterBuild, writePage } from './after-build.ts'
import { buildStyled } from './build-styled.ts'
import { pageShell } from './page-shell.ts'

/** Where the pages' classes stand: their styles hold these and no others. */
const SOURCES = ['../landing', '../../status-page.ts', '../page/brand-mark.tsx', '../page/public-footer.tsx', '../ui/button.tsx']

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
    // The landing page's own build, beside the app's: nothing of either is in the other.
    const { styles, file } = await buildStyled({
      root,
      outDir,
      sources: SOURCES,
      input: 'src/landing/landing.ts',
      entryFileNames: 'assets/landing-[hash].js',
    })
    const [font, script] = [file('.woff2'), file('.js')]
    for (const page of module.renderPages()) {
      const html = pageShell(page, {
        origin: module.ORIGIN,
        styles,
        font,
        script: page.file === 'status.html' ? 'local-times.js' : script,
      })
      await writePage(outDir, page.file, html, { scripts: [], styles: [styles] })
    }
  })
