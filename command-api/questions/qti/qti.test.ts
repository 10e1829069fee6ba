import { readdirSync, readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { BankQuestion, QuestionContent } from '@medicready/domain/questions/content/content'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { bankDirectory } from '../load-bank.ts'
import { type PackagedQuestion, readPackage, writePackage } from './package.ts'
import { readXml, textOf } from './xml.ts'

const bank: PackagedQuestion[] = readdirSync(bankDirectory)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => BankQuestion.array().parse(JSON.parse(readFileSync(`${bankDirectory}${name}`, 'utf8'))))
  .map(({ id, ...content }) => ({ identifier: id, content: QuestionContent.parse(content) }))
const drawing = async () => ({ bytes: strToU8('<svg xmlns="http://www.w3.org/2000/svg"/>'), extension: '.svg', alt: 'A trace.' })
const isHeld = ({ content }: PackagedQuestion) => content.item.kind !== 'hot_spot' && content.item.kind !== 'fill_in_blank'
/** Sets with a part that packages cannot contain. */
const incomplete = new Set(bank.filter((one) => !isHeld(one)).flatMap(({ content }) => content.scenario?.set ?? []))

describe('a package of the whole bank', () => {
  let bytes = Buffer.alloc(0)
  let left: ReturnType<typeof writePackage>['left'] = []
  let { questions, faults }: ReturnType<typeof readPackage> = { questions: [], faults: [] }
  beforeAll(async () => {
    const made = writePackage(bank, drawing)
    left = made.left
    bytes = await buffer(made.bytes)
    ;({ questions, faults } = readPackage(bytes))
  })

  test('returns the same questions, word for word, and lists those left out', () => {
    expect(faults).toEqual([])
    const exchanged = bank.filter((one) => isHeld(one) && !incomplete.has(one.content.scenario?.set ?? ''))
    expect(questions.map(({ identifier, content }) => ({ identifier, content: QuestionContent.parse(content) }))).toEqual(exchanged)
    expect(left.map(({ identifier }) => identifier).sort()).toEqual(
      bank
        .filter((one) => !exchanged.includes(one))
        .map(({ identifier }) => identifier)
        .sort(),
    )
  })

  test('contains complete sets in order, and says why others are left out', () => {
    const scenarios = questions.flatMap(({ content }) => QuestionContent.parse(content).scenario ?? [])
    const sets = Map.groupBy(scenarios, ({ set }) => set)
    expect(sets.size).toBeGreaterThan(5)
    for (const parts of sets.values()) expect(parts.map(({ part }) => part)).toEqual(parts.map((_, index) => index + 1))
    for (const [first, ...others] of sets.values()) expect(others).toHaveLength((first?.of ?? 0) - 1)
    const told = new TextDecoder().decode(unzipSync(bytes)['left-out.txt'])
    expect(told.trimEnd().split('\n')).toEqual(left.map(({ identifier, why }) => `${identifier}: ${why}`))
    expect(told).toMatch(/^\S+: a part of the set \S+, which cannot go out without \S+/m)
  })

  test('contains no part of a set whose other parts were not requested', async () => {
    const set = bank.flatMap(({ content }) => content.scenario?.set ?? []).find((one) => !incomplete.has(one))
    const ofASet = bank.filter(({ content }) => content.scenario?.set === set)
    const some = writePackage([first, ...ofASet.slice(1)], drawing)
    expect(readPackage(await buffer(some.bytes)).questions.map(({ identifier }) => identifier)).toEqual([first.identifier])
    expect(some.left.map(({ identifier }) => identifier)).toEqual(ofASet.slice(1).map(({ identifier }) => identifier))
    expect(some.left[0]?.why).toMatch(/whose other parts are not among these questions$/)
    // In any order of the query.
    const whole = await buffer(writePackage(ofASet.toReversed(), drawing).bytes)
    expect(readPackage(whole).questions.map(({ identifier }) => identifier)).toEqual(ofASet.map(({ identifier }) => identifier))
    expect(unzipSync(whole)).not.toHaveProperty('left-out.txt')
  })

  test('is streamed: its first parts arrive before most pictures are drawn', async () => {
    let drawn = 0
    const pictures = bank.flatMap(({ content }) => [content.picture, content.explanationPicture]).filter((one) => one !== null).length
    const drawnAtFirst: number[] = []
    for await (const _piece of writePackage(bank, async () => {
      drawn += 1
      return drawing()
    }).bytes)
      drawnAtFirst.push(drawn)
    expect(drawnAtFirst[0]).toBeLessThan(pictures / 10)
    expect(drawnAtFirst.length).toBeGreaterThan(10)
  })

  test('has the same bytes each time', async () => {
    const some = bank.slice(0, 20)
    expect(await buffer(writePackage(some, drawing).bytes)).toEqual(await buffer(writePackage(some, drawing).bytes))
  })
})

const [first] = bank as [PackagedQuestion]
const made = async (changed: Record<string, string | null> = {}) => {
  const files = unzipSync(await buffer(writePackage([first], drawing).bytes))
  for (const [name, text] of Object.entries(changed)) {
    if (text === null) delete files[name]
    else files[name] = strToU8(text)
  }
  return zipSync(files)
}
const faultsOf = (bytes: Uint8Array) => readPackage(bytes).faults
const itemPath = `items/${first.identifier}.xml`
const itemWith = (body: string, declaration = '<qti-correct-response><qti-value>A</qti-value></qti-correct-response>') =>
  `<qti-assessment-item identifier="x"><qti-response-declaration identifier="RESPONSE" cardinality="single">${declaration}</qti-response-declaration><qti-item-body>${body}</qti-item-body></qti-assessment-item>`
const choices = '<qti-simple-choice identifier="A">Air</qti-simple-choice><qti-simple-choice identifier="B">Water</qti-simple-choice>'

describe('an invalid package says why', () => {
  test.each<[string, () => Promise<Uint8Array>, string]>([
    ['no ZIP', async () => strToU8('PK, but no'), 'the package is not a ZIP file that can be read'],
    ['no manifest', () => made({ 'imsmanifest.xml': null }), 'the package has no manifest'],
    ['a manifest that is cut off', () => made({ 'imsmanifest.xml': '<manifest><resources>' }), 'it is not XML'],
    [
      'a package of QTI 2',
      () => made({ 'imsmanifest.xml': '<manifest><metadata><schemaversion>2.2</schemaversion></metadata></manifest>' }),
      'QTI 3',
    ],
    [
      'no items',
      () => made({ 'imsmanifest.xml': '<manifest><metadata><schemaversion>3.0.0</schemaversion></metadata></manifest>' }),
      'it names no items',
    ],
    ['an item that is not there', () => made({ [itemPath]: null }), 'the package does not hold it'],
    ['a DOCTYPE', () => made({ [itemPath]: '<!DOCTYPE x [<!ENTITY a "b">]><qti-assessment-item/>' }), 'DOCTYPE'],
    [
      'something else than an item',
      () => made({ [itemPath]: '<qti-assessment-test/>' }),
      'it is a qti-assessment-test, not an item of QTI 3',
    ],
    ['no interaction', () => made({ [itemPath]: itemWith('<p>Why?</p>') }), 'it has 0 interactions instead of one'],
    [
      'two interactions',
      () => made({ [itemPath]: itemWith(`<qti-choice-interaction>${choices}</qti-choice-interaction><qti-slider-interaction/>`) }),
      'it has 2 interactions instead of one',
    ],
    [
      'an interaction of another kind',
      () => made({ [itemPath]: itemWith('<qti-slider-interaction response-identifier="RESPONSE"/>') }),
      'it has a qti-slider-interaction; what is taken is',
    ],
    [
      'no correct response',
      () =>
        made({
          [itemPath]: itemWith(
            `<qti-choice-interaction response-identifier="RESPONSE" max-choices="1">${choices}</qti-choice-interaction>`,
            '',
          ),
        }),
      'it does not say which answer is correct',
    ],
    [
      'a picture that is not there',
      () =>
        made({
          [itemPath]: itemWith(
            `<img src="x.png" alt="A chest"/><qti-choice-interaction response-identifier="RESPONSE" max-choices="1">${choices}</qti-choice-interaction>`,
          ),
        }),
      'the package does not hold its picture x.png',
    ],
  ])('%s', async (_, bytes, words) => {
    const faults = faultsOf(await bytes())
    expect(faults).toHaveLength(1)
    expect(faults[0]?.message).toContain(words)
  })

  test('reports all faults at once', async () => {
    const files = unzipSync(await buffer(writePackage(bank.slice(0, 3), drawing).bytes))
    for (const name of Object.keys(files).filter((name) => name.startsWith('items/'))) files[name] = strToU8('<nothing/>')
    expect(faultsOf(zipSync(files))).toHaveLength(3)
  })
})

describe('an item from another program', () => {
  test('is read with its markup, prompt, identifiers and image', async () => {
    const bytes = await made({
      [itemPath]: itemWith(
        `<div><p>A man is <strong>pale</strong> &amp; cold.</p><p><img src="img/chest.png" alt="A chest"/></p></div>
         <qti-choice-interaction response-identifier="RESPONSE" max-choices="1"><qti-prompt>What is <em>first</em>?</qti-prompt>
         <qti-simple-choice identifier="ans_2"><p>Warm<br/>him</p><qti-feedback-inline identifier="ans_2">It comes later.</qti-feedback-inline></qti-simple-choice>
         <qti-simple-choice identifier="ans_1">Press on the wound</qti-simple-choice></qti-choice-interaction>`,
        '<qti-correct-response><qti-value>ans_1</qti-value></qti-correct-response>',
      ),
      'items/img/chest.png': 'bytes',
    })
    const { questions, faults } = readPackage(bytes)
    expect(faults).toEqual([])
    expect(questions).toMatchObject([
      {
        identifier: 'x',
        content: {
          stem: 'A man is pale & cold.\nWhat is first?',
          item: {
            kind: 'multiple_choice',
            options: [
              { id: 'a', text: 'Warm him', rationale: 'It comes later.' },
              { id: 'b', text: 'Press on the wound', rationale: null },
            ],
            key: 'b',
          },
        },
        images: [{ field: 'picture', alt: 'A chest' }],
      },
    ])
  })
})

test('texts keep all their characters', () => {
  const root = readXml('<a>1 &lt; 2 &amp; &quot;3&quot; &#233; &#x2265;</a>')
  expect('fault' in root ? root.fault : textOf(root)).toBe('1 < 2 & "3" é ≥')
})
