import { PRODUCT_NAME } from '@medicready/domain/product'
import { renderToStaticMarkup } from 'react-dom/server'

export interface DocumentParts {
  /** Addresses of what the app is made of. */
  readonly stylesheets: readonly string[]
  readonly modules: readonly string[]
  readonly entry: string
  /** Code that stands in the page: before the first paint, and at the end of the body. */
  readonly first: string
  readonly last: string
}

/** Where the edge puts what it has rendered. The app is in the template, so that it loads after the first paint. */
export const ROOT = '<div id="root"></div>'
export const APP_TEMPLATE = '<template id="app">'

// React would move these links out of the template.
const preloaded = (href: string) => `<link rel="modulepreload" crossorigin href="${href}">`
const startedBy = (entry: string) => `<script type="module" crossorigin src="${entry}"></script>`
const inline = (code: string) => <script dangerouslySetInnerHTML={{ __html: code }} />

/** The page of the app, with nothing in it. */
export const appDocument = ({ stylesheets, modules, entry, first, last }: DocumentParts): string =>
  `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="Affordable, AI-powered NREMT paramedic exam preparation." />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f8fa" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1116" />
        <link rel="icon" type="image/svg+xml" href="/icon.svg" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {inline(first)}
        {/* Nothing is painted before the page is read to its end: half a page would be moved by the other half. */}
        <link rel="expect" href="#app" blocking="render" />
        {stylesheets.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <title>{PRODUCT_NAME}</title>
      </head>
      <body>
        <noscript>{`${PRODUCT_NAME} needs JavaScript to run. Please turn it on in your browser.`}</noscript>
        <div id="root" />
        <template id="app" dangerouslySetInnerHTML={{ __html: [...modules.map(preloaded), startedBy(entry)].join('') }} />
        {inline(last)}
      </body>
    </html>,
  )}`
