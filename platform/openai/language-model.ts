import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import OpenAI from 'openai'
import { zodResponseFormat } from 'openai/helpers/zod'
import { z } from 'zod'

/** US dollars per million tokens, which is millionths of a dollar per token. */
export interface TokenPrices {
  readonly input: number
  readonly output: number
}

interface Options {
  readonly apiKey: string
  readonly baseUrl?: string | undefined
  readonly model: string
  readonly prices: TokenPrices
  readonly timeoutMilliseconds: number
  readonly pauseMilliseconds?: number
}

export interface Spent {
  readonly calls: number
  readonly cost: number
}

/** Instructions and data are separate, so that data never becomes an instruction. */
export interface Inquiry<Answer> {
  readonly name: string
  readonly instructions: string
  readonly data: unknown
  readonly schema: z.ZodType<Answer>
  readonly maxOutputTokens: number
}

export type Reply<Answer> = { readonly spent: Spent } & (
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'malformed'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string }
  /** The service cannot be reached, is too slow, or refuses to serve us now. */
  | { readonly kind: 'failed'; readonly error: unknown }
)

const MAX_RETRIES = 2
const FAILURES_TO_PAUSE = 3
const PAUSE_MILLISECONDS = 60_000
/** The longest `retry-after` that the SDK obeys. */
const LONGEST_RETRY_AFTER_SECONDS = 60
/** Roles and separators that the service adds to a request. */
const FRAMING_TOKENS = 500
const LONGEST_ANSWER = 50_000
const MOST_BYTES = 1_000_000

/** Before a connection exists, nothing is asked and nothing is owed. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

class GivenUp extends Error {
  override readonly name = 'GivenUp'
}

const MOST_TOKENS = 1_000_000
const tokens = z.int().min(0).max(MOST_TOKENS)
const Usage = z.object({ prompt_tokens: tokens, completion_tokens: tokens })

/** Counts the cost of an inquiry with its retries. A try with an unknown price counts as its maximum. */
class Meter {
  readonly #mostPerCall: number
  #calls = 0
  #cost = 0

  constructor(mostPerCall: number) {
    this.#mostPerCall = mostPerCall
  }

  readonly fetch = async (url: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
    this.#calls += 1
    this.#cost += this.#mostPerCall
    let response: Response
    try {
      response = await fetch(url, init)
    } catch (error) {
      if (neverConnected.has(codeOf(error))) {
        this.#calls -= 1
        this.#cost -= this.#mostPerCall
      }
      throw error
    }
    if (response.ok) return bounded(response)
    // Failed requests are not charged.
    this.#cost -= this.#mostPerCall
    return retryAfterSeconds(response.headers) > LONGEST_RETRY_AFTER_SECONDS ? withoutRetry(response) : response
  }

  settle(cost: number): void {
    this.#cost += cost - this.#mostPerCall
  }

  get spent(): Spent {
    return { calls: this.#calls, cost: Math.ceil(this.#cost) }
  }
}

export class LanguageModel {
  readonly model: string
  readonly #client: OpenAI
  readonly #prices: TokenPrices
  readonly #breaker
  #resumesAt = 0

  constructor({ apiKey, baseUrl, model, prices, timeoutMilliseconds, pauseMilliseconds = PAUSE_MILLISECONDS }: Options) {
    this.model = model
    this.#prices = prices
    // The SDK waits between tries: `retry-after`, or exponential backoff with jitter.
    this.#client = new OpenAI({ apiKey, baseURL: baseUrl, timeout: timeoutMilliseconds, maxRetries: MAX_RETRIES, logLevel: 'off' })
    this.#breaker = circuitBreaker(
      handleWhen((error) => !(error instanceof GivenUp)),
      { breaker: new ConsecutiveBreaker(FAILURES_TO_PAUSE), halfOpenAfter: pauseMilliseconds },
    )
    this.#breaker.onBreak(() => this.#pauseUntil(Date.now() + pauseMilliseconds))
  }

  /** False after several failures in a row, or while the service has told us to stay away. */
  get isAvailable(): boolean {
    return Date.now() >= this.#resumesAt
  }

  get breaker(): 'closed' | 'half-open' | 'open' {
    if (this.#breaker.state === CircuitState.Closed) return 'closed'
    return this.isAvailable ? 'half-open' : 'open'
  }

  most(inquiry: Inquiry<unknown>): Spent {
    const calls = 1 + MAX_RETRIES
    return { calls, cost: Math.ceil(calls * this.#mostPerCall(inquiry)) }
  }

  /** Never rejects: failures are in the reply, with their cost. */
  async ask<Answer>(inquiry: Inquiry<Answer>, signal: AbortSignal): Promise<Reply<Answer>> {
    const meter = new Meter(this.#mostPerCall(inquiry))
    try {
      const completion = await this.#breaker.execute(() => this.#complete(inquiry, meter, signal))
      const usage = Usage.safeParse(completion.usage)
      if (usage.success) meter.settle(this.#price(usage.data.prompt_tokens, usage.data.completion_tokens))
      return { ...read(completion, inquiry.schema), spent: meter.spent }
    } catch (error) {
      if (error instanceof OpenAI.APIError) this.#pauseUntil(Date.now() + 1000 * retryAfterSeconds(error.headers))
      return { kind: 'failed', error, spent: meter.spent }
    }
  }

  async #complete(inquiry: Inquiry<unknown>, meter: Meter, signal: AbortSignal) {
    try {
      const client = this.#client.withOptions({ fetch: meter.fetch })
      return await client.chat.completions.create(this.#request(inquiry), { signal })
    } catch (error) {
      if (signal.aborted) throw new GivenUp('The inquiry was given up.', { cause: error })
      throw error
    }
  }

  #request({ name, instructions, data, schema, maxOutputTokens }: Inquiry<unknown>) {
    return {
      model: this.model,
      messages: [
        { role: 'system' as const, content: instructions },
        { role: 'user' as const, content: JSON.stringify(data) },
      ],
      response_format: responseFormat(name, schema),
      max_completion_tokens: maxOutputTokens,
    }
  }

  #mostPerCall(inquiry: Inquiry<unknown>): number {
    // A token is at least a byte.
    return this.#price(Buffer.byteLength(JSON.stringify(this.#request(inquiry))) + FRAMING_TOKENS, inquiry.maxOutputTokens)
  }

  #price(inputTokens: number, outputTokens: number): number {
    return inputTokens * this.#prices.input + outputTokens * this.#prices.output
  }

  #pauseUntil(time: number): void {
    this.#resumesAt = Math.max(this.#resumesAt, time)
  }
}

/** Strict mode does not know all of JSON Schema; the rest is checked on the answer. */
function responseFormat(name: string, schema: z.ZodType) {
  const format = zodResponseFormat(schema, name)
  const unknownToService = new Set(['$schema', 'default', 'minLength', 'maxLength'])
  return JSON.parse(JSON.stringify(format, (key, value) => (unknownToService.has(key) ? undefined : value))) as typeof format
}

type Outcome<Answer> = { kind: 'answered'; answer: Answer } | { kind: 'malformed' | 'refused'; why: string }

function read<Answer>(completion: OpenAI.ChatCompletion, schema: z.ZodType<Answer>): Outcome<Answer> {
  // Compatible services may leave out what the types promise.
  const choice = (completion.choices as OpenAI.ChatCompletion['choices'] | undefined)?.[0]
  if (choice?.message?.refusal) return { kind: 'refused', why: choice.message.refusal.slice(0, 500) }
  if (choice?.finish_reason === 'content_filter') return { kind: 'refused', why: 'stopped by a content filter' }
  const text = choice?.message?.content
  if (typeof text !== 'string') return { kind: 'malformed', why: 'no content' }
  if (choice?.finish_reason === 'length' || text.length > LONGEST_ANSWER) return { kind: 'malformed', why: 'too long' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'malformed', why: 'not JSON' }
  }
  const result = schema.safeParse(value)
  return result.success ? { kind: 'answered', answer: result.data } : { kind: 'malformed', why: z.prettifyError(result.error) }
}

function retryAfterSeconds(headers: Headers | undefined): number {
  const said = headers?.get('retry-after')
  if (!said) return 0
  const seconds = Number.isNaN(Number(said)) ? (Date.parse(said) - Date.now()) / 1000 : Number(said)
  return seconds > 0 ? Math.min(seconds, 86_400) : 0
}

/** The SDK would retry at once instead of waiting so long. */
function withoutRetry(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('x-should-retry', 'false')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/** Aborts answers longer than any that was asked for. */
function bounded(response: Response): Response {
  let bytes = 0
  const measured = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.length
        if (bytes > MOST_BYTES) controller.error(new Error('The answer is too long.'))
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Response(measured ?? null, response)
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
}
