import { Readable } from 'node:stream'
import { accountAggregate } from '@medicready/domain/accounts/account'
import { requestExport as decide, isExportDue, isOffered, recordExport } from '@medicready/domain/accounts/personal-data'
import { EXPORT_HOURS } from '@medicready/domain/accounts/shown/rules'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { RecordedFact } from '@medicready/domain/events'
import { examAggregate, goesOn } from '@medicready/domain/exams/exam'
import { examineeAggregate } from '@medicready/domain/exams/examinee'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { isOpen, studySessionAggregate } from '@medicready/domain/study/study-session'
import { csvLine } from '@medicready/platform/csv'
import {
  openTimedExamsOf,
  type PersonalTable,
  personalRows,
  personalTables,
} from '@medicready/projector/read-models/accounts/personal-data-queries'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { type CommandContext, idFrom, reactionContext } from '../../command-context.ts'
import type { Dependencies } from '../../dependencies.ts'
import { RetryLater, type WorkerDeps } from '../../worker/definitions.ts'
import { areShown } from '../../worker/shown.ts'
import { personalFacts } from './personal-facts.ts'

export async function requestExport(
  { commands }: Pick<Dependencies, 'commands'>,
  { userId }: { readonly userId: string },
  context: CommandContext,
): Promise<{ readonly exportId: string; readonly requestedAt: string }> {
  const exportId = idFrom(context, 'export')
  const { events } = await commands.execute(accountAggregate, userId, decide({ exportId, now: context.now }), context)
  const requested = events.find((event) => event.type === 'ExportRequested')
  if (!requested) throw new Error('An export was requested but is not recorded.')
  return { exportId, requestedAt: requested.data.requestedAt }
}

/** A parked read model may never get there; then the export is made from what there is. */
const LONGEST_WAIT_MINUTES = 10

export async function makeExport(
  fact: RecordedFact<'ExportRequested'>,
  deps: Pick<WorkerDeps, 'commands' | 'sql' | 'eventStore' | 'hashEmail' | 'exports' | 'clock' | 'signal'>,
): Promise<void> {
  const { commands, exports, clock, sql, signal } = deps
  const { userId, exportId } = fact.data
  const { state } = await commands.load(accountAggregate, userId)
  if (!isExportDue(state, exportId)) return
  const hasWaited = Date.parse(clock()) - Date.parse(fact.metadata.occurredAt) >= LONGEST_WAIT_MINUTES * 60_000
  if (!hasWaited && !(await areShown({ sql, signal }, fact.position.commit)))
    throw new RetryLater('The read models do not yet show everything before the export request.')
  if ((await isInTimedExam(deps, userId)) || (await isInPracticeExam(deps, userId)))
    throw new RetryLater('Exam answers reveal the solutions: the export waits until the exam has ended.')
  const at = clock()
  const bytes = await exports.keep({ exportId, userId, madeAt: at }, zipped(exportFiles(deps, { userId, at }), at))
  await commands.execute(accountAggregate, userId, recordExport({ exportId, bytes, now: at }), reactionContext(fact, clock))
}

async function isInTimedExam({ commands, sql }: Pick<WorkerDeps, 'commands' | 'sql'>, userId: string): Promise<boolean> {
  for (const { id } of await openTimedExamsOf(sql, userId)) if (isOpen((await commands.load(studySessionAggregate, id)).state)) return true
  return false
}

async function isInPracticeExam({ commands, clock }: Pick<WorkerDeps, 'commands' | 'clock'>, userId: string): Promise<boolean> {
  const { latest } = (await commands.load(examineeAggregate, userId)).state
  if (!latest) return false
  return goesOn((await commands.load(examAggregate, latest.examId)).state, clock())
}

export async function downloadExport(
  { commands, exports }: Pick<Dependencies, 'commands' | 'exports'>,
  { userId, exportId, now }: { readonly userId: string; readonly exportId: string; readonly now: string },
): Promise<Readable> {
  const { state } = await commands.load(accountAggregate, userId)
  if (!isOffered(state, exportId, now) || !(await exports.has(exportId, userId))) throw new Rejection('exportNotFound')
  return Readable.from(exports.read(exportId, userId))
}

export async function forgetExports({ exports, clock }: Pick<WorkerDeps, 'exports' | 'clock'>): Promise<{ forgotten: number }> {
  const offeredSince = hoursAfter(clock(), -EXPORT_HOURS)
  return { forgotten: await exports.forgetMadeBefore(offeredSince) }
}

const ROWS_AT_ONCE = 500

/** Internal keys that would only help a thief of the file. */
const unsaid = new Set(['credentialId', 'verificationId', 'resetId', 'changeId', 'emailHash', 'formerEmailHash'])

export async function* exportFiles(
  deps: Pick<Dependencies, 'sql' | 'hashEmail' | 'eventStore'>,
  { userId, at }: { readonly userId: string; readonly at: string },
): AsyncGenerator<TextFile> {
  yield { name: 'README.txt', text: once(readme(at)) }
  yield { name: 'facts.json', text: factsAsJson(deps, userId) }
  for (const table of await personalTables(deps.sql)) yield { name: `${table.name}.csv`, text: rowsAsCsv(deps, table, userId) }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

const readme = (at: string): string =>
  [
    `What ${PRODUCT_NAME} knows about you, as of ${at}.`,
    '',
    'facts.json   Everything that happened in your account, in the order in which it was recorded.',
    '             "what" is the kind of event, "at" the time in UTC.',
    '*.csv        Your rows of the tables behind the pages. The first line names the columns.',
    '             An apostrophe before =, +, - or @ keeps spreadsheets from reading text as formulas.',
    '',
    'Not included: your password and the keys of your second factors. We store them only in a form that cannot be read.',
    'Keep this file private, and delete copies that others could find.',
    '',
  ].join('\r\n')

async function* factsAsJson(deps: Pick<Dependencies, 'sql' | 'hashEmail' | 'eventStore'>, userId: string): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const { type, data, metadata } of personalFacts(deps, userId)) {
    const told = Object.fromEntries(Object.entries(data).filter(([name]) => !unsaid.has(name)))
    yield separator + JSON.stringify({ what: type, at: metadata.occurredAt, ...told })
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

async function* rowsAsCsv({ sql }: Pick<Dependencies, 'sql'>, table: PersonalTable, userId: string): AsyncGenerator<string> {
  yield csvLine(table.columns)
  for await (const rows of personalRows(sql, { table, userId, pageSize: ROWS_AT_ONCE }))
    yield rows.map((row) => csvLine(table.columns.map((column) => row[column]))).join('')
}

export interface TextFile {
  readonly name: string
  readonly text: AsyncIterable<string>
}

/** Streamed, so that no file is ever in memory as a whole. */
export async function* zipped(files: AsyncIterable<TextFile>, madeAt: string): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const faults: Error[] = []
  const zip = new Zip((error, piece) => {
    if (error) faults.push(error)
    else ready.push(piece)
  })
  function* handOut() {
    if (faults[0]) throw faults[0]
    yield* ready.splice(0)
  }
  for await (const { name, text } of files) {
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = madeAt
    zip.add(file)
    for await (const piece of text) {
      file.push(strToU8(piece))
      yield* handOut()
    }
    file.push(new Uint8Array(0), true)
    yield* handOut()
  }
  zip.end()
  yield* handOut()
}
