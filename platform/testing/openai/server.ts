import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textIn } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type GeneratedKind, generatedKinds } from '@medicready/domain/questions/authoring/generation-day'
import { z } from 'zod'
import { cleanQuestion, cleanSet, injections, rightOf, textsOf, type WrittenItem } from './questions.ts'

/** Stand-in for OpenAI chat completions with structured output. The schema's name tells a writer from a reader. */

export type WriterBehaviour =
  | 'good'
  | 'malformed'
  | 'not json'
  | 'cut off'
  | 'refusal'
  | 'content filter'
  /** The first stem to avoid, or the same question again. */
  | 'duplicate'
  /** Instructions to the reader, markup, or overlong text. */
  | `injected: ${keyof typeof injections}`
/** Finds it without the stem, with confidence or by chance. */
export type GuesserBehaviour = 'finds the key' | 'finds the key by chance'
export type ReaderBehaviour = 'agrees' | 'disagrees' | 'defends another' | 'finds a flaw' | 'malformed' | 'refusal'
export type ServiceBehaviour =
  /** No response head for this many milliseconds. */
  | { slow: number }
  | { stalled: true }
  | { status: 429; retryAfter?: string }
  | { status: 400 | 401 | 500 | 503 }
  | { disconnected: true }
  | { question: unknown }
  | { usage: unknown }
export type Behaviour = WriterBehaviour | ReaderBehaviour | GuesserBehaviour | ServiceBehaviour

const ChatRequest = z.object({
  model: z.string(),
  messages: z.tuple([
    z.object({ role: z.literal('system'), content: z.string() }),
    z.object({ role: z.literal('user'), content: z.string() }),
  ]),
  response_format: z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({ name: z.string(), strict: z.literal(true), schema: z.record(z.string(), z.unknown()) }),
  }),
  max_completion_tokens: z.int().min(1),
})
export type ChatRequest = z.infer<typeof ChatRequest>

const Filed = z.object({
  module: z.string(),
  subTopic: z.string(),
  difficulty: z.string(),
  bloomsLevel: z.string(),
})
const WriterData = z.object({
  wanted: z.discriminatedUnion('kind', [Filed.extend({ kind: z.enum(generatedKinds) }), Filed.extend({ kind: z.literal('scenario_set') })]),
  avoid: z.array(z.string()),
})
const Texts = z.record(z.string(), z.string())
const Shown = z.object({ kind: z.enum(generatedKinds), parts: Texts, targets: Texts.default({}) })
/** The guesser does not see the stem. */
const ReaderData = z.object({ stem: z.string().optional(), item: Shown })

export interface OpenAIStandIn {
  readonly url: string
  readonly apiKey: string
  readonly requests: readonly { readonly name: string; readonly body: ChatRequest }[]
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number }
  /** Applies to the next requests in order; after them everything is good. */
  answer(...behaviours: Behaviour[]): void
  close(): Promise<void>
}

const isWriter = (name: string): boolean => name === 'question' || name === 'scenario_set'

const usage = { prompt_tokens: 1_500, completion_tokens: 900 }

export async function startOpenAI({ apiKey = 'sk-stand-in' } = {}): Promise<OpenAIStandIn> {
  const requests: { name: string; body: ChatRequest }[] = []
  const behaviours: Behaviour[] = []
  const closing = new AbortController()
  const written = new Map<string, number>()
  const items: WrittenItem[] = []

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textIn(request)
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return refuse(response, 404, 'Unknown request URL')
    if (request.headers.authorization !== `Bearer ${apiKey}`) return refuse(response, 401, 'Incorrect API key provided')
    const body = ChatRequest.safeParse(JSON.parse(text))
    if (!body.success) return refuse(response, 400, z.prettifyError(body.error))
    const { name, schema } = body.data.response_format.json_schema
    const unsupported = unsupportedIn(schema)
    if (unsupported.length > 0) return refuse(response, 400, `Invalid schema for response_format '${name}': ${unsupported.join(', ')}`)

    requests.push({ name, body: body.data })
    const behaviour = behaviours.shift() ?? (isWriter(name) ? 'good' : 'agrees')
    if (typeof behaviour === 'object' && 'disconnected' in behaviour) return void response.destroy()
    if (typeof behaviour === 'object' && 'status' in behaviour) {
      if ('retryAfter' in behaviour && behaviour.retryAfter !== undefined) response.setHeader('retry-after', behaviour.retryAfter)
      return refuse(response, behaviour.status, 'The stand-in was told to refuse')
    }
    if (typeof behaviour === 'object' && 'slow' in behaviour) await sleep(behaviour.slow, undefined, { signal: closing.signal })
    if (typeof behaviour === 'object' && 'stalled' in behaviour) {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":')
      return
    }
    const data: unknown = JSON.parse(body.data.messages[1].content)
    const isTold = name === 'revision' && typeof behaviour === 'object' && 'question' in behaviour
    const said = isTold
      ? { content: JSON.stringify(behaviour.question) }
      : isWriter(name)
        ? write(WriterData.parse(data), behaviour)
        : answer(ReaderData.parse(data), behaviour)
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        id: `chatcmpl-${requests.length}`,
        object: 'chat.completion',
        created: 0,
        model: body.data.model,
        choices: [
          {
            index: 0,
            logprobs: null,
            finish_reason: said.finish_reason ?? 'stop',
            message: { role: 'assistant', content: said.content ?? null, refusal: said.refusal ?? null },
          },
        ],
        usage: typeof behaviour === 'object' && 'usage' in behaviour ? behaviour.usage : totals,
      }),
    )
  }

  function write({ wanted, avoid }: z.infer<typeof WriterData>, behaviour: Behaviour): Said {
    if (behaviour === 'refusal') return { refusal: 'I cannot help with that.' }
    if (behaviour === 'content filter') return { content: '', finish_reason: 'content_filter' }
    if (behaviour === 'not json') return { content: 'Sure! Here is your question: what is shock?' }
    if (behaviour === 'malformed') return { content: JSON.stringify({ question: 'What is shock?', options: ['A', 'B'], answer: 2 }) }
    const content = JSON.stringify(wanted.kind === 'scenario_set' ? writeSet(behaviour) : writeQuestion(wanted, avoid, behaviour))
    return behaviour === 'cut off' ? { content: content.slice(0, content.length / 2), finish_reason: 'length' } : { content }
  }

  function writeSet(behaviour: Behaviour): unknown {
    const set = cleanSet()
    items.push(...[set.first, set.second, set.third].map(({ asks }) => asks.item))
    return typeof behaviour === 'object' && 'question' in behaviour ? behaviour.question : set
  }

  function writeQuestion(wanted: z.infer<typeof Filed> & { kind: GeneratedKind }, avoid: readonly string[], behaviour: Behaviour): unknown {
    const before = written.get(wanted.kind) ?? 0
    const place = behaviour === 'duplicate' && before > 0 && avoid.length === 0 ? before - 1 : before
    const question = cleanQuestion(place, wanted)
    written.set(wanted.kind, place + 1)
    if (behaviour === 'duplicate' && avoid[0]) question.stem = avoid[0]
    if (typeof behaviour === 'string' && behaviour.startsWith('injected: '))
      Object.assign(question, injections[behaviour.slice('injected: '.length) as keyof typeof injections](question))
    items.push(question.item)
    return typeof behaviour === 'object' && 'question' in behaviour ? behaviour.question : question
  }

  function answer({ stem, item }: z.infer<typeof ReaderData>, behaviour: Behaviour): Said {
    if (behaviour === 'refusal') return { refusal: 'I cannot help with that.' }
    if (behaviour === 'malformed') return { content: JSON.stringify({ answer: 'E', alsoDefensible: null, flaw: null }) }
    const [key, other] = answersTo(item, items)
    if (stem === undefined) {
      const finds = behaviour === 'finds the key' || behaviour === 'finds the key by chance'
      return { content: JSON.stringify({ answer: finds ? key : other, likely: behaviour === 'finds the key' ? 90 : 25 }) }
    }
    return {
      content: JSON.stringify({
        answer: behaviour === 'disagrees' ? other : key,
        alsoDefensible: behaviour === 'defends another' ? 'The next one is as good.' : null,
        flaw: behaviour === 'finds a flaw' ? 'The stem speaks to the examiner.' : null,
      }),
    }
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!closing.signal.aborted) refuse(response, 500, String(error))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    apiKey,
    requests,
    usage,
    answer: (...next) => void behaviours.push(...next),
    async close() {
      closing.abort()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** A correct and a wrong answer, in the letters and numbers shown. */
function answersTo({ kind, parts, targets }: z.infer<typeof Shown>, items: readonly WrittenItem[]): [right: unknown, wrong: unknown] {
  const letterOf = (text: string) => Object.keys(parts).find((letter) => parts[letter] === text) ?? 'A'
  const all = Object.values(parts).sort().join()
  const written = items.findLast((each) => kind === 'fill_in_blank' || textsOf(each).sort().join() === all)
  const rightTexts = written ? rightOf(written) : []
  if (written && 'value' in written) return [{ value: written.value }, { value: written.value + 1000 }]
  if (kind === 'drag_drop' || kind === 'options_table') {
    const numbers = Object.keys(targets)
    const pairs = rightTexts.map(([text, target]) => ({ part: letterOf(text), target: numbers[target] ?? '1' }))
    return [{ pairs }, { pairs: pairs.map(({ part, target }) => ({ part, target: numbers.find((number) => number !== target) ?? '1' })) }]
  }
  const chosen = rightTexts.map(([text]) => letterOf(text))
  const others = Object.keys(parts).filter((letter) => !chosen.includes(letter))
  return [{ chosen }, { chosen: kind === 'build_list' ? chosen.toReversed() : [...chosen.slice(1), others[0] ?? 'B'] }]
}

interface Said {
  content?: string
  refusal?: string
  finish_reason?: 'length' | 'content_filter'
}

const totals = { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens }

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message, type: 'stand_in', param: null, code: null } }))
}

/** JSON Schema keywords that structured outputs accept in strict mode. */
const supported = new Set([
  ...'type properties required additionalProperties items enum const anyOf description title pattern format'.split(' '),
  ...'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems $ref $defs'.split(' '),
])

/** What the service would refuse, as `path: why`. */
export function unsupportedIn(schema: unknown, path = '$'): string[] {
  if (Array.isArray(schema)) return schema.flatMap((inner, index) => unsupportedIn(inner, `${path}[${index}]`))
  if (typeof schema !== 'object' || schema === null) return []
  const faults = Object.keys(schema)
    .filter((keyword) => !supported.has(keyword))
    .map((keyword) => `${path}: '${keyword}' is not permitted`)
  const { type, properties, required, additionalProperties, items, anyOf } = schema as Record<string, unknown>
  if (type === 'object') {
    const names = Object.keys((properties ?? {}) as object)
    if (additionalProperties !== false) faults.push(`${path}: 'additionalProperties' must be false`)
    if (names.some((name) => !(required as string[] | undefined)?.includes(name))) faults.push(`${path}: every property must be required`)
    for (const [name, inner] of Object.entries((properties ?? {}) as object)) faults.push(...unsupportedIn(inner, `${path}.${name}`))
  }
  return [...faults, ...unsupportedIn(items, `${path}[]`), ...unsupportedIn(anyOf, `${path}|`)]
}
