import { expect, test } from 'vitest'
import { readLegalText } from './read-legal-text.ts'

const front = `---
id: refund
title: Refund Policy
version: 2
lastUpdated: 2026-03-01
effectiveDate: 2026-04-01
description: When you get money back: for a plan, or for a session.
changes: Refunds are faster.
---
`
const read = (markdown: string) => readLegalText(`${front}\n${markdown}\n`)
const plain = (text: string) => ({ text, style: 'plain', href: null })

test('reads the front matter of a document, and its text by section', () => {
  const text = read(
    [
      '> **Template.** Read it.',
      '## In short & plain',
      'Pay *later*, see the [Terms](/legal?document=terms) or `a cookie`. It\'s "yours" & 1 < 2.',
      '- one\n- **two**, and more',
      '1. first\n2. second',
      '| What | How much |\n| --- | --- |\n| A plan | \\$5 \\| month |',
    ].join('\n\n'),
  )
  expect(text).toEqual({
    id: 'refund',
    title: 'Refund Policy',
    version: 2,
    lastUpdated: '2026-03-01',
    effectiveDate: '2026-04-01',
    description: 'When you get money back: for a plan, or for a session.',
    changes: 'Refunds are faster.',
    sections: [
      {
        id: 'preface',
        title: null,
        blocks: [{ kind: 'note', spans: [{ text: 'Template.', style: 'strong', href: null }, plain(' Read it.')] }],
      },
      {
        id: 'in-short-plain',
        title: 'In short & plain',
        blocks: [
          {
            kind: 'paragraph',
            spans: [
              plain('Pay '),
              { text: 'later', style: 'emphasis', href: null },
              plain(', see the '),
              { text: 'Terms', style: 'plain', href: '/legal?document=terms' },
              plain(' or '),
              { text: 'a cookie', style: 'code', href: null },
              plain('. It\'s "yours" & 1 < 2.'),
            ],
          },
          {
            kind: 'list',
            isOrdered: false,
            items: [[plain('one')], [{ text: 'two', style: 'strong', href: null }, plain(', and more')]],
          },
          { kind: 'list', isOrdered: true, items: [[plain('first')], [plain('second')]] },
          { kind: 'table', head: [[plain('What')], [plain('How much')]], rows: [[[plain('A plan')], [plain('$'), plain('5 | month')]]] },
        ],
      },
    ],
  })
})

test.each([
  ['a heading of another rank', '# Title'],
  ['a heading below a heading', '### Part'],
  ['HTML', '<div>words</div>'],
  ['a picture', '![words](picture.png)'],
  ['code', '```\nwords\n```'],
  ['a line', '---'],
  ['a list in a list', '- one\n  - two'],
  ['items with paragraphs', '- one\n\n  more\n\n- two'],
  ['a note of two paragraphs', '> one\n>\n> two'],
  ['a mark within a mark', '**one *two***'],
  ['words crossed out', '~~one~~'],
  ['two sections of one name', '## One\n\nwords\n\n## One\n\nwords'],
])('refuses %s', (_, markdown) => {
  expect(() => read(markdown)).toThrow()
})

test.each([
  ['without it', ''],
  ['with a line that says nothing', front.replace('version: 2', 'version')],
  ['with something said twice', front.replace('version: 2', 'version: 2\nversion: 3')],
  ['with something unknown', front.replace('version: 2', 'version: 2\nauthor: Ana')],
  ['of no document', front.replace('id: refund', 'id: returns')],
  ['with a date that is none', front.replace('2026-03-01', '2026-02-30')],
  ['with something missing', front.replace('changes: Refunds are faster.\n', '')],
])('refuses a beginning %s', (_, beginning) => {
  expect(() => readLegalText(`${beginning}\nWords.\n`)).toThrow()
})
