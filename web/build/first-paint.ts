import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minify, type Plugin, transformWithOxc } from 'vite'
import type { AppPage } from '../edge-routes.ts'
import { afterBuild } from './after-build.ts'
import { buildStyled } from './build-styled.ts'

const THEME = '<script src="/theme.js"></script>'
/** Has nothing painted before the page is read to its end: half a page would be moved by the other half. */
const WHOLE = '<link rel="expect" href="#app" blocking="render">'
/** What the app is made of: its entry, the parts that are named with it, and its style sheet. */
const OF_THE_APP = /\s*(?:<script type="module"[^>]*><\/script>|<link rel="(?:modulepreload|stylesheet)"[^>]*>)/g

/**
 * Begins with the app when what stands in the page is painted: until then nothing competes with it. Where nobody looks,
 * nothing is painted.
 */
const begin = `{
  const template = document.querySelector('template')
  const begin = () => document.head.append(template.content)
  if (document.hidden) begin()
  else {
    requestAnimationFrame(() => setTimeout(begin))
    setTimeout(begin, ${String(500)})
  }
}`

/**
 * Has the app's page paint what the edge puts into it (its shells) without asking for anything: their styles, the
 * choice of the theme and what keeps early input stand in it, and all else is asked for afterwards.
 */
export const firstPaint = (): Plugin =>
  afterBuild('first-paint', async ({ root, outDir }) => {
    const pages = JSON.parse(await readFile(join(outDir, '.vite/pages.json'), 'utf8')) as AppPage[]
    const shells = pages.flatMap(({ shells, shellsUnsearched }) => [shells, shellsUnsearched ?? shells])
    const styles = await stylesOf(root, outDir, shells.flatMap(({ visitor, signedIn }) => [visitor.body, signedIn.body]).join('\n'))
    const inline = async (code: string) => `<script>${(await minify('inline.js', code)).code.trim()}</script>`
    const theme = await inline(await readFile(join(outDir, 'theme.js'), 'utf8'))
    const starter = await inline(begin)
    const source = join(root, 'src/app/early-input.ts')
    const early = await inline(`{${(await transformWithOxc(await readFile(source, 'utf8'), source)).code}}`)
    const file = join(outDir, 'index.html')
    const html = await readFile(file, 'utf8')
    const parts = html.match(OF_THE_APP)?.map((part) => part.trim()) ?? []
    if (parts.length < 3 || !html.includes(THEME)) throw new Error('index.html is not as expected')
    await writeFile(
      file,
      html
        .replaceAll(OF_THE_APP, '')
        .replace(THEME, () => `${theme}\n    ${early}\n    ${WHOLE}\n    <style>${styles}</style>`)
        .replace('</body>', () => `  <template id="app">${parts.join('')}</template>\n    ${starter}\n  </body>`),
    )
  })

/** The styles of the classes that stand in this HTML. */
async function stylesOf(root: string, outDir: string, html: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shells-'))
  try {
    const file = join(folder, 'classes.txt')
    const classes = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = '']) => unescaped(list).split(' ')))
    await writeFile(file, [...classes].join('\n'))
    const input = 'src/ui/theme.css'
    return (await buildStyled({ root, outDir, sources: [file], input, entryFileNames: 'assets/[name]-[hash].js' })).styles
  } finally {
    await rm(folder, { recursive: true })
  }
}

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
