import { PRODUCT_NAME } from '@medicready/domain/product'
import { csvLine } from '@medicready/platform/csv'
import type { Parts } from '../../parts.ts'
import { personalFacts } from './personal-facts.ts'
import type { TextFile } from './zip.ts'

/** Rows are asked for so many at a time. */
const ROWS_AT_ONCE = 500

/** Keys of ours that say nothing to the person, and would help whoever steals the file. */
const unsaid = new Set(['credentialId', 'verificationId', 'resetId', 'changeId', 'emailHash', 'formerEmailHash'])

/** All that is known of a person, as files. */
export async function* exportFiles(
  parts: Pick<Parts, 'sql' | 'hashEmail' | 'eventStore'>,
  { userId, at }: { readonly userId: string; readonly at: string },
): AsyncGenerator<TextFile> {
  yield { name: 'README.txt', text: once(readme(at)) }
  yield { name: 'facts.json', text: factsAsJson(parts, userId) }
  for (const table of await tablesWithPeople(parts)) yield { name: `${table.name}.csv`, text: rowsAsCsv(parts, table, userId) }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

const readme = (at: string): string =>
  [
    `What ${PRODUCT_NAME} knows of you, as of ${at}.`,
    '',
    'facts.json   Everything that happened with your account, in the order in which each part of it was written down.',
    '             "what" is the kind of event, "at" the time in UTC.',
    '*.csv        The tables that the pages are made from, with your rows alone. The first line names the columns.',
    '             An apostrophe before =, +, - or @ keeps spreadsheets from taking words for formulas.',
    '',
    'Not in here: your password and the keys of your second factors. They are kept only in a form that tells nothing.',
    'Keep this file to yourself, and delete it where others could find it.',
    '',
  ].join('\r\n')

async function* factsAsJson(parts: Pick<Parts, 'sql' | 'hashEmail' | 'eventStore'>, userId: string): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const { type, data, metadata } of personalFacts(parts, userId)) {
    const told = Object.fromEntries(Object.entries(data).filter(([name]) => !unsaid.has(name)))
    yield separator + JSON.stringify({ what: type, at: metadata.occurredAt, ...told })
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

interface TableWithPeople {
  readonly name: string
  /** The column that says whose a row is. */
  readonly owner: string
}

/** Every table of the read models that says whose its rows are: a new one is among them from its first day on. */
const tablesWithPeople = async ({ sql }: Pick<Parts, 'sql'>): Promise<TableWithPeople[]> => sql<TableWithPeople[]>`
  SELECT table_name AS name, column_name AS owner FROM information_schema.columns
  WHERE table_schema = 'read' AND (column_name = 'user_id' OR (table_name = 'users' AND column_name = 'id'))
  ORDER BY table_name`

async function* rowsAsCsv({ sql }: Pick<Parts, 'sql'>, { name, owner }: TableWithPeople, userId: string): AsyncGenerator<string> {
  const columns = await sql<{ column_name: string }[]>`
    SELECT column_name FROM information_schema.columns WHERE table_schema = 'read' AND table_name = ${name} ORDER BY ordinal_position`
  const names = columns.map(({ column_name }) => column_name)
  yield csvLine(names)
  const rows = sql<Record<string, unknown>[]>`SELECT * FROM ${sql(`read.${name}`)} WHERE ${sql(owner)} = ${userId}`.cursor(ROWS_AT_ONCE)
  for await (const some of rows) yield some.map((row) => csvLine(names.map((column) => row[column]))).join('')
}
