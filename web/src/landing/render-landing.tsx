import { PRODUCT_NAME } from '@medicready/domain/product'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { bankFigures, moreThan } from './bank-figures.ts'
import { LandingPage } from './landing-page.tsx'
import { markedWords } from './price-words.ts'
import { StatusFrame } from './status-frame.tsx'
import { structuredData } from './structured-data.ts'

/** What stands in a page where the address belongs at which the product is reached: only who serves it knows. */
export const ORIGIN = '__ORIGIN__'
/** Where the page of the states has the states: they are put in when it is asked for. */
export const STATES = '<!--states-->'

export interface RenderedPage {
  readonly file: string
  readonly title: string
  readonly description: string
  /** Of the one address that machines keep it under; null for a page that they are to forget. */
  readonly canonical: string | null
  readonly structuredData: object | null
  readonly body: string
}

const description = `Affordable, AI-powered NREMT paramedic exam preparation: more than ${moreThan(bankFigures.questions)} exam-style questions in seven kinds, explained with their sources, adaptive practice exams, and a daily habit.`
const bodyOf = (page: ReactNode): string => renderToStaticMarkup(page)

/** The pages that need no app behind them, as HTML, for the build. */
export const renderPages = (): readonly RenderedPage[] => [
  {
    file: 'landing.html',
    title: `${PRODUCT_NAME}: NREMT paramedic exam prep`,
    description,
    canonical: '/',
    structuredData: structuredData(ORIGIN, description, markedWords),
    body: bodyOf(<LandingPage priceOf={markedWords} />),
  },
  {
    file: 'not-found.html',
    title: `Page Not Found · ${PRODUCT_NAME}`,
    description,
    canonical: null,
    structuredData: null,
    body: bodyOf(<LandingPage priceOf={markedWords} isNotFound />),
  },
  {
    file: 'status.html',
    title: `Status · ${PRODUCT_NAME}`,
    description: `Whether ${PRODUCT_NAME} is up, since when, and how the last 90 days were.`,
    canonical: '/status',
    structuredData: null,
    body: bodyOf(<StatusFrame />).replace('<div data-states=""></div>', STATES),
  },
]
