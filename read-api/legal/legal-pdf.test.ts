import { linesOf } from '@medicready/domain/legal/shown/legal-text'
import { newestLegalTexts } from '@medicready/platform/legal/read-legal-text'
import { getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { dayInWords, legalPdf } from './legal-pdf.ts'

const publicUrl = 'https://medicready.example'

/** An element of the tag tree: other elements, and the marks of its text on a page. */
interface Tagged {
  readonly role?: string
  readonly id?: string
  readonly children?: readonly Tagged[]
}

/** Text without the spaces that only come from line breaks. */
const letters = (text: string): string => text.replaceAll(/\s+/g, '')

async function readPdf(bytes: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => readPage(pdf, index + 1)))
  return { pdf, pages, tagged: pages.flatMap(({ tagged }) => tagged) }
}

async function readPage(pdf: Awaited<ReturnType<typeof getDocumentProxy>>, number: number) {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  const byMark = new Map<string, string>()
  let mark: string | null = null
  let furniture = ''
  for (const item of items)
    if ('str' in item) {
      if (mark === null) furniture += item.str
      else byMark.set(mark, `${byMark.get(mark) ?? ''} ${item.str}`)
    } else mark = 'id' in item && typeof item.id === 'string' ? item.id : null
  const tree = (await page.getStructTree()) as Tagged | null
  const links = (await page.getAnnotations()).flatMap(({ url }: { url?: string }) => (url === undefined ? [] : [url]))
  return { tagged: tree ? blocksOf(tree, byMark) : [], furniture, links }
}

const blocks = new Set(['H1', 'H2', 'P', 'Lbl', 'LBody', 'TH', 'TD'])

/** The blocks with text on a page, in reading order. */
function blocksOf(element: Tagged, byMark: ReadonlyMap<string, string>): { role: string; text: string }[] {
  const { role = '', children = [] } = element
  if (blocks.has(role)) {
    const text = wordsOf(element, byMark)
    return text === '' ? [] : [{ role, text }]
  }
  return children.flatMap((child) => blocksOf(child, byMark))
}

const wordsOf = ({ id, children = [] }: Tagged, byMark: ReadonlyMap<string, string>): string =>
  id === undefined ? children.map((child) => wordsOf(child, byMark)).join('') : (byMark.get(id) ?? '')

describe.each(newestLegalTexts())('$title', (text) => {
  test('is complete, in order, without repeats, and searchable', async () => {
    const bytes = await legalPdf(text, publicUrl)
    const { pdf, pages, tagged } = await readPdf(bytes)

    const said = text.sections.flatMap(({ title, blocks }) => [title ?? '', ...blocks.flatMap(linesOf)])
    const version = `Version ${text.version} · Last updated ${dayInWords(text.lastUpdated)} · Effective date: ${dayInWords(text.effectiveDate)}`
    const onPaper = tagged.flatMap(({ role, text }) => (role === 'Lbl' ? [] : [text]))
    expect(letters(onPaper.join(''))).toBe(letters([text.title, version, ...said].join('').replaceAll(' | ', '')))

    const ofRole = (wanted: string) => tagged.flatMap(({ role, text }) => (role === wanted ? [letters(text)] : []))
    const titles = text.sections.flatMap(({ title }) => (title === null ? [] : [title]))
    expect(ofRole('H1')).toEqual([letters(text.title)])
    expect(ofRole('H2')).toEqual(titles.map(letters))
    const cells = text.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'table' ? linesOf(block).join(' | ').split(' | ') : [])),
    )
    expect(tagged.filter(({ role }) => role === 'TH' || role === 'TD').map((cell) => letters(cell.text))).toEqual(cells.map(letters))
    expect((await pdf.getOutline()).map(({ title }) => title)).toEqual([text.title, ...titles])

    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
    const { info } = await pdf.getMetadata()
    expect(info).toMatchObject({ Title: `${text.title} (version ${text.version})`, Language: 'en-US', Subject: text.description })
    for (const [index, { furniture }] of pages.entries()) {
      expect(letters(furniture)).toContain(letters(`MedicReady · ${text.title}`))
      expect(letters(furniture)).toContain(letters(`${version}Page ${index + 1} of ${pages.length}`))
    }
    const hrefs = text.sections
      .flatMap(({ blocks }) => blocks.flatMap((block) => ('spans' in block ? [block.spans] : 'items' in block ? block.items : [])))
      .flat()
      .flatMap(({ href }) => (href === null ? [] : [new URL(href, publicUrl).href]))
    expect(new Set(pages.flatMap(({ links }) => links))).toEqual(new Set(hrefs))
  })
})

test('the same version gives the same bytes', async () => {
  const [text] = newestLegalTexts()
  if (!text) throw new Error('There are no documents')
  expect((await legalPdf(text, publicUrl)).equals(await legalPdf(text, publicUrl))).toBe(true)
})
