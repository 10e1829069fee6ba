import { PRODUCT_NAME } from '@medicready/domain/product'
import { APP_TEMPLATE, ROOT } from '../edge-pages.ts'

interface DocumentParts {
  readonly stylesheets: readonly string[]
  readonly modules: readonly string[]
  readonly entry: string
  readonly first: string
  readonly last: string
}

/** Nothing is painted before the whole page is read; the app's files in the template load after the first paint. */
export const appDocument = ({ stylesheets, modules, entry, first, last }: DocumentParts): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="Affordable, AI-powered NREMT paramedic exam preparation." />
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f8fa" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1116" />
    <link rel="icon" type="image/svg+xml" href="/icon.svg" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    <link rel="manifest" href="/manifest.webmanifest" />
    <script>${first}</script>
    <link rel="expect" href="#app" blocking="render" />
    ${stylesheets.map((href) => `<link rel="stylesheet" href="${href}" />`).join('')}
    <title>${PRODUCT_NAME}</title>
  </head>
  <body>
    <noscript>${PRODUCT_NAME} needs JavaScript to run. Please turn it on in your browser.</noscript>
    ${ROOT}
    ${APP_TEMPLATE}${modules.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`).join('')}<script type="module" crossorigin src="${entry}"></script></template>
    <script>${last}</script>
  </body>
</html>
`
