import type { EventEmitter } from 'node:events'
import { type StatusObject, status } from '@grpc/grpc-js'

/** Clients then reconnect or look for another node. */
const shutdown: Partial<StatusObject> = { code: status.UNAVAILABLE, details: 'The server is shutting down' }

/** Lets a shutdown end each long-running call with a status instead of cutting its connection. */
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
