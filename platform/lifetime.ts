import type { Logger } from './logger.ts'
import { stopTracing } from './tracing.ts'

/** A second signal, or ten seconds, ends the process at once. */
export function closeOnSignal(logger: Logger, close: () => Promise<void>): void {
  let closing = false
  const stop = (signal: string) => {
    if (closing) process.exit(1)
    closing = true
    logger.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), 10_000).unref()
    close()
      .then(stopTracing)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'did not stop cleanly')
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
