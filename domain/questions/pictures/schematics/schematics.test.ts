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
  defibrillator: /\bfibrillation|tachycardia|\bcapture|heart block|asystole|\bpaced/i,
  birth: /breech|prolaps|nuchal|crown(?:ed|ing)|dystocia|turtle|presentation|separat/i,
  triage_tag: /immediate|delayed|minor|expectant|deceased|\bred\b|yellow/i,
  burns: /superficial|partial|full|degree|percent|circumferential/i,
  chest_injury: /flail|sucking|pneumo|tension|tampon|emphysema|seat/i,
  pupils: /unequal|aniso|dilated|pinpoint|constricted/i,
  airway_view: /cormack|grade|intubat|spasm|edema|vomit|soot|foreign|trachea/i,
  breath_sounds: /pneumo|edema|asthma|bronch|intubat|trachea/i,
}

const examples: readonly Schematic[] = [...Object.values(schematicExamples), { subject: 'pupils', right: 6, left: 3, reacting: 'left' }]

const airway: SchematicOf<'airway_view'> = schematicExamples.airway_view
const views: readonly Schematic[] = [
  { ...airway, seen: 'posterior_glottis', blade: 'tongue_base', tube: 'behind' },
  { ...airway, seen: 'arytenoids', blade: 'under_epiglottis' },
  { ...airway, seen: 'epiglottis', blade: 'none' },
  { ...airway, seen: 'tongue', blade: 'tongue_base' },
  { ...airway, swollen: true, inTheWay: 'specks' },
  { ...airway, cords: 'closed' },
  { ...airway, inTheWay: 'fluid' },
  { ...airway, tube: 'between_cords', inTheWay: 'object' },
  { ...airway, tube: 'cuff_between_cords' },
]

const pictureOf = (shows: Schematic) => ({ kind: 'schematic' as const, shows, alt: null })

test.each([...examples, ...views])('%j is drawn on its own, and neither named nor interpreted', (shows) => {
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

test('each view of the airway is another drawing in other words', () => {
  const all = [airway, ...views].map(pictureOf)
  expect(new Set(all.map((picture) => drawSchematic(picture).svg)).size).toBe(all.length)
  expect(new Set(all.map(describeSchematic)).size).toBe(all.length)
})

test("breath sounds keep the patient's sides, from the front and from the back", () => {
  const chest = (seenFrom: 'front' | 'back') =>
    pictureOf({
      subject: 'breath_sounds',
      seenFrom,
      sounds: ['clear', 'wheezes', 'crackles', 'rhonchi', 'diminished', 'absent'],
      stomach: 'not_shown',
    })
  const onTheLeft = (seenFrom: 'front' | 'back') =>
    [...drawSchematic(chest(seenFrom)).svg.matchAll(/<text x="([\d.]+)"[^>]*>(\d)</g)].flatMap(([, x, number]) =>
      Number(x) < 300 ? [number] : [],
    )
  expect(onTheLeft('front')).toEqual(['1', '3', '5'])
  expect(onTheLeft('back')).toEqual(['2', '4', '6'])
  expect(describeSchematic(chest('back'))).toContain(
    '3, right middle: crackles. 4, left middle: rhonchi. 5, right lower: diminished. 6, left lower: absent.',
  )
})

const pacing: SchematicOf<'defibrillator'> = {
  ...schematicExamples.defibrillator,
  mode: 'pacing',
  rhythm: 'third_degree_block',
  rate: 32,
  current: 85,
}
const upright: SchematicOf<'defibrillator'> = {
  ...schematicExamples.defibrillator,
  mode: 'sync',
  rhythm: 'supraventricular_tachycardia',
  rate: 190,
}

test('a pacer without effect adds its spikes to the own rhythm, and both say the current', () => {
  const { svg } = drawSchematic(pictureOf(pacing))
  const description = describeSchematic(pictureOf(pacing))
  expect(svg).toContain('CURRENT 85 mA')
  expect(description).toContain('CURRENT 85 mA')
  expect(svg.match(/<line /g)?.length).toBe(description.match(/Tall spikes at ([\d., ]+) s/)?.[1]?.split(',').length)
  expect(describeSchematic(pictureOf({ ...pacing, capture: 'all' }))).toContain('each followed at once by a QRS complex')
})

test.each(['r_waves', 't_waves'] as const)('sync arrows stand over each beat: %s', (markers) => {
  const shows = { ...upright, markers }
  const description = describeSchematic(pictureOf(shows))
  const beats = Number(description.match(/(\d+) QRS complexes/)?.[1])
  const arrows = drawSchematic(pictureOf(shows)).svg.match(/h22l-11 18Z/g)?.length ?? 0
  expect(Math.abs(arrows - beats)).toBeLessThanOrEqual(1)
  expect(description).toContain(markers === 'r_waves' ? 'each over a QRS complex' : 'each over the wave after')
})

test('each birth is drawn and described in its own way', () => {
  const births = (
    [
      'scalp_showing',
      'cord_outside',
      'buttocks_showing',
      'foot_outside',
      'hand_outside',
      'head_free',
      'head_against_skin',
      'cord_slack',
      'cord_snug',
      'placenta_at_wall',
      'placenta_low',
    ] as const
  ).map((seen) => pictureOf({ subject: 'birth', seen }))
  expect(new Set(births.map((picture) => drawSchematic(picture).svg)).size).toBe(births.length)
  expect(new Set(births.map(describeSchematic)).size).toBe(births.length)
})

test('each entry of a triage tag is drawn and told', () => {
  const tags = ['Man 40; No; 24/min; Radial present; Obeys; Open tibia', 'Girl 9; Yes; 30/min; Radial felt; Cries; Cut lip']
  const picture = pictureOf({ subject: 'triage_tag', method: 'SALT', tags })
  for (const entry of tags.flatMap((tag) => tag.split('; '))) {
    expect(drawSchematic(picture).svg).toContain(`>${entry}<`)
    expect(describeSchematic(picture)).toContain(entry)
  }
})

test('burns are shaded where they are, mirrored from behind, and told by limb where a limb is whole', () => {
  const none: SchematicOf<'burns'> = { subject: 'burns', age: 'infant', superficial: [], partial: [], full: [] }
  const shaded = (region: SchematicOf<'burns'>['full'][number]) => {
    const { svg } = drawSchematic(pictureOf({ ...none, full: [region] }))
    return Number(svg.match(/d="M([\d.]+) [^"]*" fill="#5a3a2c"/)?.[1])
  }
  expect(shaded('right_hand_front')).toBeLessThan(shaded('left_hand_front'))
  expect(shaded('left_hand_back')).toBeLessThan(shaded('right_hand_back'))
  const described = (partial: SchematicOf<'burns'>['partial']) => describeSchematic(pictureOf({ ...none, partial }))
  expect(described(['right_thigh_back', 'right_lower_leg_back', 'right_foot_back'])).toContain('the whole back of the right leg.')
  expect(described(['right_thigh_back', 'right_foot_back'])).not.toContain('whole')
})

test("a wound of the chest lies on the patient's own side, and farther out the lower its space", () => {
  const x = (place: SchematicOf<'chest_injury'>['catheters'][number]) => {
    const { svg } = drawSchematic(pictureOf({ ...schematicExamples.chest_injury, catheters: [place] }))
    return Number(svg.match(/<circle cx="([\d.]+)"[^>]*r="13"/)?.[1])
  }
  expect(x('right_fifth_space')).toBeLessThan(x('right_second_space'))
  expect(x('right_second_space')).toBeLessThan(x('left_second_space'))
  expect(x('left_second_space')).toBeLessThan(x('left_fifth_space'))
})
