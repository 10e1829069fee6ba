import type { Logger } from '../logger.ts'
import type { EventStore } from './event-store.ts'
import { EventStoreUnavailable } from './failures.ts'

/** From this version on, events carry their position in the log, which checkpoints need. */
const oldest = { major: 22, minor: 6 }

export function isSupportedServer(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > oldest.major || (major === oldest.major && minor >= oldest.minor)
}

export async function endOnUnsupportedServer(eventStore: EventStore, logger: Logger): Promise<void> {
  try {
    const version = await eventStore.serverVersion()
    if (isSupportedServer(version)) return
    logger.fatal(`The event store is EventStoreDB ${version}; ${oldest.major}.${oldest.minor} or newer is needed.`)
    process.exit(1)
  } catch (error) {
    if (!(error instanceof EventStoreUnavailable)) throw error
    return endOnUnsupportedServer(eventStore, logger)
  }
}
