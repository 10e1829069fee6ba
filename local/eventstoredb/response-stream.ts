import type { ServerWritableStream } from '@grpc/grpc-js'

/**
 * The way out to one reader, with backpressure: a writer sends a page, or the events of a commit, and then waits until
 * the reader has taken them. So a reader that stands still holds one page of memory, and the writer reads on from disk
 * when it moves again.
 */
export class ResponseStream {
  readonly #call: ServerWritableStream<unknown, Buffer>
  #wake: (() => void) | undefined

  constructor(call: ServerWritableStream<unknown, Buffer>) {
    this.#call = call
    call.on('drain', () => this.#wakeUp())
    call.on('cancelled', () => this.#wakeUp())
    call.on('close', () => this.#wakeUp())
  }

  /** The reader has not yet taken what was written. */
  get full(): boolean {
    return this.#call.writableNeedDrain
  }

  /** The reader is gone, or the server is ending the call. */
  get closed(): boolean {
    return this.#call.cancelled || this.#call.writableEnded
  }

  write(response: Buffer): void {
    if (!this.closed) this.#call.write(response)
  }

  /** Resolves to true when there is room to write, to false when there will be none. */
  async ready(): Promise<boolean> {
    while (this.full && !this.closed) await this.change()
    return !this.closed
  }

  /** Resolves when the reader has taken everything, or is gone, or `interrupt` was called. */
  change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  interrupt(): void {
    this.#wakeUp()
  }

  #wakeUp(): void {
    const wake = this.#wake
    this.#wake = undefined
    wake?.()
  }
}
