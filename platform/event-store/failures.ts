/** The stream is not at the revision that the writer knew: another writer appended first. */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision'
}

/** The event store did not answer in time. Whether an append took effect is unknown: send the same command again. */
export class EventStoreUnavailable extends Error {
  override readonly name = 'EventStoreUnavailable'
}

/** What the client throws, without code or type, when none of a cluster's nodes leads or answers. */
export const isDiscoveryFailure = (error: unknown): boolean => error instanceof Error && error.message.startsWith('Failed to discover')

/**
 * Failures that say nothing about the call itself: no node was found, the node is no leader, or no answer came.
 * Cancelled, unknown, deadline exceeded, aborted, internal and unavailable are gRPC's codes 1, 2, 4, 10, 13, 14; the
 * first call to a server that is down fails with the bare code, later ones with the client's own types.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof EventStoreUnavailable || isDiscoveryFailure(error)) return true
  if (!(error instanceof Error)) return false
  const type = 'type' in error ? String(error.type) : ''
  if (['unavailable', 'cancelled', 'timeout', 'deadline-exceeded', 'unknown', 'not-leader'].includes(type)) return true
  return 'code' in error && [1, 2, 4, 10, 13, 14].includes(Number(error.code))
}
