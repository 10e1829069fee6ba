import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import type { RenderedPage } from '../src/landing/render-landing.tsx'
import { afterBuild, writePage } from './after-build.ts'
import { buildStyled } from './build-styled.ts'

/** Where the pages' classes are: their styles contain only these. */
const SOURCES = ['../landing', '../../status-page.ts', '../page/brand-mark.tsx', '../page/public-footer.tsx', '../ui/button.tsx']

/** The landing page's component is the one that the app shows to visitors. */
export const prerenderPages = (): Plugin =>
  afterBuild('prerender-pages', async ({ root, outDir }) => {
    const source = join(root, 'src/landing/render-landing.tsx')
    const options = { configFile: false, root, logLevel: 'error' } as const
    const { module } = await runnerImport<typeof import('../src/landing/render-landing.tsx')>(source, options)
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

interface PageAssets {
  readonly origin: string
  readonly styles: string
  readonly font: string
  readonly script: string
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const PREVIEW_WORDS = 'The product’s name beside a patient’s monitor: your new home for functional paramedic prep'

function pageShell(page: RenderedPage, { origin, styles, font, script }: PageAssets): string {
  const named = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}" />`
  const graph = (property: string, content: string) => `<meta property="og:${property}" content="${escaped(content)}" />`
  const picture = `${origin}/landing/preview.png`
  const head = [
    '<meta charset="utf-8" />',
    named('viewport', 'width=device-width, initial-scale=1'),
    `<title>${escaped(page.title)}</title>`,
    named('description', page.description),
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f8fa" />',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1116" />',
    '<link rel="icon" type="image/svg+xml" href="/icon.svg" />',
    ...(page.canonical === null
      ? [named('robots', 'noindex')]
      : [
          `<link rel="canonical" href="${origin}${page.canonical}" />`,
          graph('type', 'website'),
          graph('site_name', 'MedicReady'),
          graph('title', page.title),
          graph('description', page.description),
          graph('url', `${origin}${page.canonical}`),
          graph('image', picture),
          graph('image:width', '1200'),
          graph('image:height', '630'),
          graph('image:alt', PREVIEW_WORDS),
          named('twitter:card', 'summary_large_image'),
          named('twitter:image', picture),
          named('twitter:image:alt', PREVIEW_WORDS),
        ]),
    '<script src="/theme.js"></script>',
    `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`,
    `<style>${styles}</style>`,
    `<script type="module" src="/${script}"></script>`,
    ...(page.structuredData === null
      ? []
      : [`<script type="application/ld+json">${JSON.stringify(page.structuredData).replaceAll('<', '\\u003c')}</script>`]),
  ]
  return `<!doctype html>
<html lang="en">
  <head>
    ${head.join('\n    ')}
  </head>
  <body>
    ${page.body}
  </body>
</html>
`
}
