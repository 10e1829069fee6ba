import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contentText, itemText } from './content-text.ts'
import { Item } from './item.ts'
import { questionContent } from './testing/question-content.ts'

const golden = new URL('../golden/', import.meta.url)
const items = readdirSync(golden).map((file) => {
  const sample = JSON.parse(readFileSync(new URL(file, golden), 'utf8'))
  return Item.parse(sample.item)
})

test.each(items.map((item) => [item.kind, item] as const))(
  '%s: every word of the item is told, each line under a key of its own',
  (_, item) => {
    const lines = itemText(item)
    const told = lines.map(({ text }) => text).join('\n')
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
    const words = JSON.stringify(item).matchAll(/"(?:text|rationale|unit)":"((?:[^"\\]|\\.)*)"/g)
    for (const [, text] of words) expect(told).toContain(JSON.parse(`"${text}"`))
  },
)

test('right answers and picture parameters are shown', () => {
  const content = questionContent({ picture: { kind: 'ecg_strip', rhythm: 'sinus_arrest', rate: null, seed: 7, alt: null } })
  const lines = contentText(content)
  expect(lines.filter(({ text }) => text.includes('(right)')).map(({ text }) => text)).toEqual(['Narrowed pulse pressure (right)'])
  expect(lines).toContainEqual({ key: 'picture', label: 'Picture', text: 'ecg strip\nrhythm: sinus arrest\nseed: 7' })
  expect(lines).toContainEqual({ key: 'tags', label: 'Tags', text: 'Trauma, Shock, adult' })
})

test('a table is told row by row', () => {
  const rows = [
    ['Trachea', 'Midline'],
    ['Breath sounds', 'Equal'],
  ]
  const content = questionContent({
    explanationPicture: { kind: 'table', caption: 'Cardiac tamponade', columns: ['Finding', 'Here'], rows },
  })
  const text = 'Cardiac tamponade\nFinding | Here\nTrachea | Midline\nBreath sounds | Equal'
  expect(contentText(content)).toContainEqual({ key: 'explanationPicture', label: 'Picture of the explanation', text })
})
