import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import { renderToStaticMarkup } from 'react-dom/server'
import { asItIs, CommonHead, htmlOf } from '../page/document.tsx'
import { PAGE_DATA_ID } from './page-data.ts'

/** What the build made for every page of the app. */
export interface AppAssets {
  readonly stylesheets: readonly string[]
  readonly modules: readonly string[]
  readonly entry: string
  /** Inline code, whose hashes the content security policy has. */
  readonly first: string
  readonly last: string
}

interface AppDocumentParts {
  readonly assets: AppAssets
  readonly title: string
  /** The HTML of the app, which a browser hydrates apart from the rest of the document. */
  readonly app: string
  readonly data: string | null
  /** Of this page alone. */
  readonly files: readonly string[]
}

/** Nothing is painted before the whole page is read; the app's files in the template load after the first paint. */
const AppDocument = ({ assets: { stylesheets, modules, entry, first, last }, title, app, data, files }: AppDocumentParts) => (
  <html lang="en">
    <head>
      <CommonHead title={title} description="Affordable, AI-powered NREMT paramedic exam preparation." />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <script {...asItIs(first)} />
      <link rel="expect" href="#app" blocking="render" />
      {stylesheets.map((name) => (
        <link key={name} rel="stylesheet" href={`/${name}`} />
      ))}
    </head>
    <body>
      <noscript>{PRODUCT_NAME} needs JavaScript to run. Please turn it on in your browser.</noscript>
      <div id="root" {...asItIs(app)} />
      {data !== null && <script type="application/json" id={PAGE_DATA_ID} {...asItIs(data)} />}
      {/* Rendered apart: React would move the links to the head. */}
      <template id="app" {...asItIs(renderToStaticMarkup(<AppFiles modules={[...files, ...modules]} entry={entry} />))} />
      <script {...asItIs(last)} />
    </body>
  </html>
)

const AppFiles = ({ modules, entry }: Pick<AppAssets, 'modules' | 'entry'>) => (
  <>
    {modules.map((name) => (
      <link key={name} rel="modulepreload" crossOrigin="anonymous" href={`/${name}`} />
    ))}
    <script type="module" crossOrigin="anonymous" src={`/${entry}`} />
  </>
)

export const appDocument = (parts: AppDocumentParts): string => htmlOf(<AppDocument {...parts} />)

/** Also what the service worker keeps for every address. */
export const emptyDocument = (assets: AppAssets): string => appDocument({ assets, title: PRODUCT_NAME, app: '', data: null, files: [] })
