import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Plugin, runnerImport } from 'vite'

/**
 * Writes landing.html: the landing page as plain HTML with the app's style sheet and none of its scripts, for visitors
 * who are not signed in. It is the same component that the app shows when it finds nobody signed in.
 */
export function prerenderLanding(): Plugin {
  let root = ''
  let outDir = ''
  return {
    name: 'prerender-landing',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const { module } = await runnerImport<{ renderLanding: () => string }>(join(root, 'src/landing/render-landing.tsx'), {
          configFile: false,
          root,
          logLevel: 'error',
        })
        const shell = await readFile(join(outDir, 'index.html'), 'utf8')
        const page = shell
          .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
          .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
          .replace(/\s*<noscript>.*?<\/noscript>/s, '')
          .replace('</head>', '  <link rel="canonical" href="/" />\n  </head>')
          .replace('<div id="root"></div>', () => module.renderLanding())
        if (page.includes('type="module"') || !page.includes('<main'))
          throw new Error('landing.html was not made as expected from index.html')
        await writeFile(join(outDir, 'landing.html'), page)
      },
    },
  }
}
