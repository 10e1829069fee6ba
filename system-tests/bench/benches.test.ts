import { expect, test } from 'vitest'
import { benches, inBrowser } from './benches.ts'

test.each(Object.entries(benches).filter(([name]) => !inBrowser.includes(name)))(
  '%s runs to its end in its smallest size',
  async (_, bench) => {
    const figures = await bench(true, undefined, () => undefined)
    expect(figures.length).toBeGreaterThan(0)
    for (const { name, value } of figures) expect(value, name).not.toBeNaN()
  },
)
