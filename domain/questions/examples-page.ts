import type { BankQuestion } from './content/content.ts'
import { type AskedItem, askedItem, correctAnswerOf, type ItemKind, itemKinds, reasonsOf } from './content/item.ts'
import type { Picture } from './content/picture.ts'
import { type DrawnPicture, describePicture, drawPicture } from './pictures/drawn/draw.ts'

const kindWords: Readonly<Record<ItemKind, { readonly name: string; readonly told: string }>> = {
  multiple_choice: { name: 'Multiple choice', told: 'One answer out of four.' },
  multiple_response: { name: 'Multiple response', told: 'Two or three answers out of five or six; the stem says how many.' },
  build_list: { name: 'Build list', told: 'Three to six steps, to be put in order.' },
  drag_drop: { name: 'Drag and drop', told: 'Four to eight things, each to be put into one of two to four boxes.' },
  options_table: { name: 'Options table', told: 'Three to six rows, with one of two or three columns to be marked in each.' },
  hot_spot: { name: 'Hot spot', told: 'A place to be pointed at in a picture.' },
  fill_in_blank: { name: 'Fill in the blank', told: 'A number with its unit, as in drug calculations.' },
}

const drawn = (picture: Partial<DrawnPicture> & Pick<DrawnPicture, 'kind'>): DrawnPicture =>
  ({ rate: null, etco2: null, seed: 7, alt: null, ...picture }) as DrawnPicture

const pictures: Readonly<Record<string, DrawnPicture>> = {
  'strip-1': drawn({ kind: 'ecg_strip', rhythm: 'second_degree_type_1' }),
  'strip-2': drawn({ kind: 'ecg_strip', rhythm: 'atrial_flutter' }),
  'strip-3': drawn({ kind: 'ecg_strip', rhythm: 'torsades_de_pointes' }),
  'strip-4': drawn({ kind: 'ecg_strip', rhythm: 'failure_to_capture' }),
  'twelve-leads-1': drawn({ kind: 'ecg_12_lead', pattern: 'inferior_infarction' }),
  'twelve-leads-2': drawn({ kind: 'ecg_12_lead', pattern: 'wolff_parkinson_white' }),
  'capnogram-1': drawn({ kind: 'capnogram', pattern: 'bronchospasm' }),
  'capnogram-2': drawn({ kind: 'capnogram', pattern: 'return_of_circulation' }),
  monitor: drawn({
    kind: 'monitor',
    ecg: { rhythm: 'atrial_fibrillation', rate: 132 },
    capnogram: { pattern: 'hyperventilation', rate: 28 },
    figures: { heartRate: '132', spo2: '91', bloodPressure: '88/52', etco2: '24', respirations: '28' },
    trends: {
      minutes: 20,
      heartRate: ['104', '110', '121', '132'],
      spo2: ['96', '95', '93', '91'],
      bloodPressure: ['112/70', '104/62', '96/58', '88/52'],
      etco2: ['36', '33', '28', '24'],
      respirations: ['20', '22', '26', '28'],
    },
  }),
  'vital-signs': drawn({
    kind: 'vital_signs',
    times: ['14:05', '14:12', '14:20'],
    rows: [
      { label: 'Heart rate', unit: 'beats/min', values: ['96', '112', '128'] },
      { label: 'Systolic BP', unit: 'mm Hg', values: ['118', '104', '86'] },
      { label: 'Respirations', unit: 'breaths/min', values: ['18', '24', '30'] },
    ],
  }),
}

/** So many, from the whole of a list. */
const spread = <One>(list: readonly One[], count: number): One[] =>
  list.filter((_, index) => index % Math.max(1, Math.floor(list.length / count)) === 0).slice(0, count)

export function examplesPage(bank: readonly BankQuestion[]) {
  const drawings = new Map(Object.entries(pictures).map(([name, picture]) => [`${name}.svg`, drawPicture(picture).svg]))
  const show = (id: string, picture: Picture | null): string[] => {
    if (picture === null || picture.kind === 'image') return []
    drawings.set(`${id}.svg`, drawPicture(picture).svg)
    return [`![${describePicture(picture)}](${id}.svg)`]
  }
  const examples = itemKinds.flatMap((kind) => {
    const question = bank.find(({ item, scenario, picture }) => item.kind === kind && !scenario && (kind === 'hot_spot' || !picture))
    return question ? [`## ${kindWords[kind].name}`, kindWords[kind].told, ...shown(question, show)] : []
  })
  const set = bank.filter(({ scenario }) => scenario?.set === bank.find((one) => one.scenario)?.scenario?.set)
  const parts = set.flatMap((question) => [
    `### Part ${question.scenario?.part} of ${question.scenario?.of}: ${question.tags.judgmentStep ?? 'knowledge'}`,
    ...shown(question, show),
  ])
  const schematics = new Map(
    bank.flatMap(({ picture }) => (picture?.kind === 'schematic' ? [[picture.shows.subject, picture] as const] : [])),
  )
  const explained = bank.flatMap((question) => (question.explanationPicture ? [question] : []))
  const { true: tables = [], false: tracings = [] } = Object.groupBy(explained, (one) => `${one.explanationPicture?.kind === 'table'}`)
  return {
    page: `${[
      '# What questions look like',
      'Written by `npm run coverage` from the bank and from the generators of pictures; a test fails when this page is behind them. Every kind is right or wrong as a whole, and may come with a picture.',
      ...examples,
      '## Scenario set',
      'One patient, whose case unfolds in three to six questions of any kind. A part opens once the one before it was answered.',
      ...(set[0]?.scenario ? [`> ${set[0].scenario.patient}`] : []),
      ...parts,
      '## Ten pictures',
      'Drawn by the server from a rhythm, a pattern, or figures. Learners get only the drawing. Its alternative text is below.',
      ...Object.entries(pictures).flatMap(([name, picture]) => [`![](${name}.svg)`, `*${describePicture(picture)}*`]),
      '## Schematic drawings',
      ...[...schematics].flatMap(([subject, picture]) => [...show(subject, picture), `*${describePicture(picture)}*`]),
      '## Pictures with explanations',
      'They come once the question is answered: a table of words, or what decides it marked on the tracing.',
      ...[...spread(tracings, 6), ...spread(tables, 14)].flatMap(({ id, explanation, explanationPicture }) => [
        `**${explanation.split(/(?<=[.!?]) /)[0]}** (\`${id}\`)`,
        ...show(`${id}-explained`, explanationPicture),
      ]),
    ].join('\n\n')}\n`,
    drawings,
  }
}

const shown = (question: BankQuestion, show: (id: string, picture: Picture | null) => string[]): string[] => [
  `**${question.stem}** (\`${question.id}\`)`,
  ...show(question.id, question.picture),
  partsOf(askedItem(question.item)),
  `Answer: ${correctAnswerOf(question.item)}`,
  `<details><summary>Why</summary>\n\n${question.explanation}\n\n${reasonsOf(question.item)
    .map(({ text, rationale }) => `- ${text}: ${rationale}`)
    .join('\n')}\n\n</details>`,
]

const list = (texts: readonly string[]): string => texts.map((text) => `- ${text}`).join('\n')
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function partsOf(asked: AskedItem): string {
  switch (asked.kind) {
    case 'multiple_choice':
    case 'multiple_response':
      return list(asked.options.map(({ text }) => text))
    case 'build_list':
      return list(asked.steps.map(({ text }) => text))
    case 'drag_drop':
      return `${list(asked.things.map(({ text }) => text))}\n\nBoxes: ${asked.boxes.map(({ text }) => text).join(', ')}`
    case 'options_table': {
      const head = ['', ...asked.columns.map(({ text }) => text)]
      return [row(head), row(head.map(() => '---')), ...asked.rows.map(({ text }) => row([text, ...asked.columns.map(() => '○')]))].join(
        '\n',
      )
    }
    case 'hot_spot':
      return list(asked.spots.map(({ text }) => text))
    case 'fill_in_blank':
      return `_____ ${asked.unit}`
  }
}
