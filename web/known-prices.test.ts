import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { type EdgePage, pageOf, pageOfLatest } from './edge-pages.ts'
import { KnownPrices } from './known-prices.ts'
import { priceWords } from './src/landing/price-words.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A page that tells what Premium costs. */
const pricedPage = (known: KnownPrices) =>
  pageOfLatest(
    () => known.know(),
    (prices) => pageOf(`<p>${priceWords(prices, 'premium').monthly}</p>`, ''),
  )

const sent = async (page: EdgePage): Promise<string> => {
  const app = Fastify()
  app.get('/', (request, reply) => page.send(request, reply))
  return (await app.inject('/')).body
}

/** A read API with these prices, which can be changed or stopped. */
async function readApi(premium: number) {
  const told = { premium, asked: 0, isUp: true, isSilent: false }
  const server = createServer((_request, response) => {
    told.asked += 1
    if (told.isSilent) return
    const price = (amount: number) => ({ amount, currency: 'usd', announced: null })
    response.writeHead(told.isUp ? 200 : 503).end(JSON.stringify(told.isUp ? { basic: price(500), premium: price(told.premium) } : {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close().closeAllConnections())
  return { told, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a page shows the current price: a new one soon after a change, and the last known one while the read API is down', async () => {
  const { told, url } = await readApi(1_200)
  let now = 0
  const page = pricedPage(new KnownPrices(url, () => now))
  const html = async () => sent(await page())
  expect([await html(), await html()]).toEqual(['<p>$12 a month</p>', '<p>$12 a month</p>'])
  expect(told.asked).toBe(1)
  told.premium = 1_500
  now += 20_000
  expect(await html()).toBe('<p>$15 a month</p>')
  told.isUp = false
  now += 20_000
  expect(await html()).toBe('<p>$15 a month</p>')
})

test('pages do not wait for prices while the read API is down: the last known ones are shown and refreshed in the background', async () => {
  const { told, url } = await readApi(1_200)
  let now = 0
  const known = new KnownPrices(url, () => now, 3_600_000)
  const premium = async () => (await known.know())?.premium.amount
  expect(await premium()).toBe(1_200)
  told.isUp = false
  now += 20_000
  expect(await premium()).toBe(1_200)
  Object.assign(told, { premium: 1_500, isUp: true })
  now += 20_000
  await expect.poll(premium, { timeout: 60_000 }).toBe(1_500)
  told.isUp = false
  now += 20_000
  expect(await premium()).toBe(1_500)
  told.isSilent = true
  now += 20_000
  expect(await premium()).toBe(1_500)
})

test('a page is not made anew while the prices stay the same', async () => {
  const { url } = await readApi(1_200)
  let now = 0
  const page = pricedPage(new KnownPrices(url, () => now))
  const first = await page()
  now += 20_000
  expect(await page()).toBe(first)
})

test('simultaneous pages share one request', async () => {
  const { told, url } = await readApi(1_200)
  const page = pricedPage(new KnownPrices(url))
  const pages = await Promise.all(Array.from({ length: 20 }, page))
  expect([new Set(pages).size, told.asked]).toEqual([1, 1])
})

test('a page shows no price while none is known', async () => {
  const page = pricedPage(new KnownPrices('http://127.0.0.1:1'))
  expect(await sent(await page())).toBe('<p>billed monthly</p>')
})
