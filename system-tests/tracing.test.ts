import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from '@medicready/platform/http/server'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { startTracing, stopTracing } from '@medicready/platform/tracing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { ownBackend } from './backend.ts'

const backend = await ownBackend({ reacting: ['exports'] })

const ExportedSpan = z.object({ traceId: z.string(), spanId: z.string(), parentSpanId: z.string().optional(), name: z.string() })
const Exported = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(ExportedSpan) })) })),
})

/** Stands at the other end of the wire, as a collector. */
async function collector() {
  const spans: z.infer<typeof ExportedSpan>[] = []
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { resourceSpans } = Exported.parse(JSON.parse(Buffer.concat(chunks).toString()))
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      response.setHeader('content-type', 'application/json').end('{}')
    })
  }).listen(0, '127.0.0.1')
  await vi.waitFor(() => expect(server.listening).toBe(true))
  onTestFinished(() => void server.close())
  return { spans, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('one trace follows a call from the edge to the event, the rows, and the reaction', { timeout: 60_000 }, async () => {
  const { spans, url } = await collector()
  const edge = await createServer({ name: 'edge', logger: quietLogger })
  edge.post('/api/*', async () => ({}))
  const { token } = await backend.learner('free')
  const correlationId = randomUUID()
  const headers = { 'x-correlation-id': correlationId }
  await startTracing('test', url)
  await edge.inject({ method: 'POST', url: '/api/user/exports', headers })
  await backend.send('POST /api/user/exports', { token, headers })
  await backend.reacted()
  await stopTracing()

  const ofTrace = spans.filter(({ traceId }) => traceId === correlationId.replaceAll('-', ''))
  const spanNamed = (name: string, isWithin = (_: string | undefined) => true) =>
    ofTrace.find((span) => span.name === name && isWithin(span.parentSpanId))
  const first = spanNamed('POST /api/*')
  expect(first?.parentSpanId ?? '').toBe('')
  const call = spanNamed('POST /api/user/exports')
  expect(call?.parentSpanId).toBe(first?.spanId)
  expect(spanNamed('append', (parent) => parent === call?.spanId)).toBeDefined()
  for (const name of ['fold', 'react: exports']) expect(spanNamed(name)?.parentSpanId, name).toBe(first?.spanId)
  await edge.close()
})
