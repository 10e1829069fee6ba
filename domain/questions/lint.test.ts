import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lintBank, toldBefore } from './bank-lint.ts'
import type { BankQuestion, QuestionContent } from './content/content.ts'
import { correctAnswerOf, distractorsOf, Item, type ItemKind, type ItemOf, itemKinds, multipleChoice, optionTexts } from './content/item.ts'
import { neededAges, subTopics } from './coverage.ts'
import { type FindingCode, lintQuestion } from './lint.ts'
import { moduleNames, modules } from './shown/modules.ts'

const answer = 'A narrowed pulse pressure'
const distractors = [
  { text: 'A falling systolic pressure', rationale: 'The systolic pressure falls only when compensation has failed.' },
  { text: 'A slow and irregular pulse', rationale: 'The pulse is fast in early shock; slowing is a sign of the end.' },
  { text: 'A loss of consciousness', rationale: 'Consciousness is lost when the brain is no longer perfused.' },
] as const
const shock = multipleChoice(answer, distractors)
const sound: QuestionContent = {
  module: 'Trauma',
  stem: 'A 38-year-old man was hit by a car. He is pale and restless. BP is 96/80 mm Hg, pulse 122 beats/min, respirations 24 breaths/min, SpO2 95%, glucose 110 mg/dL, and temperature 97.7°F (36.5°C). Which finding shows shock first?',
  picture: null,
  scenario: null,
  explanationPicture: null,
  item: shock,
  explanation: 'Vasoconstriction raises the diastolic pressure while the systolic pressure still holds, so the two move together.',
  clinicalPearl: 'Watch the pulse pressure: it narrows before the systolic pressure falls.',
  references: ['PHTLS: Prehospital Trauma Life Support, 10th edition, 2023'],
  difficulty: 'moderate',
  bloomsLevel: 'understand',
  guideline: { name: 'PHTLS: Prehospital Trauma Life Support, 10th edition', year: 2023 },
  tags: { domain: 'Trauma', subTopic: 'Hemorrhage control and shock', ageGroup: 'adult', judgmentStep: 'recognize cues' },
}

const codes = (content: unknown) => [...new Set(lintQuestion(content).map(({ code }) => code))]
const withDistractor = (text: string): Partial<QuestionContent> => ({
  item: multipleChoice(answer, [{ text, rationale: distractors[0].rationale }, ...distractors.slice(1)]),
})

const withRationale = (rationale: string) =>
  multipleChoice(
    answer,
    distractors.map(({ text }) => ({ text, rationale })),
  )

const sampleOf = <Kind extends ItemKind>(kind: Kind): ItemOf<Kind> =>
  Item.parse(JSON.parse(readFileSync(new URL(`golden/${kind}.json`, import.meta.url), 'utf8')).item) as ItemOf<Kind>
const signs = { stem: 'A man is pale after a fall. Which TWO findings come first?', item: sampleOf('multiple_response') }
const longWhere =
  (keys: readonly string[]) =>
  <Part extends { readonly id: string; readonly text: string }>(part: Part): Part => ({
    ...part,
    text: keys.includes(part.id) ? `${part.text}, as vasoconstriction has it in the first minutes` : part.text,
  })
const steps = sampleOf('build_list')
const table = sampleOf('options_table')
const places = sampleOf('hot_spot')
const strip = { kind: 'ecg_strip', rhythm: 'third_degree_block', rate: 40, seed: 1, alt: null } as const
const pointed = { stem: 'A man is faint. Where does a P wave meet a closed node?', picture: strip, item: places }
const tableOf = (...rows: string[][]) => ({ kind: 'table', caption: 'Doses', columns: ['Drug', 'Adult', 'Child'], rows })
const drugs = ['Epinephrine IM in anaphylaxis', '0.3 to 0.5 mg', '0.01 mg/kg, up to 0.3 mg'] as const
const scenario = { set: 'trauma-set-01', part: 1, of: 3, patient: 'A 30-year-old man fell from a roof.' }

describe('one question', () => {
  test.each(itemKinds)('a sound question of %s has no findings', (kind) => {
    const item = sampleOf(kind)
    const known = item.kind === 'multiple_response' ? signs : item.kind === 'hot_spot' ? pointed : { item }
    expect(lintQuestion({ ...sound, ...known }).filter(({ code }) => code !== 'rationale_thin')).toEqual([])
  })

  test('a sound question has no findings', () => {
    expect(lintQuestion(sound)).toEqual([])
    expect(
      lintQuestion({
        ...sound,
        explanationPicture: tableOf(
          [...drugs],
          ['Drip', '500 mL × 10 drops/mL ÷ 120 min', '41.7 drops/min'],
          ['Output', '70 × 75 mL', '120 × 40 mL'],
        ),
      }),
    ).toEqual([])
  })

  test.each<[FindingCode, string, object]>([
    ['schema', 'two distractors', { item: multipleChoice(answer, distractors.slice(1)) }],
    ['schema', 'no pearl', { clinicalPearl: ' ' }],
    [
      'schema',
      'a distractor without a rationale',
      { item: { ...shock, options: shock.options.map(({ id, text }) => ({ id, text, rationale: null })) } },
    ],
    ['schema', 'another module', { module: 'Surgery' }],
    ['rationale_thin', 'a rationale that says nothing', { item: withRationale('Wrong.') }],
    ['rationale_thin', 'one rationale for all', { item: withRationale('This is not a sign of shock at all.') }],
    ['rationale_thin', 'an explanation that says nothing', { explanation: 'It is right.' }],
    ['no_single_question', 'no question', { stem: 'A man was hit by a car. Name the first sign of shock.' }],
    ['no_single_question', 'two questions', { stem: 'A man was hit by a car. Is he in shock? Which sign comes first?' }],
    ['options_alike', 'two options that differ in an article', withDistractor('The narrowed pulse pressure')],
    [
      'length_cue',
      'an answer much longer than the rest',
      { item: multipleChoice('A pulse pressure that narrows because vasoconstriction raises the diastolic pressure', distractors) },
    ],
    ['above_option', 'none of the above', withDistractor('None of the above')],
    ['above_option', 'both A and B', withDistractor('Both A and B are right')],
    ['negative_in_small_letters', 'a small not', { stem: 'A man is pale. Which finding is not a sign of shock?' }],
    ['negative_in_small_letters', 'a small except', { stem: 'Early shock shows each of these signs except?' }],
    ['negative_in_small_letters', 'a small least', { stem: 'A man is pale. Which finding is least likely in shock?' }],
    ['unit_missing', 'a bare saturation', { stem: 'A man has SpO2 of 88 on room air. What is first?' }],
    ['unit_missing', 'a bare blood pressure', { stem: 'A man has BP 88/50, pulse 120 beats/min. What is first?' }],
    ['unit_missing', 'a bare pulse', { stem: 'A man has a pulse of 120 and is pale. What is first?' }],
    ['unit_missing', 'bare respirations', { stem: 'A man has respirations of 30, and is pale. What is first?' }],
    ['unit_missing', 'a bare EtCO2', { stem: 'EtCO2 has fallen from 40 to 20 in a minute. What is first?' }],
    ['unit_missing', 'a bare glucose', { stem: 'Her glucose is 40 and she sweats. What is first?' }],
    ['unit_missing', 'a bare temperature', { stem: 'Her temperature is 104 and she shivers. What is first?' }],
    ['unit_missing', 'a dose without a unit', withDistractor('Epinephrine 0.3 IM')],
    ['unit_misspelled', 'mL in small letters', withDistractor('Epinephrine 0.3 ml IM')],
    ['unit_misspelled', 'a rate in words', { explanation: `${sound.explanation} Ventilate at 10 breaths per minute.` }],
    ['unit_misspelled', 'another name of the BVM', { clinicalPearl: 'Have a bag-valve-mask ready before you sedate.' }],
    ['temperatures_disagree', 'two temperatures', { stem: 'Her temperature is 104.0°F (38.0°C). What is first?' }],
    ['hard_to_read', 'a sentence without an end', { stem: `A man ${'who fell and then stood up '.repeat(10)}is pale. What is first?` }],
    ['hard_to_read', 'a long stem', { stem: `${'The man is pale and cold. '.repeat(20)}What is first?` }],
    [
      'hard_to_read',
      'learned words',
      { stem: 'Which pathophysiological mechanism predominantly characterizes cardiopulmonary decompensation following hypovolemia?' },
    ],
    ['names_letters', 'a letter in the explanation', { explanation: `${sound.explanation} So option B cannot be right.` }],
    ['markup', 'a tag', { explanation: `${sound.explanation} <script>alert(1)</script>` }],
    ['markup', 'a link', { clinicalPearl: 'See https://example.org for more.' }],
    ['markup', 'a character that is not seen', { clinicalPearl: 'Watch the pulse\u200b pressure.' }],
    ['brand_name', 'a brand', withDistractor('Narcan by the nasal route')],
    ['person_named', 'a named patient', { stem: 'Mr. Miller was hit by a car. Which finding shows shock first?' }],
    ['reference_without_year', 'an undated reference', { references: [...sound.references, 'Ship and Shore Medicine'] }],
    ['guideline_not_referenced', 'another year', { guideline: { ...sound.guideline, year: 2019 } }],
    ['guideline_not_referenced', 'another title', { references: ['National EMS Education Standards, 2023'] }],
    ['sub_topic_unknown', 'a misspelled sub-topic', { tags: { ...sound.tags, subTopic: 'Hemorhage' } }],
    ['dose_outside_table', 'a wrong dose', { explanation: 'In anaphylaxis epinephrine 5 mg IM is given first of all.' }],
    ['dose_not_in_table', 'a drug without a source', { explanation: 'What helps here is nebivolol 5 mg by mouth, once a day.' }],
    ['count_missing', 'two that are right without a word of it', { stem: signs.stem.replace('TWO ', ''), item: signs.item }],
    [
      'length_cue',
      'right options much longer than the rest',
      { ...signs, item: { ...signs.item, options: signs.item.options.map(longWhere(signs.item.keys)) } },
    ],
    [
      'options_alike',
      'two steps that say the same',
      { item: { ...steps, steps: steps.steps.map((step) => ({ ...step, text: 'Press' })) } },
    ],
    ['order_shown', 'steps that stand in order when they are sorted', { item: { ...steps, order: ['a', 'b', 'c'] } }],
    ['rows_alike', 'a table with one answer', { item: { ...table, marks: { a: 'true', b: 'true', c: 'true' } } }],
    [
      'spots_near',
      'two places on top of each other',
      { ...pointed, item: { ...places, spots: places.spots.map((spot) => ({ ...spot, x: 50 })) } },
    ],
    ['schema', 'a place without a picture', { item: places }],
    [
      'picture_named',
      'a stem that says what the strip shows',
      { ...pointed, stem: 'The strip shows third degree block. Where is a P wave?' },
    ],
    [
      'picture_named',
      'a stem that names what a monitor shows',
      {
        ...pointed,
        stem: 'A man in third-degree block is faint. Where does a P wave meet a closed node?',
        picture: {
          kind: 'monitor',
          ecg: { rhythm: 'third_degree_block', rate: 40 },
          capnogram: null,
          figures: { heartRate: '40', spo2: null, bloodPressure: null, etco2: null, respirations: null },
          seed: 1,
        },
      },
    ],
    [
      'picture_named',
      'a text alternative that says it',
      { ...pointed, picture: { ...strip, alt: 'A third-degree block at 40 beats/min.' } },
    ],
    ['unit_missing', "a bare pulse in a set's patient", { scenario: { ...scenario, patient: 'A man has a pulse of 120 and is pale.' } }],
    ['hard_to_read', "a set's patient without an end", { scenario: { ...scenario, patient: 'The man is pale and cold. '.repeat(20) } }],
    ['schema', 'a table with the question', { picture: tableOf([...drugs], [...drugs]) }],
    ['schema', 'a table of one row', { explanationPicture: tableOf([...drugs]) }],
    ['schema', 'a row without its last cell', { explanationPicture: tableOf([...drugs], drugs.slice(1)) }],
    ['schema', 'an empty cell', { explanationPicture: tableOf([...drugs], ['Epinephrine', '1 mg IV', ' ']) }],
    ['unit_misspelled', 'a unit in a cell', { explanationPicture: tableOf([...drugs], ['Epinephrine', '0.3 ml IM', 'none']) }],
    ['markup', 'a tag in a cell', { explanationPicture: tableOf([...drugs], ['Epinephrine', '<b>now</b>', 'none']) }],
    [
      'dose_outside_table',
      "an adult's dose in the column of children",
      { explanationPicture: tableOf([...drugs], ['Epinephrine IM in anaphylaxis', '0.3 mg', '5 mg']) },
    ],
    [
      'sum_wrong',
      'a wrong result in the next cell',
      { explanationPicture: tableOf([...drugs], ['At 20 kg', '20 kg × 0.01 mg/kg', '2.5 mg']) },
    ],
    ['sum_wrong', 'a wrong sum', { explanation: 'The dose is 20 kg × 0.1 mg/kg = 3 mg, given by a rapid push.' }],
  ])('%s: %s', (code, _, fault) => {
    expect(codes({ ...sound, ...fault })).toContain(code)
  })

  test('correct content has no findings', () => {
    const stems = [
      'Three readings are 172/64, 168/62, and 170/64 mm Hg, and vision is 20/40. What is first?',
      'You find no pulse after 12 minutes of CPR. What is first?',
      'A man is pale. Which finding is NOT a sign of shock?',
      'Why is he not breathing after the shock?',
      'Blood pressure falls from 118/70 to 84/50 mm Hg and pulse rises from 70 to 122 beats/min. What is first?',
      'His wife asks, "Is he dying?" How should you answer?',
      'Dextrose 10%, 25 g IV, has been given for a glucose of 40 mg/dL. What is next?',
    ]
    expect(stems.flatMap((stem) => lintQuestion({ ...sound, stem }))).toEqual([])
  })

  test('invalid content is a finding, not a crash', () => {
    for (const nothing of [null, undefined, 'question', [], {}, 7]) expect(codes(nothing)).toEqual(['schema'])
  })
})

describe('a bank', () => {
  const [consonants, vowels] = ['bcdfghjklmnprstvwz', 'aiou']
  const letter = (letters: string, value: number) => letters.charAt(value % letters.length)
  /**
   * A short word derived from a number, scattered so that stems share almost nothing except what a test gives them.
   */
  const word = (value: number): string => {
    const scattered = Math.imul(value + 1, 2_654_435_761) >>> 8
    return letter(consonants, scattered) + letter(vowels, scattered >>> 6) + letter(consonants, scattered >>> 10)
  }
  const agesFor = (module: BankQuestion['module']) =>
    neededAges[module].flatMap(({ ages, atLeast }) => Array.from({ length: atLeast }, () => ages[0] ?? 'adult'))

  /** A bank of 540 with everything in its place: each test breaks one thing. */
  const goodBank: readonly BankQuestion[] = modules.flatMap(({ name, slug }, part) =>
    Array.from({ length: 60 }, (_, index) => {
      const key = part * 1000 + index * 10
      const [answer, first, second, third] = ['a', 'k', 'q', 'x'].map(
        (letter, place) => `${letter} ${word(key + place)} ${word(key + place + 4)}`,
      )
      // The answer starts with each of the four letters in turn, and is longest or shortest as often as by chance.
      const swapped = [answer, first, second, third].map((text) => `${text}`)
      const correctAnswer = `${swapped[index % 4]}${index % 5 === 0 ? ' long' : ''}`
      const subTopicNames = subTopics[name]
      return {
        ...sound,
        id: `${slug}-${String(index + 1).padStart(3, '0')}`,
        module: name,
        stem: `A man says ${Array.from({ length: 12 }, (_, at) => word(key * 20 + at) + word(key * 31 + at * 7)).join(' ')}. Which ${word(key)} is it?`,
        item: multipleChoice(
          correctAnswer,
          swapped
            .filter((_, place) => place !== index % 4)
            .map((text, place) => ({
              text: place === 0 ? `${text} a` : place === 1 ? text : `${text} to`,
              rationale: `It is not ${text}, since that is another word.`,
            })),
        ),
        difficulty: index % 20 < 6 ? 'easy' : index % 20 < 15 ? 'moderate' : 'hard',
        tags: {
          ...sound.tags,
          subTopic: subTopicNames[index % subTopicNames.length] ?? '',
          ageGroup: agesFor(name)[index] ?? (name === 'Geriatrics' ? 'geriatric' : 'adult'),
        },
      } satisfies BankQuestion
    }),
  )
  const changed = (change: (question: BankQuestion, index: number) => Partial<BankQuestion>): BankQuestion[] =>
    goodBank.map((question, index) => ({ ...question, ...change(question, index) }))
  const found = (bank: readonly BankQuestion[]) => lintBank(bank).filter(({ level }) => level === 'error')
  const bankCodes = (bank: readonly BankQuestion[]) => [...new Set(lintBank(bank).map(({ code }) => code))]

  test('a good bank has no findings', () => {
    expect(found(goodBank)).toEqual([])
  })

  const airway = moduleNames[0]
  const inAirway = (question: BankQuestion) => question.module === airway
  const [first] = goodBank as [BankQuestion]
  const answered = ({ item }: BankQuestion, change: (answer: string) => string) => ({
    item: multipleChoice(change(correctAnswerOf(item)), distractorsOf(item)),
  })
  const longer = (question: BankQuestion) => answered(question, (answer) => `${answer} and so on`)
  const shorter = (question: BankQuestion) => answered(question, (answer) => answer.slice(0, 7))
  const placedFirst = ({ item }: BankQuestion) => {
    const [one = '', ...others] = optionTexts(item)
    return {
      item: multipleChoice(
        one,
        distractorsOf(item).map(({ rationale }, index) => ({ text: others[index] ?? '', rationale })),
      ),
    }
  }

  test.each<[FindingCode, string, BankQuestion[]]>([
    ['unit_missing', "a question's own fault", changed((_, index) => (index === 3 ? { stem: 'He has SpO2 88 on air. What now?' } : {}))],
    ['too_few', 'a module of 59', goodBank.slice(1)],
    ['id_repeated', 'an id used twice', changed((_, index) => (index === 1 ? { id: first.id } : {}))],
    ['id_of_another_module', 'an id of another module', changed((_, index) => (index === 1 ? { id: 'trauma-999' } : {}))],
    ['stem_repeated', 'a stem used twice', changed((_, index) => (index === 1 ? { stem: first.stem.toUpperCase() } : {}))],
    [
      'near_duplicate',
      'one sum in two modules',
      changed((_, index) =>
        index === 1 || index === 61
          ? {
              stem:
                index === 1
                  ? 'Draw up epinephrine 0.02 mg/kg for 3 kg. How much?'
                  : 'He weighs 3.2 kg. Epinephrine 0.02 mg/kg is what volume?',
              item: { ...sampleOf('fill_in_blank'), unit: 'mL', value: index === 1 ? 0.6 : 0.64, tolerance: 0 },
            }
          : {},
      ),
    ],
    [
      'near_duplicate',
      'a stem with other words at its end',
      changed((_, index) => (index === 1 ? { stem: first.stem.replace(/Which.*/, 'What is it?') } : {})),
    ],
    [
      'case_repeated',
      'another question on the same case',
      changed((question, index) => (index === 1 ? { stem: first.stem.replace(/Which.*/, `Which ${question.stem.slice(-40)}`) } : {})),
    ],
    [
      'key_given_away',
      "a stem that says another one's key",
      changed((_, index) =>
        index === 1
          ? { stem: `${first.stem.slice(0, 100)}. It is vasoconstriction with diaphoresis. Which vein is it?` }
          : index === 0
            ? answered(first, () => 'vasoconstriction with diaphoresis')
            : {},
      ),
    ],
    ['set_broken', 'a set that lacks a part', changed((_, index) => (index < 2 ? { scenario: { ...scenario, part: index + 1 } } : {}))],
    [
      'set_broken',
      'a set of two patients',
      changed((_, index) => (index < 3 ? { scenario: { ...scenario, part: index + 1, patient: `A man of ${index} years.` } } : {})),
    ],
    ['same_options', 'the same options', changed((_, index) => (index === 4 ? { item: first.item } : {}))],
    ['answer_longest', 'answers that are the longest in one module', changed((question) => (inAirway(question) ? longer(question) : {}))],
    [
      'answer_longest',
      'answers that are the longest in two of five',
      changed((question, index) => (index % 5 < 2 ? longer(question) : {})),
    ],
    ['answer_shortest', 'answers that are the shortest', changed((question) => (inAirway(question) ? shorter(question) : {}))],
    ['answer_seldom_longest', 'answers that are never the longest', changed(shorter)],
    ['answer_place', 'answers that come first in one module', changed((question) => (inAirway(question) ? placedFirst(question) : {}))],
    [
      'length_cues',
      'answers much longer than the rest',
      changed((question, index) => (index % 5 === 0 ? answered(question, (answer) => `${answer} ${'and more '.repeat(3)}`) : {})),
    ],
    ['difficulty_share', 'too few hard questions', changed((_, index) => (index % 10 === 9 ? { difficulty: 'easy' } : {}))],
    ['blooms_share', 'too much to remember', changed((_, index) => (index % 2 === 0 ? { bloomsLevel: 'remember' } : {}))],
    [
      'sub_topic_thin',
      'a sub-topic with one question',
      changed((question) =>
        question.tags.subTopic === 'Supraglottic airways' && question.id !== 'airway-012'
          ? { tags: { ...question.tags, subTopic: 'Oxygen therapy' } }
          : {},
      ),
    ],
    [
      'age_group_thin',
      'no old people',
      changed((question) => (inAirway(question) ? { tags: { ...question.tags, ageGroup: 'adult' } } : {})),
    ],
    [
      'guideline_years',
      'a guideline with two years',
      changed((question, index) => (index === 5 ? { guideline: { ...question.guideline, year: 2019 } } : {})),
    ],
    [
      'guideline_names',
      'a guideline spelled in two ways',
      changed((_, index) => (index === 5 ? { guideline: { name: 'PHTLS: Prehospital Trauma Life Support, 10th ed.', year: 2023 } } : {})),
    ],
  ])('%s: %s', (code, _, bank) => {
    expect(bankCodes(bank)).toContain(code)
  })

  test('a repeated id or stem is reported on the second question', () => {
    const repeated = changed((_, index) => (index === 1 ? { stem: first.stem } : {}))
    expect(lintBank(repeated).filter(({ code }) => code === 'stem_repeated')).toEqual([
      { code: 'stem_repeated', level: 'error', subject: 'airway-002', words: 'as in airway-001' },
    ])
  })
})

test('a later part of a set may reveal earlier answers, but earlier parts may not reveal later ones', () => {
  const patient = 'A man of 30 years fell from a roof.'
  const parts = (stems: readonly [string, string, string], about = patient) =>
    stems.map((stem, index) => ({ id: `part ${index + 1}`, stem, item: shock, scenario: { ...scenario, part: index + 1, patient: about } }))
  const telling = `His ${correctAnswerOf(shock).toLowerCase()} stands out. What is first?`
  const untelling = 'What is first?'
  const subjects = (...told: Parameters<typeof parts>) => toldBefore(parts(...told)).map(({ subject, words }) => [subject, words])
  expect(subjects([untelling, untelling, untelling])).toEqual([])
  const ofThird = ['trauma-set-01', 'of part 3, by what is told before it']
  expect(subjects([untelling, telling, untelling])).toEqual([ofThird])
  // A part's own stem may contain its words.
  expect(subjects([untelling, untelling, telling])).toEqual([])
  expect(subjects([telling, telling, untelling], telling)).toEqual([ofThird])
  expect(toldBefore(parts([untelling, telling, untelling]).map((part) => ({ ...part, scenario: null })))).toEqual([])
})

test.each([
  '11 × ',
  '1.1 kg × ',
  '1,111 ',
  '1 - ',
  '1 to 1 ',
  '111',
  '.1',
  '1/',
  'mg ',
  'a b ',
  'epinephrine 1 ',
  'shock 1 J ',
  '   ',
  '( ',
  'aA',
])('a text of nothing but %j, which a model might write, is read quickly', (piece) => {
  // A pattern with more than one way to match would take longer than anyone waits.
  const long = (length: number) => piece.repeat(length).slice(0, length)
  const hostile = {
    ...sound,
    stem: long(2000),
    explanation: long(3000),
    clinicalPearl: long(500),
    item: multipleChoice(long(300), distractors),
  }
  expect(codes(hostile)).not.toEqual([])
})
