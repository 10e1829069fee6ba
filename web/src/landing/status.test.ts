import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type KnownStates, partStates, States } from './status.tsx'

const at = '2026-03-05T12:00:30.000Z'
const up = { isUp: true, since: '2026-03-05T11:00:00.000Z' }
const measured = (part: 'pages' | 'answers' | 'figures' | 'progress' | 'mails', isUp = true, measuredAt = '2026-03-05T12:00:00.000Z') => ({
  part,
  isUp,
  since: '2026-03-01T00:00:00.000Z',
  measuredAt,
  days: [
    { date: '2026-03-04', measured: 1_440, up: 1_428 },
    { date: '2026-03-05', measured: 720, up: 720 },
  ],
})
const known = (changed: Partial<KnownStates> = {}): KnownStates => ({
  at,
  told: { parts: (['pages', 'answers', 'figures', 'progress', 'mails'] as const).map((part) => measured(part)), outages: [] },
  toldAt: at,
  answers: up,
  figures: up,
  ...changed,
})
const statesInHtml = (states: KnownStates) => renderToStaticMarkup(createElement(States, { known: states }))
const stateOf = (states: KnownStates) => Object.fromEntries(partStates(states).map(({ part, state, since }) => [part, [state, since]]))

test('says that everything is up, since when, and how the days were', () => {
  const html = statesInHtml(known())
  expect(html).toContain('Everything is up')
  expect(stateOf(known()).answers).toEqual(['up', '2026-03-01T00:00:00.000Z'])
  expect(html).toContain('Progress, the last 90 days: up 99.44% of what was measured; 88 days not measured')
  expect(html).toContain('2026-03-04: up 99.16% of what was measured')
  expect(html).toContain('2026-03-03: not measured')
  expect(html.match(/<rect /g)).toHaveLength(5 * 90)
  expect(html).toContain('None was measured.')
})

test('what the edge finds out itself overrides what was measured a minute ago', () => {
  const states = known({ answers: { isUp: false, since: at } })
  expect(stateOf(states).answers).toEqual(['down', at])
  expect(statesInHtml(states)).toContain('Does not answer now: Signing in and answering')
})

test('an old or missing measurement is shown as not measured', () => {
  const old = known({ told: { parts: [measured('progress', true, '2026-03-05T11:00:00.000Z')], outages: [] } })
  expect(stateOf(old)).toMatchObject({ pages: ['up', null], progress: ['unknown', null], mails: ['unknown', null] })
  expect(statesInHtml(old)).toContain('Not measured now: Progress, Mails and reminders')
})

test('without the read API it shows the last known states with their time, or that nothing is known', () => {
  expect(statesInHtml(known({ toldAt: '2026-03-05T11:58:00.000Z' }))).toContain('newer figures cannot be reached now')
  const ignorant = statesInHtml(known({ told: null, toldAt: null }))
  expect(ignorant).toContain('What was measured before cannot be reached now.')
  expect(ignorant).toContain('nothing was measured')
})

test('describes incidents in plain words, including ongoing ones', () => {
  const html = statesInHtml(
    known({
      told: {
        parts: [],
        outages: [
          { part: 'mails', from: '2026-03-05T11:50:00.000Z', until: null },
          { part: 'answers', from: '2026-03-04T10:00:00.000Z', until: '2026-03-04T10:12:00.000Z' },
        ],
      },
    }),
  )
  expect(html.replaceAll(/<\/?time[^>]*>/g, '')).toContain('Mails and reminders: no answer since 2026-03-05 11:50 UTC, for 11 minutes now.')
  expect(html).toContain('Signing in and answering: no answer for 12 minutes')
})
