import { fileURLToPath } from 'node:url'

/** Followed by a data directory, its port, and the ports of other nodes. */
export function eventStoreProgram(given = process.env.EVENTSTORE_SERVER): { command: readonly string[]; isStandIn: boolean } {
  if (given) return { command: [given], isStandIn: false }
  return { command: [process.execPath, fileURLToPath(new URL('eventstoredb/server.ts', import.meta.url))], isStandIn: true }
}
