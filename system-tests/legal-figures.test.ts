import { addDays } from '@medicready/domain/core/calendar'
import { blanks, DEFAULT_LEGAL_DOCUMENT, legalDocumentIds } from '@medicready/domain/legal/legal-documents'
import { type LegalText, linesOf, type TextSpan } from '@medicready/domain/legal/legal-text'
import { POLICY_NOTICE_DAYS } from '@medicready/domain/legal/policy-figures'
import { requestKinds } from '@medicready/domain/legal/request-kinds'
import { legalText, newestLegalTexts } from '@medicready/platform/legal/read-legal-text'
import { describe, expect, test } from 'vitest'
import { legalFigures } from './legal-figures.ts'

const texts = newestLegalTexts()
const linesIn = ({ description, sections }: LegalText): string[] => [
  description,
  ...sections.flatMap(({ title, blocks }) => [title ?? '', ...blocks.flatMap(linesOf)]),
]

/** Where a phrase stands in a line, in capitals or not, from and to. */
function* placesOf(phrase: string, line: string): Generator<readonly [number, number]> {
  const [wanted, where] = [phrase.toLowerCase(), line.toLowerCase()]
  for (let from = where.indexOf(wanted); from >= 0; from = where.indexOf(wanted, from + 1)) {
    // '15 days' does not say '5 days'.
    const isWhole = !/\w/.test((where[from - 1] ?? ' ') + (where[from + wanted.length] ?? ' '))
    if (isWhole) yield [from, from + wanted.length]
  }
}

describe.each(texts)('$title', (text) => {
  const lines = linesIn(text)
  const phrases = legalFigures[text.id]

  test('says each figure as the product goes by it', () => {
    expect(phrases.filter((phrase) => !lines.some((line) => !placesOf(phrase, line).next().done))).toEqual([])
  })

  test('says no figure that the product does not go by', () => {
    const unknown = lines.flatMap((line) => {
      const known = phrases.flatMap((phrase) => [...placesOf(phrase, line)])
      const figures = [...line.matchAll(/(?<![A-Za-z\d])\d+(?:[.,]\d+)*/g)]
      return figures
        .filter(({ index, 0: figure }) => !known.some(([from, to]) => from <= index && index + figure.length <= to))
        .map(({ index }) => line.slice(Math.max(0, index - 40), index + 40))
    })
    expect(unknown).toEqual([])
  })

  test('writes figures in digits, so that they are found', () => {
    const spelled =
      /\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|fifteen|twenty|thirty|forty|sixty|ninety|hundred|thousand)\b/i
    expect(lines.filter((line) => spelled.test(line))).toEqual([])
  })

  test('is marked as a template, and leaves only known blanks', () => {
    const [preface] = text.sections
    expect(preface?.blocks[0]).toMatchObject({ kind: 'note', spans: [{ text: 'Template.', style: 'strong' }, {}] })
    const left = lines.slice(2).flatMap((line) => [...line.matchAll(/\[([^\]]+)\]/g)].map(([, blank]) => blank))
    expect(left.filter((blank) => blank !== 'brackets' && !(blanks as readonly (string | undefined)[]).includes(blank))).toEqual([])
  })

  test('leads only to documents that there are', () => {
    const spans = text.sections.flatMap(({ blocks }) => blocks.flatMap((block): TextSpan[] => ('spans' in block ? block.spans : [])))
    const items = text.sections.flatMap(({ blocks }) => blocks.flatMap((block): TextSpan[] => ('items' in block ? block.items.flat() : [])))
    const addresses = [...spans, ...items].flatMap(({ href }) => (href === null ? [] : [href]))
    expect(addresses.filter((href) => !legalDocumentIds.some((id) => href === `/legal?document=${id}`))).toEqual([])
  })
})

test('each version can be read; the first bears the dates of its publication, later ones hold after their notice', () => {
  for (const { id, version: newest } of texts)
    for (let version = 1; version <= newest; version++) {
      const { lastUpdated, effectiveDate } = legalText(id, version)
      const from = version === 1 ? lastUpdated : addDays(lastUpdated, POLICY_NOTICE_DAYS)
      expect({ id, version, holdsInTime: effectiveDate >= from }).toEqual({ id, version, holdsInTime: true })
      if (version === 1) expect([lastUpdated, effectiveDate]).toEqual(['2025-01-01', '2025-01-01'])
    }
})

test('what is not offered yet says so', () => {
  const isMarked = (line: string) => line.startsWith('Terms for when it is offered')
  for (const { id, sections } of texts) {
    const notes = sections.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'note').flatMap(linesOf))
    expect({ id, isMarked: notes.some(isMarked) }).toEqual({ id, isMarked: ['affiliate', 'license', 'cookie'].includes(id) })
  }
})

test('the kinds of request are those of the contact form', () => {
  const terms = texts.find(({ id }) => id === DEFAULT_LEGAL_DOCUMENT)
  const [, ...rows] = terms?.sections.at(-1)?.blocks.flatMap((block) => (block.kind === 'table' ? linesOf(block) : [])) ?? []
  expect(rows.map((row) => row.split(' | ').slice(0, 2))).toEqual(Object.values(requestKinds).map(({ title, about }) => [title, about]))
})
