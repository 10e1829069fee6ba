import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { afterBuild } from './after-build.ts'

/** Builds what the edge makes pages with of which data are the most: the app's own screens, to be run by Node. */
export const pageFiller = (): Plugin =>
  afterBuild('page-filler', async ({ root, outDir }) => {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      publicDir: false,
      mode: 'production',
      plugins: [react()],
      // All in it, and all for production.
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      ssr: { noExternal: true },
      build: { ssr: join(root, 'src/app/filled-page.ts'), outDir: join(outDir, '.pages'), emptyOutDir: true, target: 'node20' },
    })
  })
