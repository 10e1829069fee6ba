import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import { afterBuild, writePage } from './after-build.ts'
import { buildStyled } from './build-styled.ts'
import { pageShell } from './page-shell.ts'

/** Where the pages' classes are: their styles contain only these. */
const SOURCES = ['../landing', '../../status-page.ts', '../page/brand-mark.tsx', '../page/public-footer.tsx', '../ui/button.tsx']

/** The landing page's component is the one that the app shows to visitors. */
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
    // Built apart from the app: neither contains anything of the other.
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
