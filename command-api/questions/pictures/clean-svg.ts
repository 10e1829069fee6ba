import { SaxesParser, type SaxesTagNS } from 'saxes'

/** The subset of SVG 2 that only draws. Read by saxes: fast-xml-parser does not resolve namespaces. */

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

export const elementNames = words(`
  svg g defs symbol use title desc style switch
  path rect circle ellipse line polyline polygon
  text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker
`)

export const attributeNames = words(`
  id class style href transform viewBox preserveAspectRatio
  width height x y x1 y1 x2 y2 cx cy r rx ry d points pathLength dx dy rotate textLength lengthAdjust startOffset
  offset gradientUnits gradientTransform spreadMethod fx fy fr
  clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits patternTransform
  markerUnits markerWidth markerHeight refX refY orient
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color display visibility overflow clip-path clip-rule mask
  marker-start marker-mid marker-end stop-color stop-opacity paint-order vector-effect shape-rendering
  text-rendering color-interpolation
  font-family font-size font-style font-weight font-variant font-stretch letter-spacing word-spacing
  text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode direction
`)

export interface CleanSvg {
  readonly svg: string
  readonly width: number
  readonly height: number
}

interface Element {
  readonly name: string
  readonly attributes: Map<string, string>
  readonly children: (Element | string)[]
}

const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'
const MAX_DEPTH = 100

/** Writes it anew from an allowlist without scripts or outside references. Null if malformed or without a size. */
export function cleanSvg(source: string): CleanSvg | null {
  const root = parsed(source)
  const size = root && sizeOf(root)
  if (!root || !size) return null
  if (!root.attributes.has('viewBox')) root.attributes.set('viewBox', `0 0 ${size.width} ${size.height}`)
  root.attributes.set('width', String(size.width))
  root.attributes.set('height', String(size.height))
  return { svg: written(root, referredTo(root)).replace('<svg', `<svg xmlns="${SVG}"`), ...size }
}

function parsed(source: string): Element | null {
  const parser = new SaxesParser({ xmlns: true })
  const open: (Element | null)[] = []
  let root: Element | null = null
  parser.on('opentag', (tag) => {
    // Looking up namespaces takes longer with each layer.
    if (open.length > MAX_DEPTH) throw new Error('The elements are nested too deeply.')
    const parent = open.at(-1)
    const element = parent === null ? null : allowed(tag)
    if (!parent) root = parent === undefined && element?.name === 'svg' ? element : root
    else if (element) parent.children.push(element)
    open.push(parent || element === root ? element : null)
  })
  const text = (words: string) => open.at(-1)?.children.push(words)
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('closetag', () => {
    open.pop()
  })
  try {
    parser.write(source).close()
  } catch {
    return null
  }
  return root
}

function allowed({ local, uri, attributes }: SaxesTagNS): Element | null {
  if (uri !== SVG || !elementNames.has(local)) return null
  const kept = new Map<string, string>()
  for (const { local: name, uri: space, prefix, value } of Object.values(attributes)) {
    const isPlain = prefix === '' || (space === XLINK && name === 'href')
    if (!isPlain || !attributeNames.has(name)) continue
    if (name === 'href' ? /^#[\w:.-]+$/.test(value) : isHarmless(value)) kept.set(name, value)
  }
  return { name: local, attributes: kept, children: [] }
}

/** A backslash can spell any word of a style. */
const isHarmless = (value: string): boolean =>
  !/[\\@]|expression|javascript/i.test(value) && !/url\(/i.test(value.replaceAll(/url\(\s*(['"]?)#[\w:.-]+\1\s*\)/gi, ''))

function referredTo(root: Element): ReadonlySet<string> {
  const ids = new Set<string>()
  const visit = ({ name, attributes, children }: Element) => {
    const target = attributes.get('href')
    if (name === 'use' && target !== undefined) ids.add(target.slice(1))
    for (const child of children) if (typeof child !== 'string') visit(child)
  }
  visit(root)
  return ids
}

/** Reused elements may not reuse others: a few lines that double each other would draw millions of shapes. */
function written({ name, attributes, children }: Element, used: ReadonlySet<string>, isWithinUsed = false): string {
  const isUsed = isWithinUsed || used.has(attributes.get('id') ?? '')
  if (name === 'use' && isUsed) return ''
  if (name === 'style' && !isHarmlessSheet(children.join(''))) return ''
  const said = [...attributes].map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`)
  const content = children.map((child) => (typeof child === 'string' ? escaped(child) : written(child, used, isUsed)))
  return `<${name}${said.join('')}>${content.join('')}</${name}>`
}

const isHarmlessSheet = (sheet: string): boolean => isHarmless(sheet) && !/url\(/i.test(sheet)

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter)

function sizeOf({ attributes }: Element): { width: number; height: number } | null {
  const pixels = (name: string) => Number(/^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/.exec(attributes.get(name) ?? '')?.[1] ?? Number.NaN)
  const [, , boxWidth = Number.NaN, boxHeight = Number.NaN] = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const isSaid = pixels('width') > 0 && pixels('height') > 0
  const [width, height] = isSaid ? [pixels('width'), pixels('height')] : [boxWidth, boxHeight]
  return width > 0 && height > 0 ? { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) } : null
}
