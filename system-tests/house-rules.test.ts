import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readModels } from '@medicready/projector/read-models/all'
import { describe, expect, test } from 'vitest'

/**
 * Rules of the house that neither the compiler nor the linter knows. Imports have rules of their own:
 * `.dependency-cruiser.cjs`.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const notOurs = /^(?:node_modules|dist|\.git|\.data|\.types|\.cache|test-results|playwright-report)$/

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.test(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : [path]
  })
const files = filesIn('.')
const sources = files
  .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
  .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n') }))

const COMMENT_COLUMNS = 120

/** Whether a line has a comment, alone or after code. Quoted text, such as an address, does not count. */
const hasComment = (line: string): boolean =>
  /^\s*(?:\/\/|\/\*|\*)/.test(line) || /\s\/\/\s/.test(line.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, ''))

test('comments are at most 120 columns wide', () => {
  const tooWide = sources.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) => (line.length > COMMENT_COLUMNS && hasComment(line) ? [`${file}:${index + 1}`] : [])),
  )
  expect(tooWide).toEqual([])
})

describe('SQL over read models', () => {
  const tables = readModels.flatMap((readModel) => Object.keys(readModel.tables)).join('|')
  const linesWith = (pattern: RegExp) =>
    sources.flatMap(({ file, lines }) =>
      lines.flatMap((line, index) => (pattern.test(line) && !hasComment(line) ? [`${file}:${index + 1}`] : [])),
    )

  test('is next to them', () => {
    const naming = new RegExp(`\\bread\\.(?:(?:${tables})\\b|\\$\\{)`)
    expect(linesWith(naming).filter((line) => !/^projector\/(?:engine|read-models|testing)\//.test(line))).toEqual([])
  })

  test('is tested against the tables of their definitions', () => {
    expect(linesWith(/CREATE TABLE (?:IF NOT EXISTS )?read\.\w/)).toEqual([])
  })
})

describe('files', () => {
  test('are named after what is in them', () => {
    const vague = /^(?:utils?|helpers?|common|misc|shared|index|types|constants)\./
    expect(files.filter((file) => /\.[cm]?[jt]sx?$/.test(file) && vague.test(basename(file)))).toEqual([])
  })

  test('do not just re-export what others export', () => {
    const passesOn = (lines: readonly string[]) => {
      const code = lines.filter((line) => line.trim() && !hasComment(line))
      return code.length > 0 && code.every((line) => /^export (?:type )?(?:\*|\{[^}]*\}) from /.test(line))
    }
    expect(sources.filter(({ lines }) => passesOn(lines)).map(({ file }) => file)).toEqual([])
  })
})

test('a type has one meaning: no two files export the same name', () => {
  // Stand-ins speak the words of what they stand in for.
  const ours = sources.filter(({ file }) => /\.tsx?$/.test(file) && !/\.(?:test|spec)\.|^local\/[^/]+\//.test(file))
  const names = ours.flatMap(({ lines }) => [
    ...new Set(lines.flatMap((line) => /^export (?:abstract )?(?:type|interface|class) (\w+)/.exec(line)?.[1] ?? [])),
  ])
  expect(names.length).toBeGreaterThan(500)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

describe('folders', () => {
  /** In each folder, its own files and the folders in it, with all that they hold, are parts that know each other. */
  function circles(imports: readonly (readonly [from: string, to: string])[]): string[] {
    const known = new Map<string, Set<string>>()
    for (const [from, to] of imports) {
      const [one, other] = [from.split('/'), to.split('/')]
      const parted = one.findIndex((name, index) => name !== other[index])
      const part = (path: readonly string[]) => [...path.slice(0, parted), path.length > parted + 1 ? path[parted] : '*'].join('/')
      if (part(one) !== part(other)) known.set(part(one), (known.get(part(one)) ?? new Set()).add(part(other)))
    }
    const reached = (from: string, all = new Set<string>()): Set<string> => {
      for (const next of known.get(from) ?? []) if (!all.has(next)) reached(next, all.add(next))
      return all
    }
    return [...known.keys()].filter((part) => reached(part).has(part))
  }

  test('are in a circle if one needs the files of the folder that it is in, and these need it', () => {
    const down = ['domain/a/b.ts', 'domain/a/c/d.ts'] as const
    expect(circles([down, ['domain/a/c/e/f.ts', 'domain/a/g.ts']])).toEqual(['domain/a/*', 'domain/a/c'])
    expect(circles([down, ['domain/a/c/d.ts', 'domain/b/c.ts'], ['domain/b/d/e.ts', 'domain/a/g.ts']])).toEqual(['domain/a', 'domain/b'])
    expect(circles([down, ['domain/a/c/d.ts', 'domain/a/c/e.ts'], ['domain/b/c.ts', 'domain/a/b.ts']])).toEqual([])
  })

  test('of the domain and the web are in no circle', () => {
    const judged = sources.filter(({ file }) => /^(?:domain|web\/src\/[^/]+)\//.test(file) && !/\.test\.|\/testing\//.test(file))
    const imports = judged.flatMap(({ file, lines }) =>
      [...lines.join('\n').matchAll(/\b(?:from |import\()'(?:@medicready\/(domain\/[^']+)|(\.[^']+))'/g)].map(
        ([, domain, relative]) => [file, domain ? `${domain}.ts` : join(dirname(file), relative ?? '')] as const,
      ),
    )
    expect(imports.length).toBeGreaterThan(2_000)
    expect(circles(imports)).toEqual([])
  })
})
