import { expect, test } from 'vitest'
import { legalChanges } from './legal-changes.ts'
import { readLegalText } from './read-legal-text.ts'

const version = (number: number, markdown: string) =>
  readLegalText(`---
id: refund
title: Refund Policy
version: ${number}
lastUpdated: 2026-01-01
effectiveDate: 2026-01-01
description: When you get money back.
changes: Some.
---

${markdown}
`)
const changes = (before: string, after: string) => legalChanges(version(1, before), version(2, after))

const plans = '## Plans\n\nYou can give a plan back within 14 days.\n\nThe refund takes a week.'

test('finds nothing between equal texts', () => {
  expect(changes(plans, plans)).toEqual([])
})

test('says which words of a line have changed', () => {
  expect(changes(plans, plans.replace('14', '30'))).toEqual([
    {
      title: 'Plans',
      change: 'changed',
      lines: [
        {
          change: 'reworded',
          words: [
            { text: 'You can give a plan back within ', change: 'same' },
            { text: '14', change: 'removed' },
            { text: '30', change: 'added' },
            { text: ' days.', change: 'same' },
          ],
        },
      ],
    },
  ])
})

test('distinguishes a replaced line from a reworded one', () => {
  expect(changes(plans, plans.replace('The refund takes a week.', 'Ask your bank.'))).toEqual([
    {
      title: 'Plans',
      change: 'changed',
      lines: [
        { change: 'removed', text: 'The refund takes a week.' },
        { change: 'added', text: 'Ask your bank.' },
      ],
    },
  ])
})

test('compares lists by item and tables by row', () => {
  const before = '## Prices\n\n- Basic\n- Premium\n\n| Plan | Price |\n| --- | --- |\n| Basic | $5 a month |'
  const after = '## Prices\n\n- Basic\n- Plus\n- Premium\n\n| Plan | Price |\n| --- | --- |\n| Basic | $6 a month |'
  expect(changes(before, after)).toEqual([
    {
      title: 'Prices',
      change: 'changed',
      lines: [
        { change: 'added', text: 'Plus' },
        {
          change: 'reworded',
          words: [
            { text: 'Basic | $', change: 'same' },
            { text: '5', change: 'removed' },
            { text: '6', change: 'added' },
            { text: ' a month', change: 'same' },
          ],
        },
      ],
    },
  ])
})

test('shows added and removed sections, but not moved ones', () => {
  const tutoring = '## Tutoring\n\nSessions can be moved.'
  const banks = '## Banks\n\nAsk yours.'
  expect(changes(`${plans}\n\n${tutoring}`, `${banks}\n\n${plans}`)).toEqual([
    { title: 'Banks', change: 'added', lines: [{ change: 'added', text: 'Ask yours.' }] },
    { title: 'Tutoring', change: 'removed', lines: [{ change: 'removed', text: 'Sessions can be moved.' }] },
  ])
  expect(changes(`${plans}\n\n${tutoring}`, `${tutoring}\n\n${plans}`)).toEqual([])
})

test('keeps all words: the earlier and the later line can be reconstructed', () => {
  const [before, after] = ['You cancel online, at any time, by a button.', 'You cancel online or by phone, at any time, with one button.']
  const [section] = changes(`## A\n\n${before}`, `## A\n\n${after}`)
  const [line] = section?.lines ?? []
  const without = (other: string) =>
    line?.change === 'reworded' ? line.words.flatMap(({ text, change }) => (change === other ? [] : [text])).join('') : ''
  expect([without('added'), without('removed')]).toEqual([before, after])
})
