import { expect, test } from 'vitest'
import { faq } from './faq.ts'
import { priceWords } from './price-words.ts'
import { structuredData } from './render-landing.tsx'

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
