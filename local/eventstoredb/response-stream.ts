import type { EventEmitter } from 'node:events'
import { type ServerWritableStream, type StatusObject, status } from '@grpc/grpc-js'

/** Backpressure for one reader: a stalled reader holds one page in memory, and the writer later reads on from disk. */
export class ResponseStream {
  readonly #call: ServerWritableStream<unknown, Buffer>
  #wake: (() => void) | undefined

  constructor(call: ServerWritableStream<unknown, Buffer>) {
    this.#call = call
    call.on('drain', () => this.interrupt())
    call.on('cancelled', () => this.interrupt())
    call.on('close', () => this.interrupt())
  }

  get full(): boolean {
    return this.#call.writableNeedDrain
  }

  get closed(): boolean {
    return this.#call.cancelled || this.#call.writableEnded
  }

  write(response: Buffer): void {
    if (!this.closed) this.#call.write(response)
  }

  async ready(): Promise<boolean> {
    while (this.full && !this.closed) await this.change()
    return !this.closed
  }

  /** Resolves when the reader has taken everything, is gone, or `interrupt` was called. */
  change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  interrupt(): void {
    this.#wake?.()
  }
}

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
