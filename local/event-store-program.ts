import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Followed by a data directory, its port, and the ports of other nodes. */
export function eventStoreProgram(given = process.env.EVENTSTORE_SERVER): { command: readonly string[]; isStandIn: boolean } {
  if (given) return { command: [given], isStandIn: false }
  return { command: [process.execPath, fileURLToPath(new URL('eventstoredb/server.ts', import.meta.url))], isStandIn: true }
}

/** Of a server that runs. The stand-in's file cannot be copied meanwhile, so it makes a copy of its own. */
export async function directoryToCopy(directory: string, port: number, isStandIn: boolean): Promise<string> {
  if (!isStandIn) return directory
  const answer = await fetch(`http://127.0.0.1:${port}/snapshot`, { method: 'POST' })
  if (!answer.ok) throw new Error(await answer.text())
  return join(directory, 'snapshot')
}
