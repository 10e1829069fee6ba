import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { LegalText, Section } from '@medicready/domain/legal/shown/legal-text'
import PDFDocument from 'pdfkit'
import { LegalPage } from './legal-page.ts'

const HEAD = 44
const ENTRY = 20
const SFNT_HEAD = 12
const SFNT_ENTRY = 16

/** WOFF 1.0: the same tables, uncompressed. A reader of the packed font would inflate a table for each glyph. */
function unpackedFont(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This font is not a WOFF file')
  const count = woff.readUInt16BE(12)
  const power = Math.floor(Math.log2(count))
  const head = Buffer.alloc(SFNT_HEAD + SFNT_ENTRY * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(2 ** power * SFNT_ENTRY, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE((count - 2 ** power) * SFNT_ENTRY, 10)
  const tables = [head]
  let place = head.length
  for (let index = 0; index < count; index++) {
    const entry = HEAD + ENTRY * index
    const [offset, packed, length, checksum] = [4, 8, 12, 16].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(offset, offset + packed)
    const table = Buffer.alloc(Math.ceil(length / 4) * 4)
    ;(packed < length ? inflateSync(bytes) : bytes).copy(table)
    const written = SFNT_HEAD + SFNT_ENTRY * index
    woff.copy(head, written, entry, entry + 4)
    for (const [at, value] of [checksum, place, length].entries()) head.writeUInt32BE(value, written + 4 + 4 * at)
    tables.push(table)
    place += table.length
  }
  return Buffer.concat(tables)
}

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
