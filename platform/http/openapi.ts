import { type Call, type Calls, queryOf } from '@medicready/domain/contract/call/call'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import { type ErrorCode, errors } from '@medicready/domain/refusals/shown/errors'
import { z } from 'zod'

export function openApiOf(calls: Calls): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [key, definition] of Object.entries(calls)) {
    const [method = '', path = ''] = key.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(key, definition) }
  }
  return {
    openapi: '3.1.0',
    info: { title: PRODUCT_NAME, version: '1' },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'medicready.sid' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

function operationOf(key: string, definition: Call): Record<string, unknown> {
  const { summary, access, tier, service, body, rawBody, example, file, response, responseHeaders = [], page, status = 200 } = definition
  const query = queryOf(definition)
  const isCommand = service === 'command-api'
  return {
    summary,
    operationId: key,
    tags: [service],
    'x-access': access,
    ...(tier && { 'x-tier': tier }),
    ...(access !== 'visitor' && { security: [{ session: [] }, { bearer: [] }] }),
    parameters: [
      ...parametersOf('path', definition.params, example.params),
      ...parametersOf('query', query, example.query),
      ...(isCommand ? [headerOf('Idempotency-Key', 'Commands sent again with the same key run once and get the same answer.')] : []),
      ...(isCommand ? [] : [headerOf('Consistency-Token', 'Of the last command that the answer shall show.')]),
    ],
    ...(body && { requestBody: { required: true, content: jsonOf(z.toJSONSchema(body, { io: 'input' }), example.body) } }),
    ...(rawBody && { requestBody: { required: true, content: { '*/*': {} } } }),
    responses: {
      [status]: {
        description: 'Done.',
        headers: Object.fromEntries(
          [...responseHeaders, ...(page ? ['link'] : []), ...(isCommand ? ['consistency-token'] : [])].map((name) => [
            name,
            { schema: { type: 'string' } },
          ]),
        ),
        content: file ? { [file]: {} } : jsonOf(z.toJSONSchema(response)),
      },
      ...refusalsOf(definition),
    },
  }
}

const jsonOf = (schema: unknown, example?: unknown) => ({ 'application/json': { schema, ...(example !== undefined && { example }) } })

const headerOf = (name: string, description: string) => ({ in: 'header', name, description, schema: { type: 'string' } })

function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined, example: unknown): unknown[] {
  const examples = (example ?? {}) as Record<string, unknown>
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    in: place,
    name,
    required: place === 'path' || !field.safeParse(undefined).success,
    schema: z.toJSONSchema(field, { io: 'input' }),
    ...(name in examples && { example: examples[name] }),
  }))
}

function refusalsOf(definition: Call): Record<string, unknown> {
  const byStatus = Map.groupBy(new Set(codesOf(definition)), (code) => errors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => errors[code].message).join(' '),
        content: jsonOf({
          type: 'object',
          required: ['message', 'code'],
          properties: {
            message: { type: 'string' },
            code: { enum: codes },
            ...(codes.includes('invalidRequest') && { issues: issuesSchema }),
          },
        }),
      },
    ]),
  )
}

const issuesSchema = {
  type: 'array',
  items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } }, required: ['path', 'message'] },
}

function codesOf(definition: Call): ErrorCode[] {
  const { access, tier, service, params, body, rawBody, isSigned } = definition
  const hasInput = Boolean(params ?? queryOf(definition) ?? body)
  return [
    ...definition.errors,
    ...(isSigned ? [] : (['tooManyRequests'] as const)),
    ...(hasInput ? (['invalidRequest'] as const) : []),
    ...(body ? (['unsupportedMediaType'] as const) : []),
    ...(body || rawBody ? (['bodyTooLarge'] as const) : []),
    ...(access === 'visitor' ? [] : (['notSignedIn'] as const)),
    ...(access === 'visitor' || access === 'signedIn' ? [] : (['forbidden', 'secondFactorRequired'] as const)),
    ...(tier ? (['tierRequired'] as const) : []),
    ...(service === 'command-api' ? (['crossOrigin'] as const) : []),
    'internal',
    'unavailable',
  ]
}
