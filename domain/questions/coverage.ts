import type { BankQuestion } from './content/content.ts'
import { type ModuleName, moduleLabel, moduleNames, modules } from './shown/modules.ts'
import { ageGroups, bloomsLevels, difficulties, judgmentSteps, nremtDomains } from './shown/terms.ts'
import named from './sub-topics.json' with { type: 'json' }

type AgeGroup = BankQuestion['tags']['ageGroup']

/** The allowed tags, so that gaps are visible and a typo is not a new sub-topic. */
export const subTopics: Readonly<Record<ModuleName, readonly string[]>> = named

const children: readonly AgeGroup[] = ['neonate', 'infant', 'child', 'adolescent']

interface NeededAges {
  readonly ages: readonly AgeGroup[]
  readonly atLeast: number
}

const mostlyAdult = (geriatric: number): NeededAges[] => [
  { ages: ['adult'], atLeast: 20 },
  { ages: children, atLeast: 4 },
  { ages: ['geriatric'], atLeast: geriatric },
]

/** Minimum numbers of questions per patient group. */
export const neededAges: Readonly<Record<ModuleName, readonly NeededAges[]>> = {
  'Airway, Respiration & Ventilation': mostlyAdult(1),
  'Cardiology & Resuscitation': [...mostlyAdult(2), { ages: ['neonate'], atLeast: 1 }],
  Trauma: mostlyAdult(1),
  'Medical (OB/GYN, Neurology, GI/GU, Endocrine, Behavioral, ID)': mostlyAdult(2),
  'Pharmacology & Medication Administration': mostlyAdult(2),
  Pediatrics: [
    { ages: ['neonate'], atLeast: 4 },
    { ages: ['infant'], atLeast: 8 },
    { ages: ['child'], atLeast: 20 },
    { ages: ['adolescent'], atLeast: 2 },
  ],
  Geriatrics: [{ ages: ['geriatric'], atLeast: 60 }],
  'EMS Operations': [
    { ages: ['adult', 'any'], atLeast: 20 },
    { ages: children, atLeast: 2 },
  ],
  'Psychiatric Emergencies': mostlyAdult(1),
}

export const tally = <Value extends string>(values: readonly Value[], found: readonly (Value | null)[]): Map<Value, number> => {
  const counts = new Map(values.map((value) => [value, 0]))
  for (const value of found) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

const percent = (part: number, whole: number): string => `${whole === 0 ? 0 : Math.round((100 * part) / whole)} %`
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [row(head), row(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n')

/** Counted from the tags. */
export function coveragePage(bank: readonly BankQuestion[]): string {
  const of = (name: ModuleName) => bank.filter(({ module }) => module === name)
  const perModule = <Value extends string>(values: readonly Value[], value: (question: BankQuestion) => Value | null) =>
    table(
      ['Module', ...values],
      [
        ...moduleNames.map((name) => [moduleLabel(name), ...tally(values, of(name).map(value)).values()]),
        ['All', ...[...tally(values, bank.map(value)).values()].map((count) => `${count} (${percent(count, bank.length)})`)],
      ],
    )
  const subTopicRows = modules.map(({ name, label }) => {
    const questions = of(name)
    const rows = subTopics[name].map((subTopic) => {
      const some = questions.filter(({ tags }) => tags.subTopic === subTopic)
      const counted = <Value extends string>(values: readonly Value[], value: (question: BankQuestion) => Value | null) =>
        tally(values, some.map(value))
      return [
        subTopic,
        some.length,
        ...counted(difficulties, ({ difficulty }) => difficulty).values(),
        some.filter(({ bloomsLevel }) => bloomsLevel !== 'remember').length,
        [...counted(ageGroups, ({ tags }) => tags.ageGroup)].flatMap(([age, count]) => (count > 0 ? [`${age} ${count}`] : [])).join(', '),
      ]
    })
    return `### ${label}\n\n${table(['Sub-topic', 'Questions', ...difficulties, 'Above remembering', 'Ages'], rows)}`
  })
  return [
    '# What the question bank covers',
    `Counted from the tags of the ${bank.length} questions by \`npm run coverage\`; a test fails when this page is behind the files.`,
    '## Difficulty',
    perModule(difficulties, ({ difficulty }) => difficulty),
    "## Bloom's level",
    perModule(bloomsLevels, ({ bloomsLevel }) => bloomsLevel),
    '## Domains of the national exam',
    perModule(nremtDomains, ({ tags }) => tags.domain),
    '## Ages of the patients',
    perModule(ageGroups, ({ tags }) => tags.ageGroup),
    '## Steps of clinical judgment',
    perModule(judgmentSteps, ({ tags }) => tags.judgmentStep),
    '## Sub-topics',
    ...subTopicRows,
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n')
}
