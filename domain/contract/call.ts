import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Who may make a call. `student` is anybody who is signed in. */
export type Access = 'visitor' | 'student' | 'admin'

/** One call of the HTTP interface, under its key `METHOD /path/{param}`. */
export interface Call {
  readonly summary: string
  readonly access: Access
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** What a success answers. Keys that the schema does not name never leave the service. */
  readonly response: z.ZodType
  /** Headers of a success that say something beside the body. */
  readonly responseHeaders?: readonly string[]
  /** Status of a success; 200 when left out. */
  readonly status?: number
  /** The refusals that belong to this call, beside those that any call can meet. */
  readonly errors: readonly ErrorCode[]
  /** Which service answers: reads go to read-api, writes and the GETs that act to command-api. */
  readonly service: 'command-api' | 'read-api'
}

export const call = <const C extends Call>(definition: C): C => definition

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** What a caller sends and gets, for the typed client: types only, so that no schema reaches the browser. */
export interface CallTypes<C extends Call> {
  params: Input<C['params']>
  query: Input<C['query']>
  body: Input<C['body']>
  response: Output<C['response']>
}
