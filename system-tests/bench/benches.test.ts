import { expect, test } from 'vitest'
import { benches } from './benches.ts'

/** These look at the built web in a browser, which the browser tests do. */
const IN_BROWSER = ['lighthouse', 'inp']

test.each(Object.entries(benches).filter(([name]) => !IN_BROWSER.includes(name)))(
  '%s runs to its end in its smallest size',
  async (_, bench) => {
    const figures = await bench(true, undefined, () => undefined)
    expect(figures.length).toBeGreaterThan(0)
    for (const { name, value } of figures) expect(value, name).not.toBeNaN()
  },
)
