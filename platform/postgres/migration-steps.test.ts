import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrationNames } from './migrate.ts'

/** Migrations run while the release before still does: see docs/upgrades.md. */

/** These are from before releases ran side by side. */
const LAST_UNCHECKED = '0023_checkpointed-events'
const CONTRACT = /^-- Contract of (\S+): \S/m

const refused: Readonly<Record<string, RegExp>> = {
  'takes something away': /\bDROP (?:TABLE|COLUMN|VIEW|SCHEMA|TYPE|FUNCTION|TRIGGER|DEFAULT)\b|\bTRUNCATE\b/i,
  'renames something': /\bRENAME\b/i,
  'changes a type': /\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/i,
  'requires a value that the release before does not write': /\bSET NOT NULL\b|\bADD COLUMN (?=[^,;]*\bNOT NULL\b)(?![^,;]*\bDEFAULT\b)/i,
  'refuses rows that the release before writes': /\bADD (?:CONSTRAINT|CHECK|UNIQUE|PRIMARY KEY|FOREIGN KEY)\b|\bCREATE UNIQUE INDEX\b/i,
}

interface Migration {
  readonly name: string
  readonly text: string
}

function faultsOf({ name, text }: Migration, earlier: readonly string[]): string[] {
  const [, contracted] = CONTRACT.exec(text) ?? []
  if (contracted !== undefined)
    return earlier.includes(contracted) ? [] : [`${name} contracts ${contracted}, which is no earlier migration`]
  const statements = text.replaceAll(/--.*$/gm, '').split(';')
  const created = [...text.matchAll(/CREATE TABLE (\S+)/gi)].map(([, table = '']) => table)
  const onExisting = statements.filter((statement) => !created.some((table) => statement.includes(` ${table} `)))
  return Object.entries(refused).flatMap(([what, pattern]) => (onExisting.some((one) => pattern.test(one)) ? [`${name} ${what}`] : []))
}

test('a migration only adds, unless it is the contract step of an earlier one', async () => {
  const names = await migrationNames()
  const faults = names.flatMap((name, index) => {
    if (name <= LAST_UNCHECKED) return []
    const text = readFileSync(new URL(`migrations/${name}.sql`, import.meta.url), 'utf8')
    return faultsOf({ name, text }, names.slice(0, index))
  })
  expect(names).toContain(LAST_UNCHECKED)
  expect(faults).toEqual([])
})

test.each([
  ['ALTER TABLE auth.credentials DROP COLUMN salt;', 'takes something away'],
  ['ALTER TABLE auth.tokens RENAME COLUMN a TO b;', 'renames something'],
  ['ALTER TABLE auth.tokens ALTER COLUMN a TYPE text;', 'changes a type'],
  [
    'ALTER TABLE auth.tokens ADD COLUMN a text NOT NULL, ADD COLUMN b text DEFAULT 1;',
    'requires a value that the release before does not write',
  ],
  ['CREATE UNIQUE INDEX ON auth.tokens (a);', 'refuses rows that the release before writes'],
])('%s is refused', (text, what) => {
  expect(faultsOf({ name: '0099_new', text }, [])).toEqual([`0099_new ${what}`])
  const contract = { name: '0099_new', text: `-- Contract of 0098_old: no release reads it.\n${text}` }
  expect(faultsOf(contract, ['0098_old'])).toEqual([])
  expect(faultsOf(contract, [])).toEqual(['0099_new contracts 0098_old, which is no earlier migration'])
})

test.each([
  'CREATE TABLE auth.new (id uuid PRIMARY KEY, a text NOT NULL); CREATE UNIQUE INDEX ON auth.new (a);',
  'ALTER TABLE auth.tokens ADD COLUMN a text, ADD COLUMN b timestamptz NOT NULL DEFAULT now(); ALTER TABLE auth.tokens ALTER COLUMN c DROP NOT NULL;',
])('%s is fine', (text) => {
  expect(faultsOf({ name: '0099_new', text }, [])).toEqual([])
})
