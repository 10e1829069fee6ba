/**
 * A stand-in for EventStoreDB on one machine: it answers EventStoreDB's clients over gRPC with what they know of
 * EventStoreDB 24.10, and keeps the log in a SQLite file. An acknowledged append survives the death of this process.
 *
 * It has streams: append, batch append, read and subscribe (of a stream and of `$all`, with filters on the server),
 * delete, tombstone, stream metadata, links, idempotent appends.
 *
 * It has not: a cluster (it is one node, which always leads), users and access control (credentials and ACLs are taken
 * and ignored, as by EventStoreDB with `--insecure`), TLS, projections, persistent subscriptions, scavenging. README.md
 * says what else differs, and how the real one is run instead.
 *
 * Called with a data directory and a port, it runs in the foreground. It has no passwords, and so listens on the
 * loopback address only. Exits with 1 and one line on stderr when it cannot start; stops on SIGTERM and SIGINT.
 */
import { logVerbosity, setLogVerbosity } from '@grpc/grpc-js'

import { AddressInUse, StorageInUse, startEventStore } from './start.ts'

const host = '127.0.0.1'

await main()

async function main(): Promise<void> {
  const [directory, port] = process.argv.slice(2)
  if (!directory || !/^\d{1,5}$/.test(port ?? '')) {
    console.error('Usage: server.ts <data directory> <port>')
    process.exit(1)
  }
  // A port that is taken is reported below, in words that help; the library would put a line of its own before it.
  setLogVerbosity(logVerbosity.NONE)
  try {
    const eventStore = await startEventStore({ port: Number(port), host, directory })
    stopOnSignal(eventStore.close)
    console.log(`Event store is ready at esdb://${host}:${eventStore.port}?tls=false`)
  } catch (error) {
    console.error(`The event store cannot start: ${faultOf(error, Number(port))}`)
    process.exit(1)
  }
}

function faultOf(error: unknown, port: number): string {
  if (error instanceof AddressInUse) return `port ${port} on ${host} is taken. Set EVENTSTORE_PORT to another one.`
  if (error instanceof StorageInUse) return `${error.message}. Stop that process, or set DATA_DIR to another folder.`
  return error instanceof Error ? error.message : String(error)
}

/** A second signal ends the process at once. */
function stopOnSignal(close: () => Promise<void>): void {
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    void close().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
