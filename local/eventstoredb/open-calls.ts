import type { EventEmitter } from 'node:events'

/** What an open call is ended with when the server stops; each kind of call adds the code that makes its client reconnect. */
export interface Shutdown {
  readonly details: string
}

/** The long-running calls, so that a stopping server can end each with a status of its own instead of cutting the connection. */
export class OpenCalls {
  readonly #endings = new Map<EventEmitter, (shutdown: Shutdown) => void>()

  add(call: EventEmitter, end: (shutdown: Shutdown) => void): void {
    this.#endings.set(call, end)
    const forget = () => this.#endings.delete(call)
    call.once('close', forget)
    call.once('cancelled', forget)
  }

  endAll(): void {
    const endings = [...this.#endings.values()]
    this.#endings.clear()
    for (const end of endings) end({ details: 'The server is shutting down' })
  }
}
