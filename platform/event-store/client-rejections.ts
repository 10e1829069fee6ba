import type { Logger } from '../logger.ts'

const isOfTheClient = (reason: unknown): boolean =>
  reason instanceof Error && /@eventstore[\\/]db-client|@grpc[\\/]grpc-js/.test(reason.stack ?? '')

let isListening = false

/** The client starts work that no caller can await. Its rejections only repeat what the calls report. */
export function reportClientRejections(logger: Logger): void {
  if (isListening) return
  isListening = true
  process.on('unhandledRejection', (reason) => {
    if (!isOfTheClient(reason)) throw reason
    logger.warn({ err: reason }, 'the event store client lost its connection')
  })
}
