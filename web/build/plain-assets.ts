import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { PlainAssets } from '../src/landing/plain-pages.tsx'
import { afterBuild } from './after-build.ts'
import { buildStyled } from './build-styled.ts'

/** Where the pages' classes are: their styles contain only these. */
const SOURCES = ['../landing', '../page/brand-mark.tsx', '../page/public-footer.tsx', '../ui/button.tsx']

/** What the plain pages load. Built apart from the app: neither contains anything of the other. */
export const plainAssets = (): Plugin =>
  afterBuild('plain-assets', async ({ root, outDir }) => {
    const { styles, file } = await buildStyled({
      root,
      outDir,
      sources: SOURCES,
      input: 'src/landing/landing.ts',
      entryFileNames: 'assets/landing-[hash].js',
    })
    const assets: PlainAssets = { styles, font: file('.woff2'), script: file('.js') }
    await writeFile(join(outDir, '.vite/plain.json'), JSON.stringify(assets))
  })
