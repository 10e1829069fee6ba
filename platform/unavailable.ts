import { EventStoreUnavailable } from './event-store/failures.ts'
import { isPostgresUnavailable } from './postgres/connection.ts'

/** A part of the outside world does not answer, whatever it is asked: the same may be asked again later. */
export class Unavailable extends Error {}

/** Whether an error says "not now" of the outside world rather than "not this". */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Unavailable || error instanceof EventStoreUnavailable || isPostgresUnavailable(error)
