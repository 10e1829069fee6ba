import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8')

const declarations = (selector: string): Map<string, string> => {
  const found = new Map<string, string>()
  for (const block of css.matchAll(new RegExp(`^ *${selector.replace('.', '\\.')} \\{([^}]*)\\}`, 'gm')))
    for (const [, name, value] of (block[1] ?? '').matchAll(/--([\w-]+):\s*([^;]+);/g)) found.set(name ?? '', value ?? '')
  return found
}

const light = declarations(':root')
const dark = new Map([...light, ...declarations('.dark')])
const themes = { light, dark }

const colorOf = (theme: Map<string, string>, name: string): string => {
  const value = theme.get(name)
  if (value === undefined) throw new Error(`no token --${name}`)
  const reference = /^var\(--([\w-]+)\)$/.exec(value)
  return reference ? colorOf(theme, reference[1] ?? '') : value
}

/** WCAG 2.2. */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const grounds = ['bg', 'surface', 'sunken']
const text: [string, string][] = [
  ...grounds.flatMap((ground): [string, string][] => ['ink', 'muted', 'brand', 'ok', 'bad', 'warn'].map((ink) => [ink, ground])),
  ...['brand-soft', 'ok-soft', 'bad-soft', 'warn-soft', 'mark'].map((ground): [string, string] => ['ink', ground]),
  ['brand', 'brand-soft'],
  ['ok', 'ok-soft'],
  ['bad', 'bad-soft'],
  ['warn', 'warn-soft'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-strong'],
  ['on-bad', 'bad'],
]
const TEXT_MINIMUM = 5.6
/** Text on a hovered row only needs the AA ratio. */
const SUNKEN_MINIMUM = 4.5
const BORDER_MINIMUM = 3.4

describe.each(Object.entries(themes))('%s theme', (_, theme) => {
  it.each(text)('reads %s on %s', (ink, ground) => {
    expect(contrast(colorOf(theme, ink), colorOf(theme, ground))).toBeGreaterThanOrEqual(
      ground === 'sunken' ? SUNKEN_MINIMUM : TEXT_MINIMUM,
    )
  })

  it.each(['bg', 'surface'])('shows the borders of controls on %s', (ground) => {
    expect(contrast(colorOf(theme, 'control'), colorOf(theme, ground))).toBeGreaterThanOrEqual(BORDER_MINIMUM)
  })
})

describe('token layers', () => {
  it('offers components only semantic colors', () => {
    const offered = [...css.matchAll(/^ {2}--color-[\w-]+: (.+);$/gm)].map((match) => match[1] ?? '')
    expect(offered.filter((value) => /--(white|gray|night|blue|green|red|amber)/.test(value) || value.startsWith('#'))).toEqual([])
    expect(css).toContain('--color-*: initial;')
  })
})
