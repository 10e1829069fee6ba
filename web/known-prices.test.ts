import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { pageOf } from './edge-pages.ts'
import { KnownPrices, pricedPage } from './known-prices.ts'
import { markedWords } from './src/landing/price-words.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A read API that tells these prices until it is told otherwise, or not to answer. */
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

test('a page says the price that is sold: the new one soon after it changed, and the last one that was told while nobody answers', async () => {
  const { told, url } = await readApi(1_200)
  let now = 0
  const page = pricedPage(pageOf(`<p>${markedWords('premium').monthly}</p>`, ''), new KnownPrices(url, () => now))
  const html = async () => (await page()).html
  expect([await html(), await html()]).toEqual(['<p>$12 a month</p>', '<p>$12 a month</p>'])
  expect(told.asked).toBe(1)
  told.premium = 1_500
  now += 20_000
  expect(await html()).toBe('<p>$15 a month</p>')
  told.isUp = false
  now += 20_000
  expect(await html()).toBe('<p>$15 a month</p>')
})

test('nobody waits for prices while the read API is known to be away: it is asked behind what was told last', async () => {
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

test('many who come at once have it asked once', async () => {
  const { told, url } = await readApi(1_200)
  const page = pricedPage(pageOf('<p>a page</p>', ''), new KnownPrices(url))
  const pages = await Promise.all(Array.from({ length: 20 }, page))
  expect([new Set(pages).size, told.asked]).toEqual([1, 1])
})

test('it says no price while it was never told any', async () => {
  const page = pricedPage(pageOf(`<p>${markedWords('basic').price}</p>`, ''), new KnownPrices('http://127.0.0.1:1'))
  expect((await page()).html).toBe('<p>Monthly</p>')
})
