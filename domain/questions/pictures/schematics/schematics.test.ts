import { expect, test } from 'vitest'
import { schematicExamples } from '../../content/schematic-examples.ts'
import { Schematic, type SchematicOf, type SchematicSubject } from '../../content/schematics.ts'
import { describeSchematic, drawSchematic } from './schematics.ts'

/** Words that would give the answer away. */
const telling: Readonly<Record<SchematicSubject, RegExp>> = {
  placard: /flammable|gasoline|toxic|oxidiz|corrosive|explosive|hazard/i,
  fire_diamond: /water|health|flammab|instab|hazard/i,
  drug_label: /wrong|expired|check/i,
  pump: /wrong|order|mismatch/i,
  pupils: /unequal|aniso|dilated|pinpoint|constricted/i,
}

const examples: readonly Schematic[] = [...Object.values(schematicExamples), { subject: 'pupils', right: 6, left: 3, reacting: 'left' }]

const pictureOf = (shows: Schematic) => ({ kind: 'schematic' as const, shows, alt: null })

test.each(examples)('%j is drawn on its own, and neither named nor interpreted', (shows) => {
  expect(Schematic.parse(shows)).toEqual(shows)
  const { svg, width, height } = drawSchematic(pictureOf(shows))
  const description = describeSchematic(pictureOf(shows))
  expect(svg).not.toMatch(telling[shows.subject])
  expect(description).not.toMatch(telling[shows.subject])
  expect(svg).not.toMatch(/<(?:script|title|desc|image|foreignObject|metadata)|\s(?:id|class|on\w+|href)=|url\(|undefined|NaN/)
  expect(svg.length).toBeLessThan(200_000)
  expect(description.length).toBeLessThanOrEqual(1_500)
  expect([width, height].every((pixels) => Number.isInteger(pixels) && pixels > 0)).toBe(true)
})

test('pupils are drawn to the scale of their gauge', () => {
  const { svg } = drawSchematic(pictureOf({ subject: 'pupils', right: 6, left: 3, reacting: 'left' }))
  const radii = [...svg.matchAll(/r="([\d.]+)" fill="#0b0f14"/g)].map(([, radius]) => Number(radius))
  expect(radii[0]).toBe(2 * (radii[1] ?? 0))
})

test('a placard carries its number in four digits, and below it where it may carry none', () => {
  const drawn = (hazard: SchematicOf<'placard'>['hazards'][number]) =>
    drawSchematic(pictureOf({ subject: 'placard', hazards: [hazard], number: 72 }))
  expect(drawn('oxidizer').svg).toContain('>0072<')
  expect(drawn('radioactive').height).toBeGreaterThan(drawn('oxidizer').height)
})

test('each rating of a fire diamond stands in its own color', () => {
  const { svg } = drawSchematic(pictureOf({ subject: 'fire_diamond', health: 3, flammability: 1, instability: 2, special: 'none' }))
  const colors = [...svg.matchAll(/fill="(#\w+)"[^>]*\/><text[^>]*>(\d)</g)].map(([, color, digit]) => `${digit} ${color}`)
  expect(colors).toEqual(['1 #d0202e', '3 #1558b0', '2 #ffd21f'])
})

test('a label and a pump say all their parameters, drawn and in words', () => {
  for (const shows of [schematicExamples.drug_label, schematicExamples.pump]) {
    const { subject: _, ...parameters } = shows
    const words = Object.values(parameters).filter((value) => typeof value === 'string' && !['vial', 'none'].includes(value))
    expect(words.length).toBeGreaterThan(3)
    for (const word of words) {
      expect(drawSchematic(pictureOf(shows)).svg).toContain(String(word))
      expect(describeSchematic(pictureOf(shows))).toContain(String(word))
    }
  }
})
