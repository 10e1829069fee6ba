import { createHash, randomBytes } from 'node:crypto'
import { type Attributes, context, ROOT_CONTEXT, type Span, type SpanContext, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'

let provider: { shutdown(): Promise<void> } | null = null

/** Off without an endpoint. Its libraries are loaded only when it is on. */
export async function startTracing(service: string, endpoint: string | undefined): Promise<void> {
  if (endpoint === undefined) return
  const [{ TracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const tracing = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  trace.setGlobalTracerProvider(tracing)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  provider = tracing
}

/** Sends what is left. */
export async function stopTracing(): Promise<void> {
  await provider?.shutdown()
  provider = null
  trace.disable()
  context.disable()
}

/**
 * The trace of a correlation ID, whichever service sees it, without a header or a field of its own: also the projector
 * and the worker, which know the ID from the event. The first span has the ID that all others name as their parent.
 */
function contextOf(correlationId: string): SpanContext {
  const hash = createHash('sha256').update(correlationId).digest('hex')
  const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(correlationId)
  const traceId = isUuid ? correlationId.replaceAll('-', '') : hash.slice(0, 32)
  return { traceId, spanId: hash.slice(32, 48), traceFlags: TraceFlags.SAMPLED, isRemote: true }
}

let first: SpanContext | null = null
const ids = {
  generateTraceId: () => first?.traceId ?? randomBytes(16).toString('hex'),
  generateSpanId: () => first?.spanId ?? randomBytes(8).toString('hex'),
}

const tracer = () => trace.getTracer('medicready')

interface Spanning {
  /** Without it, the span belongs to the one around it. */
  readonly correlationId?: string | undefined
  /** The trace begins with this span. */
  readonly isFirst?: boolean
  readonly attributes?: Attributes
}

function begin(name: string, { correlationId, isFirst = false, attributes = {} }: Spanning): Span {
  if (correlationId === undefined) return tracer().startSpan(name, { attributes })
  if (!isFirst) return tracer().startSpan(name, { attributes }, trace.setSpanContext(ROOT_CONTEXT, contextOf(correlationId)))
  first = contextOf(correlationId)
  try {
    return tracer().startSpan(name, { attributes, root: true })
  } finally {
    first = null
  }
}

/** For work without an end of its own, such as a request. `within` runs what the span is to be around. */
export function startSpan(name: string, spanning: Spanning): { within(work: () => void): void; end(more?: Attributes): void } | null {
  if (!provider) return null
  const span = begin(name, spanning)
  return {
    within: (work) => context.with(trace.setSpan(context.active(), span), work),
    end: (more = {}) => span.setAttributes(more).end(),
  }
}

export async function traced<Result>(name: string, spanning: Spanning, work: () => Promise<Result>): Promise<Result> {
  if (!provider) return work()
  const span = begin(name, spanning)
  try {
    return await context.with(trace.setSpan(context.active(), span), work)
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) })
    throw error
  } finally {
    span.end()
  }
}
