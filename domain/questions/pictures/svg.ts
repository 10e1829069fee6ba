const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter)

type Attributes = Readonly<Record<string, string | number>>

/** `content` is raw markup. */
export const element = (name: string, attributes: Attributes, content = ''): string => {
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(String(value))}"`)
  return content === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${content}</${name}>`
}

export const textAt = (x: number, y: number, words: string, attributes: Attributes = {}): string =>
  element('text', { x, y, ...attributes }, escaped(words))

export type Point = readonly [x: number, y: number]

/** To a tenth of a pixel. */
export const lineThrough = (points: readonly Point[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${tenths(x)} ${tenths(y)}`).join('')

const tenths = (value: number): number => Math.round(value * 10) / 10

const FONT = "'Inter Variable', Inter, 'Helvetica Neue', Arial, sans-serif"

export const documentOf = (width: number, height: number, ground: string, content: string): Drawing => ({
  svg: element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height, 'font-family': FONT },
    element('rect', { width, height, fill: ground }) + content,
  ),
  width,
  height,
})

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Drawing extends Size {
  /** Self-contained: no scripts, no external references. */
  readonly svg: string
}
