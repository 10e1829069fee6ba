import { createHash, createHmac, randomUUID } from 'node:crypto'
import { adminActionAggregate } from '@medicready/domain/admin/admin-actions'
import type { Position } from '@medicready/domain/core/event'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Vault } from '@medicready/platform/vault/vault'
import type { ReadModel } from '../read-models/definition.ts'
import { withDuckDb } from './duckdb.ts'
import { ExportFolder, type ExportRecord, type Selection } from './export-folder.ts'
import { factColumns, lineOf } from './exported-facts.ts'
import { FactFiles, WaitingLines } from './fact-files.ts'
import { Pseudonyms } from './pseudonyms.ts'
import { exportTables } from './table-files.ts'

export interface ExportSizes {
  readonly eventsRead: number
  /** Fewer than a row group has. */
  readonly rowsPerFile: number
  /** After this many characters, the files are written and the progress is kept. */
  readonly charactersAtOnce: number
}
const usualSizes: ExportSizes = { eventsRead: 2_000, rowsPerFile: 65_536, charactersAtOnce: 48_000_000 }

export interface ExportOptions {
  readonly path: string
  readonly selection: Selection
  readonly reason: string
  readonly sql: Sql
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly readModels: readonly ReadModel[]
  readonly sizes?: ExportSizes
  readonly onProgress?: (progress: { events: number; position: bigint; from: bigint; through: bigint }) => void
}

export class ExportRefused extends Error {}

/** Continues what a run that was killed has begun. Otherwise, it adds what is new. */
export async function exportLog(options: ExportOptions): Promise<{ record: ExportRecord; events: number; isResumed: boolean }> {
  const { path, eventStore, sql, readModels } = options
  const folder = new ExportFolder(path)
  if (await folder.isForeign()) throw new ExportRefused(`${path} is neither empty nor an export.`)
  await folder.emptyScratch()
  const { record: begun, pseudonyms, isResumed } = await begin(folder, options)
  await folder.start(begun)
  await appendFact(eventStore, begun)
  return withDuckDb(folder.scratch, async (connection) => {
    const { rowsPerFile } = options.sizes ?? usualSizes
    const files = new FactFiles(folder, connection, rowsPerFile, begun.facts)
    const { record: written, events } = await writeFacts({ ...options, folder, files, pseudonyms, record: begun })
    const record = { ...written, ...(await exportTables({ sql, readModels, folder, connection, pseudonyms })) }
    await folder.end(record)
    return { record, events, isResumed }
  })
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
const columns = digest(JSON.stringify([...factColumns]))

/** Lists people after it has found the end of the log, so that no one in it is missing. */
async function begin(folder: ExportFolder, options: ExportOptions) {
  const { eventStore, selection, reason, sql, vault } = options
  const head = await eventStore.head()
  if (!head) throw new ExportRefused('The log is empty.')
  const people = await sql<{ id: string; isErased: boolean }[]>`
    SELECT subject AS id, wrapped_key IS NULL AS "isErased" FROM vault.keys ORDER BY subject`
  const secret = await vault.purposeKey('export')
  const erased = people.filter(({ isErased }) => isErased)
  const erasures = {
    people: erased.length,
    digest: createHmac('sha256', secret)
      .update(erased.map(({ id }) => id).join())
      .digest('hex'),
  }

  const [manifest, progress] = await Promise.all([folder.read('manifest.json'), folder.read('progress.json')])
  const found = progress ?? manifest
  if (found && JSON.stringify(found.selection) !== JSON.stringify(selection))
    throw new ExportRefused(`The folder holds an export of ${inWords(found.selection)}. Please choose another folder.`)
  const remade = found && (await whyRemade(folder, found, { head, digest: erasures.digest }))
  const isResumed = progress !== null && !remade
  const kept = remade ? null : found
  const exportId = kept?.exportId ?? randomUUID()
  const through = isResumed ? progress.through : textOf(head)
  const record: ExportRecord = {
    exportId,
    runId: isResumed ? progress.runId : randomUUID(),
    reason: isResumed ? progress.reason : reason,
    startedAt: isResumed ? progress.startedAt : new Date().toISOString(),
    selection,
    reached: kept?.reached ?? null,
    through,
    pseudonyms:
      'IDs of people, hashes of their addresses, and their customer IDs at Stripe are keyed hashes (HMAC-SHA256) that look like UUIDs. They are the same everywhere in this export and differ in every other. The nil UUID stands for someone who has been erased.',
    columns,
    skipped: kept?.skipped ?? { unknown: 0, malformed: 0 },
    erasures: { ...erasures, outdatedBefore: kept?.erasures.outdatedBefore ?? null },
    remade: remade ?? kept?.remade ?? null,
    facts: kept?.facts ?? [],
    readModels: [],
    leftOut: [],
  }
  const key = createHmac('sha256', secret).update(exportId).digest()
  return { record, pseudonyms: new Pseudonyms(key, people), isResumed }
}

const inWords = ({ fromDay, toDay, types }: Selection): string =>
  [types?.join(', ') ?? 'all types', fromDay && `from ${fromDay}`, toDay && `to ${toDay}`].filter(Boolean).join(' ')

async function whyRemade(folder: ExportFolder, found: ExportRecord, now: { head: Position; digest: string }): Promise<string | null> {
  if (found.erasures.digest !== now.digest) return 'People were erased after the export was made.'
  if (found.columns !== columns) return 'The columns of facts have changed with a new version of the product.'
  if (now.head.commit < BigInt(found.through.commit)) return 'The log ends before the export did: it was set back.'
  for (const file of found.facts) if (!(await folder.isWhole(file))) return `${file.path} is missing or was changed.`
  return null
}

const textOf = ({ commit, prepare }: Position) => ({ commit: String(commit), prepare: String(prepare) })
const positionOf = ({ commit, prepare }: ExportRecord['through']): Position => ({ commit: BigInt(commit), prepare: BigInt(prepare) })

/** A run that continues sends the same fact again. */
async function appendFact(eventStore: EventStore, { exportId, runId, reason, selection, startedAt }: ExportRecord): Promise<void> {
  const data = { actionId: runId, exportId, ...selection, reason }
  const metadata = { correlationId: runId, causationId: runId, commandId: runId, actorId: 'operator', occurredAt: startedAt }
  await eventStore.append(`${adminActionAggregate.category}-${runId}`, 'no_stream', [
    { id: runId, event: { type: 'FactsExported', data }, metadata },
  ])
}

interface Writing extends Pick<ExportOptions, 'eventStore' | 'selection' | 'sizes' | 'onProgress'> {
  readonly folder: ExportFolder
  readonly files: FactFiles
  readonly pseudonyms: Pseudonyms
  readonly record: ExportRecord
}

async function writeFacts({ eventStore, selection, sizes = usualSizes, onProgress, folder, files, pseudonyms, record }: Writing) {
  const through = positionOf(record.through)
  const from = record.reached && positionOf(record.reached)
  const { fromDay, toDay, types } = selection
  let waiting = new WaitingLines()
  let { skipped, erasures } = record
  let kept = record
  let keeping: Promise<void> = Promise.resolve()
  let events = 0

  /** While the files are written, the next lines are collected. */
  async function keep(reached: Position): Promise<void> {
    const lines = waiting
    const now = { skipped, erasures, reached: textOf(reached) }
    waiting = new WaitingLines()
    await keeping
    keeping = files.append(lines).then(async () => {
      kept = { ...record, ...now, facts: [...files.files] }
      await folder.keep(kept)
    })
    // Awaited with the next lines; until then a failure would be unhandled.
    keeping.catch(() => undefined)
  }

  function take(entry: LogEntry): void {
    if (entry.kind !== 'fact') {
      skipped = { ...skipped, [entry.kind]: skipped[entry.kind] + 1 }
      return
    }
    const { type, metadata } = entry.fact
    if (type === 'AccountErased') erasures = { ...erasures, outdatedBefore: String(entry.position.commit) }
    const day = metadata.occurredAt.slice(0, 10)
    if ((types && !types.includes(type)) || (fromDay && day < fromDay) || (toDay && day > toDay)) return
    const line = lineOf(entry.fact, pseudonyms)
    if (line !== null) waiting.add(type, day.slice(0, 7), line)
  }

  const read = types && [...types, 'AccountErased']
  if (from === null || from.commit < through.commit)
    for await (const batch of eventStore.replay({ from, batchSize: sizes.eventsRead, types: read ?? undefined })) {
      const within = batch.filter(({ position }) => position.commit <= through.commit)
      for (const entry of within) take(entry)
      events += within.length
      const last = within.at(-1)?.position
      if (last) {
        onProgress?.({ events, position: last.commit, from: from?.commit ?? 0n, through: through.commit })
        if (waiting.characters > sizes.charactersAtOnce) await keep(last)
      }
      if (within.length < batch.length) break
    }
  await keep(through)
  await keeping
  return { record: kept, events }
}
