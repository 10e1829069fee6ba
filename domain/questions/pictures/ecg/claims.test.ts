import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { BankQuestion } from '../../content/content.ts'
import { describeEcg } from './ecg.ts'

/** What questions of the bank say in numbers about their ECG, compared with what its drawing measures. */

const directory = new URL('../../bank/', import.meta.url)
const files = readdirSync(directory).filter((name) => name.endsWith('.json'))
const bank = z.array(BankQuestion).parse(files.flatMap((name) => JSON.parse(readFileSync(new URL(name, directory), 'utf8'))))

/** The picture shows a later moment than the rate or interval. */
const earlier: readonly string[] = ['cardiology-032', 'cardiology-062']

const about = (found: number, told: number, off: number) => Math.abs(found - told) <= off + 1e-9
const leadNames = '(?:III|II|I|aVR|aVL|aVF|V[1-6])'
const perLead = new RegExp(`([\\d.]+) mm in (${leadNames}(?:(?:, | and |, and )${leadNames}\\b)*)`, 'g')

const shown = bank.flatMap(({ id, stem, explanation, clinicalPearl, picture }) => {
  if (picture?.kind !== 'ecg_strip' && picture?.kind !== 'ecg_12_lead') return []
  return [{ id, stem, text: `${stem} ${explanation} ${clinicalPearl}`, drawn: describeEcg(picture) }]
})
const measured = (drawn: string, pattern: RegExp) => Number(pattern.exec(drawn)?.[1] ?? Number.NaN)

test('the heart rate of a stem is the rate that is drawn', () => {
  const off = shown.flatMap(({ id, stem, drawn }) => {
    const told = /\bHR (?:is )?(\d+)/.exec(stem)?.[1]
    if (told === undefined || earlier.includes(id)) return []
    const rate = measured(drawn, /(\d+)\/min/)
    return about(rate, Number(told), 0.05 * Number(told)) ? [] : [`${id}: HR ${told}, drawn ${rate}`]
  })
  expect(off).toEqual([])
})

test('an interval that is told in seconds is the one that is drawn', () => {
  const off = shown.flatMap(({ id, text, drawn }) =>
    (['QRS', 'PR', 'QT'] as const).flatMap((name) => {
      const claim = new RegExp(`${name}(?: interval)?(?: is| of| already measures)(?: about)? (0\\.\\d+) seconds?`, 'g')
      const found = measured(drawn, name === 'QRS' ? /QRS width ([\d.]+) s/ : new RegExp(`\\b${name} ([\\d.]+) s`))
      return [...text.matchAll(claim)].flatMap(([words, told]) =>
        earlier.includes(id) ||
        /\b(?:first|earlier) ECG\b[^.]*$/.test(text.slice(0, text.indexOf(words))) ||
        about(found, Number(told), 0.02)
          ? []
          : [`${id}: ${words}, drawn ${found}`],
      )
    }),
  )
  expect(off).toEqual([])
})

test('P waves that are low are drawn, and those that are lost are not', () => {
  const claims = shown.flatMap(({ id, text, drawn }) => {
    const told = /\b(low|lost) P waves\b/.exec(text)?.[1]
    return told === undefined ? [] : [{ id, told, drawn: /\d+ P waves/.test(drawn) ? 'low' : 'lost' }]
  })
  expect(new Set(claims.map(({ told }) => told))).toEqual(new Set(['low', 'lost']))
  expect(claims.filter(({ told, drawn }) => told !== drawn)).toEqual([])
})

test('an ST segment that is told in millimeters of a lead is drawn so', () => {
  const claims = shown.flatMap(({ id, text, drawn }) =>
    text
      .split(/(?<=[.:;]) /)
      .filter((part) => /\bST segments? (?:is|are) (?:elevated|depressed)/.test(part))
      .flatMap((part) => [...part.matchAll(perLead)].map(([, told, names = '']) => ({ id, told: Number(told), names, drawn }))),
  )
  expect(claims.length).toBeGreaterThan(0)
  const off = claims.flatMap(({ id, told, names, drawn }) =>
    (names.match(new RegExp(leadNames, 'g')) ?? []).flatMap((lead) => {
      const st = measured(drawn, new RegExp(`[:;] ${lead} [^;]*ST [+−]?([\\d.]+)`))
      return about(st, told, 0.5) ? [] : [`${id}: ${told} mm in ${lead}, drawn ${st}`]
    }),
  )
  expect(off).toEqual([])
})
