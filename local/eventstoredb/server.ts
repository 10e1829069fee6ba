/** A stand-in for EventStoreDB 24.10 (see README.md). Without passwords, so on the loopback address only. */
import { logVerbosity, setLogVerbosity } from '@grpc/grpc-js'
import { startEventStore } from './start.ts'
import { StorageInUse } from './storage.ts'

const host = '127.0.0.1'
const [directory, port] = process.argv.slice(2)
if (!directory || !/^\d{1,5}$/.test(port ?? '')) {
  console.error('Usage: server.ts <data directory> <port>')
  process.exit(1)
}
// A taken port is reported below; the library would print a line of its own first.
setLogVerbosity(logVerbosity.NONE)
try {
  const eventStore = await startEventStore({ port: Number(port), host, directory })
  let stopping = false
  const stop = () => {
    // A second signal ends the process at once.
    if (stopping) process.exit(1)
    stopping = true
    void eventStore.close().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
  console.log(`Event store is ready at esdb://${host}:${eventStore.port}?tls=false`)
} catch (error) {
  console.error(`The event store cannot start: ${faultOf(error as NodeJS.ErrnoException)}`)
  process.exit(1)
}

function faultOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'EADDRINUSE') return `port ${port} on ${host} is taken. Set EVENTSTORE_PORT to another one.`
  if (error instanceof StorageInUse) return `${error.message}. Stop that process, or set DATA_DIR to another folder.`
  return error.message
}
