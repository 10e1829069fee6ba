import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseSync } from '@swc/core'

/** Writes docs/words.md: every string that users may read, by file, to edit them in one place. `npm run words`. */

const folders = ['domain', 'platform/legal', 'platform/mail', 'platform/http', 'command-api', 'read-api', 'projector', 'web/src']
const machineFiles =
  /\.test\.tsx?$|\/testing\/|^domain\/golden\/|^domain\/questions\/(bank-lint|lint|doses|coverage)|authoring\/instructions|pictures\/(allowed|clean)|\/qti\//
const machineAttributes = new Set('className to href src d viewBox id htmlFor type name sizes srcSet rel points transform'.split(' '))
const machineCalls = /^(Error|RegExp|cx|clsx|querySelector(All)?|closest|matches|log|warn|info|error|fatal|debug|query|unsafe)$/
const machineText =
  /^(SELECT|WITH|INSERT|UPDATE|DELETE|FROM|WHERE|GET|POST|PATCH|PUT) |^\.{0,2}\/|^https?:|(^|[ -])(bg|text|border|min-h|px|fill|stroke|hover)-|[<>{}]\s*$|^Medical \(OB/
const prose = /^\p{Lu}\p{Ll}+$|\p{L}{2,}[ ,.!?…:][^;]*\p{L}/u

interface Node {
  readonly type?: string
  readonly [key: string]: unknown
}

function textOf(node: Node): string {
  switch (node.type) {
    case 'StringLiteral':
      return String(node.value)
    case 'JSXText':
      return String(node.value).replace(/\s+/g, ' ')
    case 'TemplateLiteral':
      return (node.quasis as { cooked: string }[]).map(({ cooked }) => cooked).join('…')
    case 'JSXExpressionContainer':
      return textOf(node.expression as Node)
    case 'JSXElement':
      return (node.children as Node[]).map(textOf).join('')
    default:
      return '…'
  }
}

const hasOwnText = ({ type, children }: Node) =>
  type === 'JSXElement' && (children as Node[]).some((child) => child.type === 'JSXText' && String(child.value).trim() !== '')

/** An element with text of its own is one text, with the elements inside it. */
function* textsIn(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const each of node) yield* textsIn(each)
  if (Array.isArray(node) || typeof node !== 'object' || node === null) return
  const { type, ...parts } = node as Node
  const named = (parts.callee ?? parts.name) as Node | undefined
  const name = String(named?.value ?? (named?.property as Node | undefined)?.value)
  if (
    /^(ImportDeclaration|ExportNamedDeclaration|TsLiteralType|TaggedTemplateExpression|ThrowStatement)$/.test(type ?? '') &&
    !parts.declaration
  )
    return
  if (type === 'JSXAttribute' && machineAttributes.has(name)) return
  if (/^(Call|New)Expression$/.test(type ?? '') && machineCalls.test(name)) return
  if (hasOwnText(node as Node)) {
    yield textOf(node as Node)
    for (const child of parts.children as Node[]) if (child.type !== 'JSXText') yield* textsIn(child.opening ?? child)
    yield* textsIn(parts.opening)
    return
  }
  if (type === 'StringLiteral' || type === 'TemplateLiteral') yield textOf(node as Node)
  if (type !== 'StringLiteral') for (const part of Object.values(parts)) yield* textsIn(part)
}

const files = execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$|^domain\/refusals\/.+\.json$/.test(file) && !machineFiles.test(file))
const page = ['# Words', 'Every string that users may read, by file. Written by `npm run words`. `…` is computed.']
for (const file of files) {
  const code = readFileSync(file, 'utf8')
  const { body } = parseSync(file.endsWith('.json') ? `export default ${code}` : code, { syntax: 'typescript', tsx: file.endsWith('x') })
  const texts = [...textsIn(body)].map((text) => text.trim().replace(/\s*\n\s*/g, ' ⏎ '))
  const words = [...new Set(texts)].filter((text) => prose.test(text) && !machineText.test(text))
  if (words.length > 0) page.push(`## ${file}`, words.map((text) => `- ${text}`).join('\n'))
}
writeFileSync('docs/words.md', `${page.join('\n\n')}\n`)
