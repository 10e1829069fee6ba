import { expect, test } from 'vitest'
import { isMetered, KeptPictures, MOST_PICTURE_BYTES, picturesIn } from './kept-reads.ts'

/** A browser's cache of pictures. */
function browser() {
  const kept = new Map<string, Map<string, Response>>()
  const pathOf = (request: RequestInfo | URL) =>
    new URL(typeof request === 'object' && 'url' in request ? request.url : String(request), 'https://m.example.com').pathname
  const open = async (name: string) => {
    const entries = kept.get(name) ?? new Map<string, Response>()
    kept.set(name, entries)
    return {
      match: async (request: RequestInfo | URL) => entries.get(pathOf(request))?.clone(),
      put: async (request: RequestInfo | URL, answer: Response) => void entries.set(pathOf(request), answer),
      keys: async () => [...entries.keys()].map((path) => new Request(`https://m.example.com${path}`)),
      delete: async (request: RequestInfo | URL) => entries.delete(pathOf(request)),
    } as unknown as Cache
  }
  const caches = { open, keys: async () => [...kept.keys()], delete: async (name: string) => kept.delete(name) } as unknown as CacheStorage
  const asked: string[] = []
  const fetch = async (address: RequestInfo | URL) => {
    asked.push(String(address))
    const [, name = '', bytes = '100'] = /^\/api\/pictures\/(\w+?)(\d*)$/.exec(String(address)) ?? []
    return name === 'gone'
      ? new Response('', { status: 404 })
      : new Response(new Uint8Array(Number(bytes)), { headers: { 'content-type': 'image/png' } })
  }
  return { kept, asked, pictures: new KeptPictures({ caches, fetch }) }
}

test('each picture is fetched once, failed ones are skipped, and unused ones are removed', async () => {
  const { pictures, asked, kept } = browser()
  await Promise.all([
    pictures.keep('ana', ['/api/pictures/a100', '/api/pictures/gone']),
    pictures.keep('ana', ['/api/pictures/a100', '/api/pictures/b250']),
  ])
  expect(asked).toEqual(['/api/pictures/a100', '/api/pictures/gone', '/api/pictures/b250'])
  expect(await pictures.sizes('ana')).toEqual(
    new Map([
      ['/api/pictures/a100', 100],
      ['/api/pictures/b250', 250],
    ]),
  )
  await pictures.keep('ben', ['/api/pictures/c100'])
  await pictures.keepOnly('ana', new Set(['/api/pictures/b250']))
  expect([...kept.keys()]).toEqual(['kept-pictures-ana'])
  expect([...(await pictures.sizes('ana')).keys()]).toEqual(['/api/pictures/b250'])
})

test('their total size is limited, and a smaller one may still fit', async () => {
  const { pictures } = browser()
  const half = `/api/pictures/a${MOST_PICTURE_BYTES / 2}`
  await pictures.keep('ana', [half, `/api/pictures/b${MOST_PICTURE_BYTES / 2 + 1}`, '/api/pictures/c100'])
  expect([...(await pictures.sizes('ana')).keys()]).toEqual([half, '/api/pictures/c100'])
})

test('finds all pictures and sounds of the delivered content, except tables', () => {
  const picture = (imageUrl: string, table: object | null = null) => ({ imageUrl, alt: '', width: 1, height: 1, table })
  const delivered = {
    session: { questions: [{ question: { picture: picture('/a') } }, { question: { picture: picture('/b', {}) } }, { question: null }] },
  }
  expect(
    picturesIn([
      delivered,
      { question: { picture: picture('/a') } },
      { question: { picture: { ...picture('/c'), soundUrl: '/c/sound' } } },
    ]),
  ).toEqual(['/a', '/c', '/c/sound'])
})

test('a costly or data-saving connection is metered, an unknown one is not', () => {
  expect([{}, { connection: {} }, { connection: { type: 'wifi' } }].map(isMetered)).toEqual([false, false, false])
  expect([{ connection: { type: 'cellular' } }, { connection: { saveData: true, type: 'wifi' } }].map(isMetered)).toEqual([true, true])
})
