import { readFileSync } from 'node:fs'
import type { LegalText, Section } from '@medicready/domain/legal/legal-text'
import { PRODUCT_NAME } from '@medicready/domain/product'
import PDFDocument from 'pdfkit'
import { LegalPage } from './legal-page.ts'
import { unpackedFont } from './unpacked-font.ts'

/** Inter (SIL Open Font License 1.1), English subset; a PDF embeds the glyphs it needs. */
const inter = (face: string): Buffer =>
  unpackedFont(readFileSync(new URL(import.meta.resolve(`@fontsource/inter/files/inter-latin-${face}.woff`))))
const fonts = { plain: inter('400-normal'), strong: inter('700-normal'), emphasis: inter('400-italic') }

/** Tagged PDF/UA, deterministic. pdfkit can do this; pdfmake hides its tags, and pdf-lib breaks no lines. */
export async function legalPdf(text: LegalText, publicUrl: string): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'LETTER',
    margins: { top: 72, bottom: 72, left: 64, right: 64 },
    bufferPages: true,
    pdfVersion: '1.7',
    // Missing in the types of pdfkit.
    subset: 'PDF/UA' as 'PDF/A-1a',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: `${text.title} (version ${text.version})`,
      Author: PRODUCT_NAME,
      Subject: text.description,
      CreationDate: new Date(`${text.lastUpdated}T00:00:00.000Z`),
    },
  })
  for (const [style, file] of Object.entries(fonts)) document.registerFont(style, file)
  const whole = document.struct('Document')
  document.addStructure(whole)
  const page = new LegalPage(document, whole, publicUrl)
  page.title(text.title)
  page.line(versionWords(text))
  for (const section of text.sections) writeSection(page, section)
  whole.end()
  page.furnish({ head: `${PRODUCT_NAME} · ${text.title}`, foot: versionWords(text) })
  document.end()
  return Buffer.concat(await document.toArray())
}

const versionWords = ({ version, lastUpdated, effectiveDate }: LegalText): string =>
  `Version ${version} · Last updated ${dayInWords(lastUpdated)} · Effective date: ${dayInWords(effectiveDate)}`

function writeSection(page: LegalPage, { title, blocks }: Section): void {
  if (title !== null) page.heading(title)
  for (const block of blocks)
    switch (block.kind) {
      case 'paragraph':
        page.paragraph(block.spans)
        break
      case 'note':
        page.note(block.spans)
        break
      case 'list':
        page.list(block.items, block.isOrdered)
        break
      case 'table':
        page.table(block.head, block.rows)
        break
    }
}

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const dayInWords = (day: string): string => format.format(new Date(`${day}T00:00:00.000Z`))
