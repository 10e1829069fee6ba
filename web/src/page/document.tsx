import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Our own code and styles, and HTML that React rendered before: nothing that a person wrote. */
export const asItIs = (html: string) => ({ dangerouslySetInnerHTML: { __html: html } })

/** Ends no script early, whatever the data contain. */
export const jsonInScript = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c')

export const htmlOf = (document: ReactElement): string => `<!doctype html>${renderToStaticMarkup(document)}`

/** What the head of every page begins with. */
export const CommonHead = ({ title, description }: { title: string; description: string }) => (
  <>
    <meta charSet="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>{title}</title>
    <meta name="description" content={description} />
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f8fa" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1116" />
    <link rel="icon" type="image/svg+xml" href="/icon.svg" />
  </>
)
