import { readFileSync } from 'node:fs'
import { sources } from '@medicready/command-api/accounts/personal-data/personal-facts'
import { currentSchemaVersion, type EventDefinition, readEventData } from '@medicready/domain/core/event'
import { eventCatalog, type Fact } from '@medicready/domain/events'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger as logger } from '@medicready/platform/testing/quiet-logger'
import { openEmpty } from '@medicready/projector/engine/builds'
import { LiveFold } from '@medicready/projector/engine/live-fold'
import { projectorSession } from '@medicready/projector/engine/projector-session'
import { readModelsOf } from '@medicready/projector/read-models/query'
import { logOf } from '@medicready/projector/testing/given'
import { expect, onTestFinished, test } from 'vitest'

/** An export of personal data finds the streams of its facts, whatever happened last in them. */

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const golden = new URL('../domain/golden/', import.meta.url)
const { signal } = new AbortController()

const sampleOf = (definition: EventDefinition): Record<string, unknown> => {
  const version = currentSchemaVersion(definition)
  const data = readEventData(definition, version, JSON.parse(readFileSync(new URL(`${definition.type}.v${version}.json`, golden), 'utf8')))
  return data as Record<string, unknown>
}

/** The golden samples of these types, as if all were about this user and the same things. */
function storyOf(types: readonly string[]): Fact[] {
  const same: Record<string, unknown> = { userId }
  return types.map((type) => {
    const definition = eventCatalog.get(type)
    if (!definition) throw new Error(`There is no event ${type}.`)
    const data = sampleOf(definition)
    for (const name of Object.keys(data))
      if (/(?:Id|^code|^date|^week)$/.test(name) && data[name] !== null) data[name] = same[name] ??= data[name]
    return { type, data } as Fact
  })
}

const named = sources.flatMap(([events, source]) => {
  if (!('reads' in source)) return []
  const types: readonly string[] = events.map(({ type }) => type)
  const readModels = readModelsOf([source])
  // Some streams are named by what happened in others.
  const others = readModels.flatMap(({ on }) => Object.keys(on)).filter((type) => type !== 'AccountErased' && !types.includes(type))
  return [{ first: types[0], source, readModels, types: [...types, ...others] }]
})

test.each(named)('the stream of $first is named whatever happened last', async ({ source, readModels, types }) => {
  const { url, drop } = await createTestDatabase()
  const sql = connectPostgres(url, projectorSession('test'))
  onTestFinished(async () => {
    await sql.end({ timeout: 1 })
    await drop()
  })
  const folds = await Promise.all(
    readModels.map(
      async (readModel) => new LiveFold({ sql, readModel, build: await openEmpty(sql, readModel), state: 'live', logger, signal }),
    ),
  )
  let before: readonly string[] = []
  for (const entry of logOf(storyOf(types))) {
    for (const fold of folds) expect(await fold.advance([entry])).toEqual({ kind: 'advanced' })
    const names = await source({ sql }, userId)
    const type = entry.kind === 'fact' ? entry.fact.type : ''
    expect(names, `After ${type}, keep the row that names the stream: exports of personal data find it by that row.`).toEqual(
      expect.arrayContaining([...before]),
    )
    before = names
  }
  expect(before, 'No event leaves a row that names the stream.').not.toEqual([])
})
