import { EventStoreUnavailable } from './event-store/failures.ts'
import { isPostgresUnavailable } from './postgres/connection.ts'

/** An external system does not answer; retrying later may help. */
export class Unavailable extends Error {}

export const isUnavailable = (error: unknown): boolean =>
  error instanceof Unavailable || error instanceof EventStoreUnavailable || isPostgresUnavailable(error)
