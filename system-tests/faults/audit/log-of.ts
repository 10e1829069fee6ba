import type { Recorded } from '@medicready/domain/core/event'
import type { Fact } from '@medicready/domain/events'

/** The log that these facts make, one command each, for tests of the audits. */
export function logOf(
  entries: readonly (readonly [streamName: string, fact: Fact])[],
  occurredAt = '2026-01-31T08:00:00.000Z',
): Recorded<Fact>[] {
  const revisions = new Map<string, bigint>()
  return entries.map(([streamName, fact], index) => {
    const revision = revisions.get(streamName) ?? 0n
    revisions.set(streamName, revision + 1n)
    const [commit, commandId] = [BigInt(100 * (index + 1)), `command-${index}`]
    const metadata = { schemaVersion: '1', correlationId: commandId, causationId: commandId, commandId, actorId: 'run', occurredAt }
    return { ...fact, id: `event-${index}`, streamName, revision, position: { commit, prepare: commit }, metadata }
  })
}
