import type { Logger } from '../logger.ts'

const isOfTheClient = (reason: unknown): boolean =>
  reason instanceof Error && /@eventstore[\\/]db-client|@grpc[\\/]grpc-js/.test(reason.stack ?? '')

let isListening = false

/**
 * The client starts work of its own that no caller can await: it looks after its channel when a call breaks, and writes
 * a batch to a stream that may break meanwhile. What goes wrong there tells of the same break as the calls do, so it is
 * reported and no more. Every other unhandled rejection ends the process, as ever.
 */
export function reportClientRejections(logger: Logger): void {
  if (isListening) return
  isListening = true
  process.on('unhandledRejection', (reason) => {
    if (!isOfTheClient(reason)) throw reason
    logger.warn({ err: reason }, 'the event store client lost its connection')
  })
}
