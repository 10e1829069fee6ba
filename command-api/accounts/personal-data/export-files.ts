import { PRODUCT_NAME } from '@medicready/domain/product'
import { csvLine } from '@medicready/platform/csv'
import { type PersonalTable, personalRows, personalTables } from '@medicready/projector/read-models/accounts/personal-data-queries'
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
  for (const table of await personalTables(parts.sql)) yield { name: `${table.name}.csv`, text: rowsAsCsv(parts, table, userId) }
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

async function* rowsAsCsv({ sql }: Pick<Parts, 'sql'>, table: PersonalTable, userId: string): AsyncGenerator<string> {
  yield csvLine(table.columns)
  for await (const rows of personalRows(sql, { table, userId, pageSize: ROWS_AT_ONCE }))
    yield rows.map((row) => csvLine(table.columns.map((column) => row[column]))).join('')
}
