import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { appPages, BROWSER_ENTRY } from './build/app-pages.ts'
import { installable } from './build/installable.ts'
import { plainAssets } from './build/plain-assets.ts'
import { precompress } from './build/precompress.ts'

const production = (file: string) => fileURLToPath(new URL(`../node_modules/react-router/dist/production/${file}`, import.meta.url))

/** Left alone, what pages share becomes many small chunks, which compress worse and are requested one by one. */
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [{ name: 'everywhere', minShareCount: 44 }],
}

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  // The app for the server is one of the things that are made of the app for browsers: app-pages.ts.
  plugins: isSsrBuild
    ? [react()]
    : [react(), tailwindcss(), plainAssets(), appPages(), installable(`${import.meta.dirname}/dist`), precompress()],
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
  publicDir: isSsrBuild ? false : 'public',
  ssr: { noExternal: true },
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
    rolldownOptions: isSsrBuild ? {} : { input: BROWSER_ENTRY, output: { chunkFileNames: 'assets/[hash].js', codeSplitting } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
}))
