import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { installable } from './build/installable.ts'
import { precompress } from './build/precompress.ts'
import { preloadFont } from './build/preload-font.ts'
import { prerenderPages } from './build/prerender-pages.ts'

const production = (file: string) => fileURLToPath(new URL(`../node_modules/react-router/dist/production/${file}`, import.meta.url))

const onEveryScreen = [
  /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//,
  /\/node_modules\/@tanstack\/(?:react-query\/.*\/(?:useBaseQuery|QueryClientProvider)|query-core\/.*\/query(?:Client|Observer))\.js$/,
  /\/node_modules\/lucide-react\/dist\/esm\/(?!icons\/)/,
  /\/domain\/product\.ts$/,
  /\/src\/(?:api\/(?:read|rooms|write)|app\/(?:brand-mark|offline-banner))\.tsx?$/,
  /\/src\/ui\/(?:avatar|badge|button|card|class-list|icon-button|link-button|skeleton|store|toast|tooltip|words)\.tsx?$/,
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadFont(), prerenderPages(), installable(`${import.meta.dirname}/dist`), precompress()],
  resolve: {
    // The package's exports offer its development build alone.
    alias: [
      { find: /^react-router$/, replacement: production('index.mjs') },
      { find: /^react-router\/dom$/, replacement: production('dom-export.mjs') },
    ],
  },
  build: {
    target: 'es2022',
    manifest: true,
    // Nothing is inlined as data:, which the content security policy would refuse; every browser in reach knows
    // modulepreload.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The entry names every part that may be loaded later, so that long names are loaded with each first visit.
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash].js',
        // Left to itself, what every screen needs falls into many small chunks, which pack worse than one.
        codeSplitting: { groups: [{ name: 'everywhere', test: (id) => onEveryScreen.some((part) => part.test(id)) }] },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
