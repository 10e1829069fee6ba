import type { EventEmitter } from 'node:events'
import { type StatusObject, status } from '@grpc/grpc-js'

/** What an open call is ended with when the server stops: its client looks for another node, or for this one again. */
const shutdown: Partial<StatusObject> = { code: status.UNAVAILABLE, details: 'The server is shutting down' }

/**
 * The long-running calls, so that a stopping server can end each with a status of its own instead of cutting the
 * connection.
 */
export class OpenCalls {
  readonly #endings = new Map<EventEmitter, (failure: Partial<StatusObject>) => void>()

  add(call: EventEmitter, end: (failure: Partial<StatusObject>) => void): void {
    this.#endings.set(call, end)
    const forget = () => this.#endings.delete(call)
    call.once('close', forget)
    call.once('cancelled', forget)
  }

  endAll(): void {
    const endings = [...this.#endings.values()]
    this.#endings.clear()
    for (const end of endings) end(shutdown)
  }
}
