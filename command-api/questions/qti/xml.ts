import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'
import { z } from 'zod'

export const qtiNamespaces = {
  item: 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0',
  manifest: 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1',
  own: 'https://medicready.example/ns/question/1',
} as const

export const ITEM_TYPE = 'imsqti_item_xmlv3p0'
export const MATCH_CORRECT = 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml'
export const TABULAR = 'qti-match-tabular'

export const RESPONSE = 'RESPONSE'
export const FEEDBACK = 'FEEDBACK'
export const RATIONALE = 'RATIONALE'
export const EXPLANATION = 'EXPLANATION'
export const PEARL = 'PEARL'
export const PATIENT_CLASS = 'medicready-patient'

export const exchangedKinds = ['multiple_choice', 'multiple_response', 'build_list', 'drag_drop', 'options_table'] as const

export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Node[]
}
export type Node = Element | string

export const element = (name: string, attributes: Element['attributes'] = {}, ...children: readonly Node[]): Element => ({
  name,
  attributes,
  children,
})

const TEXT = '#text'
const ATTRIBUTES = ':@'
const PREFIX = '@'
const options = { preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: PREFIX, textNodeName: TEXT } as const

/** The ordered format of fast-xml-parser: one key for the name, one for the attributes. */
type Ordered = Readonly<Record<string, unknown>>

const toOrdered = (node: Node): Ordered =>
  typeof node === 'string'
    ? { [TEXT]: node }
    : {
        [node.name]: node.children.map(toOrdered),
        [ATTRIBUTES]: Object.fromEntries(Object.entries(node.attributes).map(([name, value]) => [PREFIX + name, value])),
      }

const builder = new XMLBuilder({ ...options, suppressEmptyNode: true })

export const writeXml = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build([toOrdered(root)])}\n`

const parser = new XMLParser({
  ...options,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  removeNSPrefix: true,
  // Predefined and HTML entities only; a DOCTYPE, which could define more, is refused.
  processEntities: true,
  htmlEntities: true,
})

const OrderedNodes = z.array(z.record(z.string(), z.unknown()))

function fromOrdered(ordered: Ordered): Node[] {
  if (TEXT in ordered) return [String(ordered[TEXT])]
  const name = Object.keys(ordered).find((key) => key !== ATTRIBUTES)
  if (name === undefined || name.startsWith('?')) return []
  const attributes = z.record(z.string(), z.coerce.string()).parse(ordered[ATTRIBUTES] ?? {})
  return [
    {
      name,
      attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key.slice(PREFIX.length), value])),
      children: OrderedNodes.parse(ordered[name]).flatMap(fromOrdered),
    },
  ]
}

export function readXml(text: string): Element | { readonly fault: string } {
  if (/<!DOCTYPE/i.test(text)) return { fault: 'it has a DOCTYPE, which is not taken' }
  const validity = XMLValidator.validate(text)
  if (validity !== true) return { fault: `it is not XML: ${validity.err.msg} (line ${validity.err.line})` }
  const root = OrderedNodes.parse(parser.parse(text))
    .flatMap(fromOrdered)
    .find((node) => typeof node !== 'string')
  return root ?? { fault: 'it is empty' }
}

const isElement = (node: Node): node is Element => typeof node !== 'string'

export const childrenNamed = (parent: Element, name: string): Element[] =>
  parent.children.filter(isElement).filter((child) => child.name === name)

export const childNamed = (parent: Element, name: string): Element | undefined => childrenNamed(parent, name)[0]

/** In document order, not descending into matches. */
export const descendants = (parent: Element, ...names: readonly string[]): Element[] =>
  parent.children.filter(isElement).flatMap((child) => (names.includes(child.name) ? [child] : descendants(child, ...names)))

const BLOCKS = new Set(['p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'qti-prompt', 'qti-rubric-block'])

/** One line per block, without elements named in `skipped`. */
export function textOf(parent: Element, ...skipped: readonly string[]): string {
  const raw = (node: Node): string => {
    if (typeof node === 'string') return node.replace(/\s+/g, ' ')
    if (skipped.includes(node.name)) return ''
    if (node.name === 'br') return '\n'
    const inner = node.children.map(raw).join('')
    return BLOCKS.has(node.name) ? `\n${inner}\n` : inner
  }
  return parent.children
    .map(raw)
    .join('')
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}
