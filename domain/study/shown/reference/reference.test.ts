import { describe, expect, test } from 'vitest'
import { type DoseRule, doseRules, doseStatements } from '../../../questions/doses.ts'
import { workCited } from '../../../questions/references.ts'
import { type Drug, drugSheet } from './drug-sheet.ts'
import { labValues } from './lab-values.ts'

/** In the dose table, but not drugs. */
const notDrugs = ['defibrillation', 'cardioversion', 'tidal volume']
const near = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other))
const patientsOf = (words: string) =>
  ([/^Adult/, /child/i, /newborn/i] as const).flatMap((pattern, index) =>
    pattern.test(words) ? [(['adult', 'pediatric', 'neonate'] as const)[index] ?? 'adult'] : [],
  )

/** Whether a rule gives this single figure or this range. */
const gives = ({ dose }: DoseRule, { low, high }: { low: number; high: number }): boolean =>
  near(low, high) ? dose.some((value) => near(value, low)) : near(dose[0], low) && near(dose[1], high)

/** The rows of a drug that are not in the dose table. */
function faultsOf(drug: Drug): string[] {
  const rules = doseRules.filter((rule) => rule.drug === drug.name)
  const limits = rules.flatMap((rule) => rule.limits)
  const read = (text: string) =>
    doseStatements(`${drug.name} ${text.replace(/units\/min/g, 'units')}`).filter(({ drugs }) => drugs.includes(drug.name))
  const faults: string[] = []
  for (const row of drug.doses) {
    const people = patientsOf(row.for)
    if (people.length === 0) faults.push(`whom: ${row.for}`)
    const statements = read(row.dose)
    if (statements.length === 0) faults.push(`no figure: ${row.dose}`)
    for (const stated of statements) {
      if (stated.isLimit) {
        if (!limits.some((limit) => near(limit, stated.low))) faults.push(`limit: ${stated.words}`)
        continue
      }
      const fitting = rules.filter((rule) => rule.unit === stated.unit && gives(rule, stated))
      for (const person of people)
        if (
          !fitting.some(({ dose, unit }) =>
            rules.some(
              (rule) => rule.unit === unit && rule.patients.includes(person) && near(rule.dose[0], dose[0]) && near(rule.dose[1], dose[1]),
            ),
          )
        )
          faults.push(`${person}: ${stated.words}`)
      for (const route of stated.routes)
        if (!fitting.some(({ routes }) => routes.includes(route))) faults.push(`route ${route}: ${stated.words}`)
    }
    for (const stated of doseStatements(`${drug.name} ${row.max ?? ''}`))
      for (const figure of [stated.low, stated.high]) if (!limits.some((limit) => near(limit, figure))) faults.push(`most: ${row.max}`)
  }
  const figures = rules.flatMap(({ dose, limits }) => [...dose, ...limits])
  const words = [drug.onset, ...drug.indications, ...drug.contraindications, ...drug.cautions, ...drug.doses.map(({ repeat }) => repeat)]
  for (const text of words)
    for (const { low, high } of doseStatements(`${drug.name} ${text ?? ''}`))
      if (![low, high].every((figure) => figures.some((known) => near(known, figure)))) faults.push(`words: ${text}`)
  return faults
}

/** The sources that are not in the list of references, or have been superseded. */
const unknownSources = (source: string): string[] => source.split('; ').filter((cited) => workCited(cited)?.supersededBy !== null)

describe('the drug sheet', () => {
  test('has every drug of the dose table and no other, in alphabetical order', () => {
    const drugs = new Set(doseRules.map(({ drug }) => drug).filter((drug) => !notDrugs.includes(drug)))
    expect(drugSheet.map(({ name }) => name)).toEqual([...drugs].sort())
  })

  test.each(drugSheet.map((drug) => [drug.name, drug] as const))('every figure of %s is in the dose table', (_, drug) => {
    expect(faultsOf(drug)).toEqual([])
    expect(unknownSources(drug.source)).toEqual([])
  })
})

test('the values cite listed sources', () => {
  const { groups, formulas, scores } = labValues
  expect([...groups, ...formulas, ...scores].flatMap(({ source }) => unknownSources(source))).toEqual([])
  expect(groups.flatMap(({ rows }) => rows).filter(({ name, value }) => name === '' || value === '')).toEqual([])
})

/** The left and right sides of equations such as `78 − 1.5 = 76.5`. */
function sumsIn(example: string): { words: string; left: number; right: number }[] {
  let from = 0
  return [...example.matchAll(/=\s*([\d,.]*\d)/g)].map(({ 0: sign, 1: right = '', index }) => {
    const words =
      example
        .slice(from, index)
        .split(/[:;]|, so /)
        .at(-1) ?? ''
    from = index + sign.length
    return { words, left: result(words), right: Number(right.replaceAll(',', '')) }
  })
}

/** Evaluates plain numbers with + − × ÷ and parentheses; ignores units. */
function result(words: string): number {
  const tokens =
    words
      .replaceAll(',', '')
      .replace(/[a-z]+\/[a-z]+/gi, '')
      .match(/\d+\.?\d*|[+\-−×÷*/()]/g) ?? []
  let at = 0
  const atom = (): number => {
    const token = tokens[at++]
    if (token !== '(') return Number(token)
    const inner = sum()
    at += 1
    return inner
  }
  const product = (): number => {
    let value = atom()
    while (/^[×÷*/]$/.test(tokens[at] ?? '')) value = /[×*]/.test(tokens[at++] ?? '') ? value * atom() : value / atom()
    return value
  }
  const sum = (): number => {
    let value = product()
    while (/^[+\-−]$/.test(tokens[at] ?? '')) value = tokens[at++] === '+' ? value + product() : value - product()
    return value
  }
  return sum()
}

test('an example has sums', () => {
  expect(labValues.formulas.flatMap(({ example }) => sumsIn(example)).length).toBeGreaterThan(labValues.formulas.length / 2)
})

test.each(labValues.formulas.map(({ name, example }) => [name, example] as const))('the example of %s adds up', (_, example) => {
  for (const { words, left, right } of sumsIn(example)) expect(Math.abs(left - right), words).toBeLessThanOrEqual(0.006 * Math.abs(left))
})
