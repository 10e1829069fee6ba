import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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
