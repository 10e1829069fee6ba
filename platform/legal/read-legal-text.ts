import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { PublishedPolicy } from '@medicready/domain/legal/policy'
import { type LegalDocumentId, legalDocumentIds, legalDocuments } from '@medicready/domain/legal/shown/legal-documents'
import { type Block, FrontMatter, type LegalText, type Section, type TextSpan, textOf } from '@medicready/domain/legal/shown/legal-text'
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'

const frontMatterPattern = /^---\n([\s\S]*?)\n---\n/

/** Front matter, then a subset of Markdown; all else is refused, so that no text is lost on screen or paper. */
export function readLegalText(file: string): LegalText {
  const [whole, front] = frontMatterPattern.exec(file) ?? []
  if (whole === undefined || front === undefined) throw new Error('The document does not begin with what is said about it')
  return { ...FrontMatter.parse(fieldsOf(front)), sections: sectionsOf(lexer(file.slice(whole.length))) }
}

function fieldsOf(front: string): Record<string, unknown> {
  const fields = front.split('\n').map((line) => /^(\w+): (.+)$/.exec(line) ?? refuse('line of the front matter', line))
  const names = fields.map(([, name]) => name)
  if (new Set(names).size < names.length) throw new Error('The front matter says something twice')
  return Object.fromEntries(fields.map(([, name, value]) => [name, value]))
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: Section[] = []
  for (const token of tokens as readonly MarkedToken[]) {
    if (token.type === 'space') continue
    if (token.type === 'heading') sections.push(sectionUnder(token))
    else {
      if (sections.length === 0) sections.push({ id: 'preface', title: null, blocks: [] })
      sections.at(-1)?.blocks.push(blockOf(token))
    }
  }
  const ids = sections.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw new Error('Two sections have the same title')
  return sections
}

function sectionUnder({ depth, tokens, raw }: Tokens.Heading): Section {
  if (depth !== 2) return refuse('heading', raw)
  const title = textOf(spansOf(tokens))
  const words = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')
  return { id: words.trim().replaceAll(' ', '-'), title, blocks: [] }
}

function blockOf(token: MarkedToken): Block {
  switch (token.type) {
    case 'paragraph':
      return { kind: 'paragraph', spans: spansOf(token.tokens) }
    case 'blockquote': {
      const [only, ...others] = token.tokens as MarkedToken[]
      if (only?.type !== 'paragraph' || others.length > 0) return refuse('note', token.raw)
      return { kind: 'note', spans: spansOf(only.tokens) }
    }
    case 'list':
      return { kind: 'list', isOrdered: token.ordered, items: token.items.map(itemOf) }
    case 'table':
      return { kind: 'table', head: token.header.map(cellOf), rows: token.rows.map((row) => row.map(cellOf)) }
    default:
      return refuse(token.type, token.raw)
  }
}

function itemOf({ tokens, raw }: Tokens.ListItem): TextSpan[] {
  const [only, ...others] = tokens as readonly MarkedToken[]
  if (only?.type !== 'text' || others.length > 0) return refuse('item', raw)
  return spansOf(only.tokens ?? [])
}

const cellOf = ({ tokens }: Tokens.TableCell): TextSpan[] => spansOf(tokens)

const spansOf = (tokens: readonly Token[]): TextSpan[] => (tokens as readonly MarkedToken[]).map(spanOf)

function spanOf(token: MarkedToken): TextSpan {
  switch (token.type) {
    case 'text':
    case 'escape':
      return { text: token.text, style: 'plain', href: null }
    case 'codespan':
      return { text: token.text, style: 'code', href: null }
    case 'strong':
      return { text: plainOf(token.tokens), style: 'strong', href: null }
    case 'em':
      return { text: plainOf(token.tokens), style: 'emphasis', href: null }
    case 'link':
      return { text: plainOf(token.tokens), style: 'plain', href: token.href }
    default:
      return refuse(token.type, token.raw)
  }
}

/** Bold, italic and link text must not contain marks. */
function plainOf(tokens: readonly Token[]): string {
  const spans = spansOf(tokens)
  if (spans.some(({ style, href }) => style !== 'plain' || href !== null)) return refuse('mark within a mark', textOf(spans))
  return textOf(spans)
}

function refuse(what: string, where: string): never {
  throw new Error(`Legal documents have no ${what} such as: ${where}`)
}

const documents = new URL('../documents/', import.meta.resolve('@medicready/domain/legal/shown/legal-documents'))

const fileOf = (id: LegalDocumentId, version: number): string =>
  readFileSync(new URL(`${id}/v${version}.md`, documents), 'utf8').replaceAll('\r\n', '\n')

function legalTextOf(file: string, id: LegalDocumentId, version: number): LegalText {
  const text = readLegalText(file)
  if (text.id !== id || text.version !== version)
    throw new Error(`${id}/v${version}.md says that it is version ${text.version} of ${text.id}`)
  return text
}

export const legalText = (id: LegalDocumentId, version: number): LegalText => legalTextOf(fileOf(id, version), id, version)

export const newestLegalTexts = (): LegalText[] => legalDocumentIds.map((id) => legalText(id, legalDocuments[id].version))

export const policiesOf = (id: LegalDocumentId): PublishedPolicy[] =>
  Array.from({ length: legalDocuments[id].version }, (_, index) => {
    const text = fileOf(id, index + 1)
    const { version, title, description, changes, lastUpdated, effectiveDate } = legalTextOf(text, id, index + 1)
    const hash = createHash('sha256').update(text).digest('hex')
    return { document: id, version, title, description, changes, lastUpdated, effectiveDate, text, hash }
  })
