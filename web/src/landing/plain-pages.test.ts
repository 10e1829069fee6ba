import { expect, test } from 'vitest'
import { faq } from './faq.ts'
import { landingHtml, structuredData } from './plain-pages.tsx'
import { priceWords } from './price-words.ts'

const prices = {
  basic: { amount: 550, currency: 'usd', announced: null },
  premium: { amount: 1_200, currency: 'usd', announced: null },
}
const priceOf = (tier: 'basic' | 'premium') => priceWords(prices, tier)

test('the structured data matches the page: who we are, the three prices, and each question with its answer', () => {
  const { '@graph': graph } = structuredData('https://medicready.example', 'A description', priceOf)
  expect(graph.map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite', 'Product', 'FAQPage'])
  expect(graph[2]).toMatchObject({
    offers: [
      { name: 'Free', price: '0.00', priceCurrency: 'USD' },
      { name: 'Basic', price: '5.50', priceSpecification: { price: '5.50', billingDuration: 'P1M' } },
      { name: 'Premium', price: '12.00', priceCurrency: 'USD' },
    ],
  })
  const questions = faq((tier) => priceOf(tier).monthly).map(({ question, answer }) => ({
    name: question,
    acceptedAnswer: { text: answer },
  }))
  expect(graph[3]).toMatchObject({ mainEntity: questions })
})

const shown = {
  assets: { styles: 'p > b { color: red }', font: 'inter.woff2', script: 'landing.js' },
  origin: 'https://medicready.example',
}

test('the landing page shows the prices it is given, and tells them to search engines', () => {
  const html = landingHtml({ ...shown, prices })
  expect(html).toMatch(/^<!doctype html><html lang="en"><head>/)
  expect(html).toContain('Basic is $5.50 a month')
  expect(html).toContain('"price":"12.00"')
  expect(html).toContain('<link rel="canonical" href="https://medicready.example/"/>')
  expect(html).toContain('<style>p > b { color: red }</style>')
})

test('without known prices the page shows none, and the structured data contains no offer', () => {
  const html = landingHtml({ ...shown, prices: null })
  expect(html).toContain('Basic is billed monthly')
  expect(html).not.toContain('ld+json')
  expect(html).toContain('src="/theme.js"')
})

test('the page at unknown addresses is kept out of search engines', () => {
  const html = landingHtml({ ...shown, prices, isNotFound: true })
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).toContain('404 Page Not Found')
  expect(html).not.toContain('ld+json')
})
