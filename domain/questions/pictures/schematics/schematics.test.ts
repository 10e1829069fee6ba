import { expect, test } from 'vitest'
import { schematicExamples } from '../../content/schematic-examples.ts'
import { Schematic, type SchematicSubject } from '../../content/schematics.ts'
import { describeSchematic, drawSchematic } from './schematics.ts'

/** Words that would give the answer away. */
const telling: Readonly<Record<SchematicSubject, RegExp>> = {
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
