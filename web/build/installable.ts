import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { PluginOption } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { sampleOf, screens } from '../src/screens.ts'
import { BROWSER_ENTRY } from './app-pages.ts'

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

/** The screens of administrators and educators need a connection. */
const ONLINE_ONLY = /^src\/(admin|dashboards|\w+\/admin)\//

/** The files that the app may request from its entry on, except those only used by online screens. */
function filesWithoutConnection(manifest: Readonly<Record<string, Chunk>>): ReadonlySet<string> {
  const found = new Set<string>()
  const follow = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || found.has(chunk.file) || ONLINE_ONLY.test(name)) return
    found.add(chunk.file)
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) follow(next)
  }
  follow(BROWSER_ENTRY)
  return found
}

export function installable(dist: string): PluginOption {
  const worker = join(dist, 'sw.js')
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/offline',
    filename: 'service-worker.ts',
    // The worker's address does not follow the name of its source.
    integration: {
      beforeBuildServiceWorker: (options) => {
        options.swDest = worker
      },
    },
    injectManifest: {
      swDest: worker,
      rollupFormat: 'iife',
      globPatterns: ['index.html', 'theme.js', 'icon.svg', 'assets/*.{js,css,woff2}'],
      manifestTransforms: [
        async (entries) => {
          const chunks = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
          const kept = filesWithoutConnection(chunks)
          return { manifest: entries.filter(({ url }) => !/^assets\/.*\.js$/.test(url) || kept.has(url)) }
        },
      ],
    },
    // The app registers the worker itself, once it has loaded.
    injectRegister: null,
    includeManifestIcons: false,
    manifest: {
      id: '/',
      name: PRODUCT_NAME,
      short_name: PRODUCT_NAME,
      description: 'Affordable, AI-powered NREMT paramedic exam preparation.',
      lang: 'en',
      start_url: sampleOf(screens.home),
      scope: '/',
      display: 'standalone',
      theme_color: '#f7f8fa',
      background_color: '#f7f8fa',
      categories: ['education', 'medical'],
      // Drawn by `npm run icons`.
      icons: [
        { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
      // Taken from the demonstration: `npm run pictures`.
      screenshots: [
        { src: '/screenshot-wide.png', sizes: '1280x800', type: 'image/png', form_factor: 'wide', label: 'The dashboard' },
        { src: '/screenshot-narrow.png', sizes: '390x844', type: 'image/png', form_factor: 'narrow', label: 'The dashboard on a phone' },
        { src: '/screenshot-progress.png', sizes: '390x844', type: 'image/png', form_factor: 'narrow', label: 'Analytics' },
      ],
      shortcuts: [
        { name: "Today's questions", short_name: 'Today', url: sampleOf(screens.studySession) },
        { name: 'Study modes', short_name: 'Study', url: sampleOf(screens.studyMode) },
        { name: 'Analytics', url: sampleOf(screens.analytics) },
      ],
    },
  })
}
