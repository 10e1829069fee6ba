import { expect, test } from 'vitest'
import { faq } from './faq.ts'
import { structuredData } from './structured-data.ts'

test('machines read what people read: who we are, the three prices, and each question with its answer', () => {
  const { '@graph': graph } = structuredData('https://medicready.example', 'A description')
  expect(graph.map((thing) => thing['@type'])).toEqual(['Organization', 'Product', 'FAQPage'])
  expect(graph[1]?.offers?.map(({ name, price, priceCurrency }) => [name, price, priceCurrency])).toEqual([
    ['Free', 0, 'USD'],
    ['Basic', 5, 'USD'],
    ['Premium', 12, 'USD'],
  ])
  expect(graph[2]?.mainEntity?.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])).toEqual(
    faq.map(({ question, answer }) => [question, answer]),
  )
})
