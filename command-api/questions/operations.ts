import { parseArgs } from 'node:util'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { outdateQuestion } from '@medicready/domain/questions/educator-decisions'
import { GuidelineChange } from '@medicready/domain/questions/guideline-change'
import { contentOf, currentVersion, questionAggregate } from '@medicready/domain/questions/question'
import { moduleLabel } from '@medicready/domain/questions/shown/modules'
import { systemClock } from '@medicready/platform/clock'
import { csvLine } from '@medicready/platform/csv'
import { questionsCiting } from '@medicready/projector/read-models/questions/guideline-queries'
import { v5 as uuidV5 } from 'uuid'
import { z } from 'zod'
import { ownContext, partOf } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Operations, Refused } from '../operations.ts'
import { questionIdOf } from './load-bank.ts'

const text = { type: 'string' } as const
const yes = { type: 'boolean', default: false } as const

export const guidelineOperations: Operations = {
  list: {
    usage: '"<source>" [--section <text>] [--before <year>] [--csv]',
    run: (deps, words) => {
      const { given, source } = argumentsIn(words, { section: text, before: text, csv: yes })
      return source ? list(deps, { source, section: given.section ?? null, before: yearIn(given.before) }, given.csv) : undefined
    },
  },
  change: {
    usage: '"<source>" [--section <text>] --year <year> --what "<sentence>" --why "<sentence>" --questions <id>,<id> [--withdraw]',
    run: (deps, words) => {
      const options = { section: text, year: text, what: text, why: text, questions: text, withdraw: yes }
      const { given, source } = argumentsIn(words, options)
      const { section = null, what, why, questions = '', withdraw } = given
      const ids = questions.split(',').filter((id) => id !== '')
      if (!source || !what || !why || !given.year || ids.length === 0) return undefined
      const change = changeIn({ source, section, year: yearIn(given.year), what, why })
      return outdate(deps, { change, names: [...new Set(ids)], isWithdrawn: withdraw })
    },
  },
}

function argumentsIn<Options extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(words: readonly string[], options: Options) {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    return { given: values, source: positionals.length === 1 ? positionals[0] : undefined }
  } catch (error) {
    throw new Refused(error instanceof Error ? error.message : String(error))
  }
}

function yearIn(words: string | undefined): number | null {
  if (words !== undefined && !/^\d{4}$/.test(words)) throw new Refused(`${words} is not a year, such as 2025.`)
  return words === undefined ? null : Number(words)
}

const CHANGE_NAMESPACE = '9b0f6a3e-2c41-4f0e-8f7a-6d1c2b7e5a90'

const Words = GuidelineChange.omit({ changeId: true })

function changeIn(words: Omit<z.infer<typeof Words>, 'year'> & { readonly year: number | null }): GuidelineChange {
  const parsed = Words.safeParse(words)
  if (!parsed.success) throw new Refused(z.prettifyError(parsed.error))
  const { source, section, year, what, why } = parsed.data
  return { ...parsed.data, changeId: uuidV5(JSON.stringify([source, section, year, what, why]), CHANGE_NAMESPACE) }
}

type Cited = Parameters<typeof questionsCiting>[1]

async function list({ sql }: Pick<Dependencies, 'sql'>, cited: Cited, asCsv: boolean): Promise<string> {
  const rows = await questionsCiting(sql, cited)
  const cells = rows.map((row) => ({ ...row, id: row.bankId ?? row.id, module: moduleLabel(row.module) }))
  if (asCsv)
    return [
      csvLine(['module', 'id', 'situation', 'students', 'cards', 'question', 'cited']),
      ...cells.map((row) => csvLine([row.module, row.id, row.situation, row.students, row.cards, row.stem, row.citations])),
    ].join('')
  const width = Math.max(...cells.map(({ id }) => id.length), 0)
  const lineOf = ({ id, students, cards, situation, stem, citations }: (typeof cells)[number]) =>
    `  ${id.padEnd(width)}  ${String(students).padStart(8)}  ${String(cards).padStart(5)}  ${situation.padEnd(9)}  ${openingOf(stem)}\n` +
    `  ${' '.repeat(width)}  ${citations}`
  const modules = [...Map.groupBy(cells, ({ module }) => module)].map(([module, own]) =>
    [`${module} (${own.length})`, ...own.map(lineOf)].join('\n'),
  )
  return [`  ${'ID'.padEnd(width)}  students  cards`, ...modules, `Questions: ${rows.length}`].join('\n')
}

const OPENING = 60
const openingOf = (stem: string): string => (stem.length > OPENING ? `${stem.slice(0, OPENING)}…` : stem)

const cites = ({ references, guideline }: QuestionContent, { source }: GuidelineChange): boolean =>
  [...references, guideline.name].some((cited) => cited.toLowerCase().includes(source.toLowerCase()))

interface Outdated {
  readonly change: GuidelineChange
  /** Names of the bank, or IDs. */
  readonly names: readonly string[]
  readonly isWithdrawn: boolean
}

/** Appends nothing until all questions are known to rest on the guideline. A killed command can be sent again. */
async function outdate(deps: Pick<Dependencies, 'commands'>, { change, names, isWithdrawn }: Outdated): Promise<string> {
  const questions = names.map((name) => ({ name, questionId: z.uuid().safeParse(name).success ? name : questionIdOf(name) }))
  const refused: string[] = []
  for (const { name, questionId } of questions) {
    const { state } = await deps.commands.load(questionAggregate, questionId)
    if (state.situation !== 'unknown' && state.changes.has(change.changeId)) continue
    const content = state.situation === 'retired' ? null : contentOf(state, currentVersion(state))
    if (content === null) refused.push(`There is no question ${name} in use.`)
    else if (!cites(content, change)) refused.push(`Question ${name} does not cite ${change.source}.`)
  }
  if (refused.length > 0) throw new Refused(`${refused.join('\n')}\nNothing has changed.`)
  const context = ownContext('operator', systemClock)
  let changed = 0
  for (const { questionId } of questions) {
    const decide = outdateQuestion({ change, isWithdrawn })
    const { events } = await deps.commands.execute(questionAggregate, questionId, decide, partOf(context, questionId))
    changed += events.length
  }
  const done = isWithdrawn ? 'withdrawn' : 'to be revised'
  return `Questions ${done}: ${changed}. Unchanged, since they were before: ${questions.length - changed}.\nEducators decide under Review Requests.`
}
