import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Reads, readModelsOf } from './query.ts'

const folder = import.meta.dirname
const files = globSync('*/*-queries.ts', { cwd: folder }).sort()
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')

const isQuery = (value: unknown): value is Reads => typeof value === 'function' && 'reads' in value
/** Queries and the queries that they use. */
const withParts = (queries: readonly unknown[]): Reads[] => queries.filter(isQuery).flatMap((query) => [query, ...withParts(query.reads)])

const tablesIn = (text: string): string[] => [...text.matchAll(/\bread\.(\w+)/g)].map(([, name = '']) => name)

/** Queries as written: the name, the declared read models, and the rest. */
const definitionsIn = (text: string) =>
  text.split(/^(?=[^\s)])/m).flatMap((statement) => {
    const [, name, declared = '', body = ''] = /^(?:export )?const (\w+) = defineQuery\(\s*(\[[^\]]*\]|\w+),(.*)/s.exec(statement) ?? []
    return name === undefined ? [] : [{ name, declared: new Set(declared.match(/\w+/g)), body }]
  })
const definitions = files.flatMap((file) => definitionsIn(textOf(file)))

describe.each(files)('%s', (file) => {
  test('declares the read models of all tables that it names', async () => {
    const queries = withParts(Object.values(await import(join(folder, file))))
    const undeclared = queries.flatMap((query) => {
      const declared = readModelsOf([query]).flatMap(({ tables }) => Object.keys(tables))
      return tablesIn(String(query)).filter((name) => !declared.includes(name))
    })
    expect(undeclared).toEqual([])
    // SQL in other functions would be missed.
    const checked = queries.flatMap((query) => tablesIn(String(query)))
    expect(tablesIn(textOf(file)).filter((name) => !checked.includes(name))).toEqual([])
  })

  test('declares the queries that it uses', () => {
    const own = definitionsIn(textOf(file))
    const declaredBy = new Map([...definitions, ...own].map(({ name, declared }) => [name, declared]))
    /** The read models that a name stands for. */
    const behind = (name: string): string[] => {
      const declared = declaredBy.get(name)
      return declared ? [...declared].flatMap(behind) : [name]
    }
    const undeclared = own.flatMap(({ name, body }) =>
      [...body.matchAll(/\b(\w+)\(sql\b/g)].flatMap(([, part = '']) =>
        declaredBy.has(part) && behind(part).some((readModel) => !behind(name).includes(readModel))
          ? [`${name} is built from ${part}`]
          : [],
      ),
    )
    expect(undeclared).toEqual([])
  })
})
