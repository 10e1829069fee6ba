import type { DescribedFact, DescribedField, DescribedShape } from '@medicready/domain/contract/lab/facts'
import { readDictionary } from '@medicready/domain/dictionary'
import { eventCatalog } from '@medicready/domain/events'
import { foldersOf } from './read-models/all.ts'

// docs/facts.md: `npm run facts` writes it, and a test compares it.

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const linkTo = (heading: string): string => `[${heading}](#${heading.toLowerCase()})`
const code = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ')
const cell = (text: string): string => text.replaceAll('|', '\\|')

const listed = (values: readonly string[]): string[] => values.map((value) => `- ${value.replace(/^([^:]+):/, '`$1`:')}`)

const meaningOf = ({ about, isSealed, values, shape }: DescribedField): string =>
  [
    isSealed && '**Sealed.**',
    about,
    values.length > 0 && `One of ${values.map((value) => value.replace(/^([^:]+): (.*)$/, '`$1` ($2)')).join(', ')}.`,
    shape !== null && `See ${linkTo(shape)}.`,
  ]
    .filter(Boolean)
    .join(' ')

const table = (fields: readonly DescribedField[]): string[] =>
  fields.length === 0
    ? []
    : [
        '| field | type | unit | meaning |',
        '|---|---|---|---|',
        ...fields.map((field) => `| \`${field.path}\` | ${field.type} | ${field.unit ?? ''} | ${cell(meaningOf(field))} |`),
        '',
      ]

function factPart({ type, meaning, version, fields }: DescribedFact): string[] {
  const samples = Array.from({ length: version }, (_, index) => `[${index + 1}](../domain/golden/${type}.v${index + 1}.json)`)
  const readModels = foldersOf(type)
  return [
    `### ${type}`,
    '',
    meaning,
    '',
    `- Versions, with a sample of each: ${samples.join(', ')}`,
    `- Decided in: \`domain/${eventCatalog.get(type)?.decidedIn}.ts\``,
    `- Folded by: ${readModels.length > 0 ? code(readModels) : 'only the counts'}`,
    '',
    ...table(fields),
  ]
}

const shapePart = ({ name, about, values, fields, variants }: DescribedShape): string[] => [
  `### ${name}`,
  '',
  about,
  '',
  ...(values.length > 0 ? [...listed(values), ''] : []),
  ...table(fields),
  ...variants.flatMap(({ when, about, fields }) => [`\`${when}\`: ${about}`, '', ...table(fields)]),
]

export function factsPage(): string {
  const { facts, shapes, metadata } = readDictionary()
  const rooms = [...Map.groupBy(facts, ({ room }) => room)]
  return [
    '# Facts',
    '',
    `All ${facts.length} types of facts in the log, from \`domain/events.ts\` and \`domain/dictionary.json\`. \`npm run facts\` writes this page.`,
    '',
    'A fact of an earlier version is read as one of the latest, which is described here. A **sealed** field is encrypted with the key of the',
    'person it is about, and null once that person is erased. `[]` follows a list, `{}` follows a map from text, and a dot leads to a part.',
    'The read model `lab/fact-counts` counts facts of all types; the others are named with each type.',
    '',
    '## Contents',
    '',
    ...rooms.map(([room, ofRoom]) => `- ${linkTo(capitalized(room))}: ${ofRoom.map(({ type }) => linkTo(type)).join(', ')}`),
    `- ${linkTo('Metadata')}, which every fact has`,
    `- ${linkTo('Shapes')}, which several facts share: ${shapes.map(({ name }) => linkTo(name)).join(', ')}`,
    '',
    ...rooms.flatMap(([room, ofRoom]) => [`## ${capitalized(room)}`, '', ...ofRoom.flatMap(factPart)]),
    '## Metadata',
    '',
    ...table(metadata),
    '## Shapes',
    '',
    ...shapes.flatMap(shapePart),
  ].join('\n')
}
