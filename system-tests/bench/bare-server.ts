import { connectPostgres } from '@medicready/platform/postgres/connection'
import { fastify } from 'fastify'
import { type Query, replay } from './recorded-queries.ts'

/**
 * The least that a web server can do: `GET /<n>` answers the rows of the nth query of the list that the parent sends.
 */
process.once('message', async ({ postgresUrl, queries }: { postgresUrl: string; queries: Query[] }) => {
  const texts = new Map<string, readonly string[]>()
  const ready = queries.map(({ strings, values }) => {
    const text = strings.join('?')
    if (!texts.has(text)) texts.set(text, Object.assign([...strings], { raw: strings }))
    return { strings: texts.get(text) ?? strings, values }
  })
  const sql = connectPostgres(postgresUrl, { name: 'bench bare' })
  const app = fastify()
  app.get('/:index', async (request) => {
    const query = ready[Number((request.params as { index: string }).index)]
    return query ? replay(sql, query) : []
  })
  process.once('disconnect', async () => {
    await app.close()
    await sql.end({ timeout: 5 })
  })
  process.send?.({ origin: await app.listen({ host: '127.0.0.1', port: 0 }) })
})
