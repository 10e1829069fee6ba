import { z } from 'zod'
import { rights } from '../accounts/rights.ts'
import type { Tier } from '../billing/tiers.ts'
import type { ErrorCode } from './errors.ts'
import './field-words.ts'

/** Who may make a call: everyone, signed-in users, or those whose role has a right. */
export const accesses = ['visitor', 'signedIn', ...rights] as const
export type Access = (typeof accesses)[number]

/** Which service answers: reads go to read-api, writes and the GETs that act to command-api. */
export type Service = 'command-api' | 'read-api'

/** One call of the HTTP interface, under its key `METHOD /path/{param}`. */
export interface Call {
  readonly summary: string
  readonly access: Access
  /** The least tier that the call asks for, whatever the role; none when left out. */
  readonly tier?: Tier
  readonly service: Service
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** Bodies that forms send are written with the small build of zod. */
  readonly body?: z.core.$ZodObject
  /**
   * The handler gets the bytes of the body as they came, such as for a signature that covers them; `body` is left out
   * then.
   */
  readonly rawBody?: true
  /**
   * The caller proves by a signature in the request who they are. Their calls are not limited like those of others:
   * many may come at once from one network. A handler counts those that are forged.
   */
  readonly isSigned?: true
  /** How large the body may be, where it may be larger than bodies usually are. */
  readonly maxBytes?: number
  /**
   * The answer is one page of a list: the query takes `cursor` and `limit` besides, and a `Link` header leads to the
   * next page.
   */
  readonly page?: true
  /**
   * A success answers a file of this type, as it is: one that is downloaded, or an image that a page shows. `response`
   * says nothing then (`z.never()`).
   */
  readonly file?: 'application/zip' | 'application/pdf' | 'text/csv' | 'image/*'
  /** What a success answers. Keys that the schema does not name never leave the service. */
  readonly response: z.ZodType
  /** Headers of a success that say something beside the body. */
  readonly responseHeaders?: readonly string[]
  /** Status of a success; 200 when left out. */
  readonly status?: number
  /** The refusals that belong to this call, beside those that any call can meet. */
  readonly errors: readonly ErrorCode[]
  /** Input that fits: every field of params, query and body. The documentation shows it, and tests send it. */
  readonly example: Example
}

/** The calls of a room, or of all rooms, by their keys. */
export type Calls = Readonly<Record<string, Call>>

export interface Example {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

type ReadOnly<Value> = Value extends object ? { readonly [Key in keyof Value]: ReadOnly<Value[Key]> } : Value
/** An example has each field, those with a default or without need among them: tests change one field at a time. */
type ExampleOf<C extends Call> = {
  readonly [Part in Extract<keyof C, 'params' | 'query' | 'body'>]: C[Part] extends z.core.$ZodType
    ? ReadOnly<Required<z.input<C[Part]>>>
    : never
}

export const call = <const C extends Call>(definition: C & { readonly example: ExampleOf<C> }): C => definition

/** How a page of a list is asked for. */
const pageQuery = z.object({
  /** Where the page begins: from the `Link` header of the page before. */
  cursor: z.string().min(1).max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(100),
})
export type PageQuery = z.output<typeof pageQuery>

/** What a call's query may hold: that of its page with it. */
export const queryOf = ({ query, page }: Pick<Call, 'query' | 'page'>): z.ZodObject | undefined =>
  page ? (query ?? z.object({})).extend(pageQuery.shape) : query

type Input<Schema> = Schema extends z.core.$ZodType ? z.input<Schema> : undefined
type Output<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : undefined

/** What a caller sends and gets, for the typed client: types only, so that no schema reaches the browser. */
export interface CallTypes<C extends Call> {
  params: Input<C['params']>
  query: Input<C['query']>
  /** Bytes go as they are. */
  body: C extends { rawBody: true } ? Blob : Input<C['body']>
  /** A file of text is its text. */
  response: C extends { file: 'text/csv' } ? string : Output<C['response']>
}
