import { beforeAll, expect, test } from 'vitest'
import { shareBenchProduct } from './bench-product.ts'
import { benches, inBrowser } from './benches.ts'

beforeAll(shareBenchProduct)

test.each(Object.entries(benches).filter(([name]) => !inBrowser.includes(name)))(
  '%s runs to its end in its smallest size',
  async (_, bench) => {
    const figures = await bench(true, undefined, () => undefined)
    expect(figures.length).toBeGreaterThan(0)
    for (const { name, value } of figures) expect(value, name).not.toBeNaN()
  },
)
