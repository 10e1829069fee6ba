import { connectPostgres } from '@medicready/platform/postgres/connection'
import { fastify } from 'fastify'
import { type RecordedQuery, replay } from './recorded-queries.ts'

/** The least that a web server can do: `GET /<n>` answers the rows of the nth call's queries. */
process.once('message', async ({ postgresUrl, calls }: { postgresUrl: string; calls: RecordedQuery[][] }) => {
  const texts = new Map<string, readonly string[]>()
  const once = (query: RecordedQuery): RecordedQuery => {
    const text = query.strings.join('?')
    if (!texts.has(text)) texts.set(text, Object.assign([...query.strings], { raw: query.strings }))
    return { ...query, strings: texts.get(text) ?? query.strings }
  }
  const ready = calls.map((queries) => queries.map(once))
  const sql = connectPostgres(postgresUrl, { name: 'bench bare' })
  const app = fastify()
  app.get('/:index', async (request) => {
    const queries = ready[Number((request.params as { index: string }).index)] ?? []
    return Promise.all(queries.map((query) => replay(sql, query)))
  })
  process.once('disconnect', async () => {
    await app.close()
    await sql.end({ timeout: 5 })
  })
  process.send?.({ origin: await app.listen({ host: '127.0.0.1', port: 0 }) })
})
