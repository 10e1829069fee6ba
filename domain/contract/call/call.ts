import { z } from 'zod'
import { rights } from '../../accounts/shown/rights.ts'
import type { Tier } from '../../billing/shown/tiers.ts'
import type { ErrorCode } from '../../refusals/shown/errors.ts'
import './field-words.ts'

export const accesses = ['visitor', 'signedIn', ...rights] as const
export type Access = (typeof accesses)[number]

/** Reads go to read-api, writes and GETs that act to command-api. */
export type Service = 'command-api' | 'read-api'

export interface Call {
  readonly summary: string
  readonly access: Access
  /** Required whatever the role. */
  readonly tier?: Tier
  readonly service: Service
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** Bodies of forms use the small build of zod. */
  readonly body?: z.core.$ZodObject
  /** The handler gets the raw bytes, for example to verify a signature. */
  readonly rawBody?: true
  /** Signed in the request. Not rate limited: many come from one network. Handlers limit forged ones. */
  readonly isSigned?: true
  readonly maxBytes?: number
  /** The query also takes `cursor` and `limit`, and a `Link` header leads to the next page. */
  readonly page?: true
  /** A success answers this file in place of `response`. */
  readonly file?: 'application/zip' | 'application/pdf' | 'text/csv' | 'image/*' | 'audio/wav'
  /** Keys that the schema does not name never leave the service. */
  readonly response: z.ZodType
  readonly responseHeaders?: readonly string[]
  readonly status?: number
  /** Beyond those that any call can have. */
  readonly errors: readonly ErrorCode[]
  /** Valid input with every field. The documentation shows it, and tests send it. */
  readonly example: Example
}

export type Calls = Readonly<Record<string, Call>>

export interface Example {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

type ReadOnly<Value> = Value extends object ? { readonly [Key in keyof Value]: ReadOnly<Value[Key]> } : Value
/** Optional fields are required here: tests change one field at a time. */
type ExampleOf<C extends Definition> = {
  readonly [Part in Extract<keyof C, 'params' | 'query' | 'body'>]: C[Part] extends z.core.$ZodType
    ? ReadOnly<Required<z.input<C[Part]>>>
    : never
}

type Definition = Omit<Call, 'access' | 'service' | 'response' | 'errors' | 'example'> &
  Partial<Pick<Call, 'response' | 'errors' | 'example'>>
/** An example is left out only where there is no input, and a response only where a file is answered. */
type Given<C extends Definition> = (Extract<keyof C, 'params' | 'query' | 'body'> extends never
  ? unknown
  : { readonly example: ExampleOf<C> }) &
  (C extends { file: string } ? unknown : { readonly response: z.ZodType })
type CallOf<C extends Definition, By extends Access, Of extends Service> = C &
  Pick<Call, 'errors' | 'example'> & { readonly access: By; readonly service: Of } & (C extends { response: z.ZodType }
    ? unknown
    : { readonly response: z.ZodNever })

const answered =
  <By extends Access, Of extends Service>(access: By, service: Of) =>
  <const C extends Definition>(definition: C & Given<C>): CallOf<C, By, Of> =>
    ({ response: z.never(), errors: [], example: {}, ...(definition as Definition), access, service }) as unknown as CallOf<C, By, Of>

const callsOf = <By extends Access>(access: By) => ({
  read: answered(access, 'read-api'),
  /** Also for GETs that act, or need what only the command API has. */
  command: answered(access, 'command-api'),
})

export const visitor = callsOf('visitor')
export const signedIn = callsOf('signedIn')
export const reviewQuestions = callsOf('reviewQuestions')
export const giveTutoring = callsOf('giveTutoring')
export const analyzeData = callsOf('analyzeData')
export const runBusiness = callsOf('runBusiness')

const pageQuery = z.object({
  /** From the `Link` header of the page before. */
  cursor: z.string().min(1).max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(100),
})
export type PageQuery = z.output<typeof pageQuery>

export const queryOf = ({ query, page }: Pick<Call, 'query' | 'page'>): z.ZodObject | undefined =>
  page ? (query ?? z.object({})).extend(pageQuery.shape) : query

type Input<Schema> = Schema extends z.core.$ZodType ? z.input<Schema> : undefined
type Output<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : undefined

/** Types only, so that no schema reaches the browser. */
export interface CallTypes<C extends Call> {
  params: Input<C['params']>
  query: Input<C['query']>
  body: C extends { rawBody: true } ? Blob : Input<C['body']>
  response: C extends { file: 'text/csv' } ? string : Output<C['response']>
}
