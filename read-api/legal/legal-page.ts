import { type TextSpan, textOf } from '@medicready/domain/legal/shown/legal-text'

type Document = PDFKit.PDFDocument
type Element = PDFKit.PDFStructureElement

const INK = '#1a1d23'
const FAINT = '#4b5263'
const LINK = '#1d4ed8'
const RULE = '#9aa3b2'
const SIZE = 10
const GAP = 7
const LINE_GAP = 3
const INDENT = 16
const faces = { plain: 'plain', strong: 'strong', emphasis: 'emphasis', code: 'plain' } as const

export class LegalPage {
  readonly #document: Document
  readonly #whole: Element
  readonly #publicUrl: string
  readonly #left: number

  constructor(document: Document, whole: Element, publicUrl: string) {
    this.#document = document
    this.#whole = whole
    this.#publicUrl = publicUrl
    this.#left = document.page.margins.left
  }

  title(text: string): void {
    this.#bookmark(text)
    this.#words('H1', text, { face: 'strong', size: 22, color: INK })
  }

  heading(text: string): void {
    // Avoids a heading alone at the end of a page.
    this.#keep(70)
    this.#document.y += GAP
    this.#bookmark(text)
    this.#words('H2', text, { face: 'strong', size: 14, color: INK })
  }

  line(text: string): void {
    this.#words('P', text, { face: 'plain', size: SIZE, color: FAINT })
  }

  paragraph(spans: readonly TextSpan[]): void {
    this.#begin()
    // Avoids a single line at the end of a page.
    this.#keep(4 * SIZE)
    this.#whole.add(this.#element('P', spans))
    this.#document.y += GAP
  }

  note(spans: readonly TextSpan[]): void {
    const width = this.#width - INDENT
    this.#begin()
    this.#keep(this.#document.heightOfString(textOf(spans), { width, lineGap: LINE_GAP }) + GAP)
    const top = this.#document.y
    this.#document.x = this.#left + INDENT
    this.#whole.add(this.#element('P', spans, width))
    const bottom = this.#document.y
    this.#artifact(() => this.#document.lineWidth(2).strokeColor(RULE).moveTo(this.#left, top).lineTo(this.#left, bottom).stroke())
    this.#document.x = this.#left
    this.#document.y = bottom + GAP
  }

  list(items: readonly (readonly TextSpan[])[], isOrdered: boolean): void {
    const list = this.#document.struct('L')
    this.#whole.add(list)
    for (const [index, spans] of items.entries()) {
      this.#begin()
      this.#keep(2 * SIZE)
      const item = this.#document.struct('LI')
      list.add(item)
      const top = this.#document.y
      const label = isOrdered ? `${index + 1}.` : '•'
      item.add(this.#document.struct('Lbl', {}, [() => this.#document.fillColor(INK).text(label, this.#left, top, { lineBreak: false })]))
      this.#document.x = this.#left + INDENT
      this.#document.y = top
      item.add(this.#element('LBody', spans, this.#width - INDENT))
      item.end()
      this.#document.x = this.#left
      this.#document.y += GAP / 2
    }
    list.end()
    this.#document.y += GAP / 2
  }

  table(head: readonly (readonly TextSpan[])[], rows: readonly (readonly (readonly TextSpan[])[])[]): void {
    this.#begin()
    this.#keep(60)
    const weights = head.map((_, column) => Math.sqrt(Math.max(8, ...[head, ...rows].map((row) => textOf(row[column] ?? []).length))))
    const whole = weights.reduce((sum, weight) => sum + weight, 0)
    const options = {
      structParent: this.#whole,
      columnStyles: weights.map((weight) => ({ width: (this.#width * weight) / whole })),
      defaultStyle: { border: 0.5, borderColor: RULE, padding: 4 },
      data: [
        head.map((cell) => ({ text: textOf(cell), type: 'TH' as const, scope: 'Column' as const, font: { src: faces.strong } })),
        ...rows.map((row) => row.map((cell) => ({ text: textOf(cell), type: 'TD' as const }))),
      ],
    }
    this.#document.fillColor(INK).lineGap(2)
    this.#document.table(options)
    this.#document.lineGap(0)
    this.#document.x = this.#left
    this.#document.y += GAP
  }

  /** Outside of the tagged content. */
  furnish({ head, foot }: { readonly head: string; readonly foot: string }): void {
    const document = this.#document
    const { start, count } = document.bufferedPageRange()
    for (let index = start; index < start + count; index++) {
      document.switchToPage(index)
      const { height, margins } = document.page
      const bottom = margins.bottom
      // Text below the bottom margin would start a new page.
      margins.bottom = 0
      document.font('plain').fontSize(8).fillColor(FAINT)
      this.#artifact(() => document.text(head, this.#left, 40, { lineBreak: false }), 'Top')
      this.#artifact(() => document.text(foot, this.#left, height - 48, { lineBreak: false }), 'Bottom')
      const number = `Page ${index + 1} of ${count}`
      const left = this.#left + this.#width - document.widthOfString(number)
      this.#artifact(() => document.text(number, left, height - 48, { lineBreak: false }), 'Bottom')
      margins.bottom = bottom
    }
  }

  get #width(): number {
    const { width, margins } = this.#document.page
    return width - margins.left - margins.right
  }

  #begin(): void {
    this.#document.font('plain').fontSize(SIZE).fillColor(INK)
  }

  #keep(height: number): void {
    if (this.#document.y + height > this.#document.page.maxY()) this.#document.addPage()
  }

  #bookmark(title: string): void {
    // pdfkit measures the left of a bookmark from the right.
    const place = { expanded: false, top: this.#document.y - GAP, left: this.#document.page.width }
    this.#document.outline.addItem(title, place)
  }

  #words(type: 'H1' | 'H2' | 'P', text: string, { face, size, color }: { face: string; size: number; color: string }): void {
    const document = this.#document
    this.#whole.add(document.struct(type, {}, [() => document.font(face).fontSize(size).fillColor(color).text(text)]))
    document.y += GAP
  }

  #element(type: 'P' | 'LBody', spans: readonly TextSpan[], width = this.#width): Element {
    const document = this.#document
    const children = spans.map(({ text, style, href }, index) => {
      const link = href === null ? null : new URL(href, this.#publicUrl).href
      const write = () =>
        document
          .font(faces[style])
          .fillColor(link ? LINK : INK)
          .text(text, { width, lineGap: LINE_GAP, continued: index < spans.length - 1, ...(link && { link, underline: true }) })
      return link ? document.struct('Link', { alt: text }, [write]) : write
    })
    return document.struct(type, {}, children)
  }

  #artifact(draw: () => void, attached?: 'Top' | 'Bottom'): void {
    this.#document.markContent('Artifact', attached ? { type: 'Pagination', attached: [attached] } : { type: 'Layout' })
    draw()
    this.#document.endMarkedContent()
  }
}
