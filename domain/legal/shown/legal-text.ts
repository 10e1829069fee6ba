import { z } from 'zod'
import { legalDocumentIds } from './legal-documents.ts'

/** Parsed structure of a legal document, for display, print and comparison. */

const spanStyles = ['plain', 'strong', 'emphasis', 'code'] as const
export const TextSpan = z.object({ text: z.string(), style: z.enum(spanStyles), /** Of a link. */ href: z.string().nullable() })
export type TextSpan = z.infer<typeof TextSpan>

const spans = z.array(TextSpan)
export const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), spans }),
  /** Not part of the agreement, such as the remark that this is a template. */
  z.object({ kind: z.literal('note'), spans }),
  z.object({ kind: z.literal('list'), isOrdered: z.boolean(), items: z.array(spans) }),
  z.object({ kind: z.literal('table'), head: z.array(spans), rows: z.array(z.array(spans)) }),
])
export type Block = z.infer<typeof Block>

/** Text before the first title is a section without one. */
export const Section = z.object({ id: z.string(), title: z.string().nullable(), blocks: z.array(Block) })
export type Section = z.infer<typeof Section>

export const FrontMatter = z.strictObject({
  id: z.enum(legalDocumentIds),
  title: z.string().min(1),
  version: z.coerce.number().int().min(1),
  lastUpdated: z.iso.date(),
  effectiveDate: z.iso.date(),
  description: z.string().min(1),
  changes: z.string().min(1),
})

export const LegalText = FrontMatter.extend({ sections: z.array(Section) })
export type LegalText = z.infer<typeof LegalText>

export const ChangedLine = z.discriminatedUnion('change', [
  z.object({ change: z.enum(['added', 'removed']), text: z.string() }),
  z.object({
    change: z.literal('reworded'),
    words: z.array(z.object({ text: z.string(), change: z.enum(['same', 'added', 'removed']) })),
  }),
])
export type ChangedLine = z.infer<typeof ChangedLine>

export const ChangedSection = z.object({
  title: z.string().nullable(),
  change: z.enum(['added', 'removed', 'changed']),
  lines: z.array(ChangedLine),
})
export type ChangedSection = z.infer<typeof ChangedSection>

export const textOf = (words: readonly TextSpan[]): string => words.map(({ text }) => text).join('')

export function linesOf(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return [textOf(block.spans)]
    case 'list':
      return block.items.map(textOf)
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(textOf).join(' | '))
  }
}
