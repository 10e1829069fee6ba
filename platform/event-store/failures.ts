/** Another writer appended first. */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision'
}

/** Whether an append took effect is unknown: send the same command again. */
export class EventStoreUnavailable extends Error {
  override readonly name = 'EventStoreUnavailable'
}

/** The log no longer holds what was read from it: what was derived from it may be wrong. */
export class LogSetBack extends Error {
  override readonly name = 'LogSetBack'

  constructor(difference: string) {
    super(`${difference}: it was set back, by a power cut or to an old backup.`)
  }
}

/** Thrown without code or type. */
export const isDiscoveryFailure = (error: unknown): boolean => error instanceof Error && error.message.startsWith('Failed to discover')

/** A first call to a server that is down fails with a bare gRPC code, later ones with the client's own types. */
export function isTransient(error: unknown): boolean {
  if (error instanceof EventStoreUnavailable || isDiscoveryFailure(error)) return true
  if (!(error instanceof Error)) return false
  const type = 'type' in error ? String(error.type) : ''
  if (['unavailable', 'cancelled', 'timeout', 'deadline-exceeded', 'unknown', 'not-leader'].includes(type)) return true
  return 'code' in error && [1, 2, 4, 10, 13, 14].includes(Number(error.code))
}
