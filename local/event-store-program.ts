import { fileURLToPath } from 'node:url'

/**
 * The program that serves the event store on this machine, with its first arguments: an executable that was given, or
 * else the stand-in. Called with a data directory, its port and the ports of the other nodes, if there are any, it runs
 * in the foreground until SIGTERM or SIGKILL.
 */
export function eventStoreProgram(given = process.env.EVENTSTORE_SERVER): { command: readonly string[]; isStandIn: boolean } {
  if (given) return { command: [given], isStandIn: false }
  return { command: [process.execPath, fileURLToPath(new URL('eventstoredb/server.ts', import.meta.url))], isStandIn: true }
}
