import type { ServerWritableStream } from '@grpc/grpc-js'

/** Backpressure for one reader: a stalled reader holds one page in memory, and the writer later reads on from disk. */
export class ResponseStream {
  readonly #call: ServerWritableStream<unknown, Buffer>
  #wake: (() => void) | undefined

  constructor(call: ServerWritableStream<unknown, Buffer>) {
    this.#call = call
    call.on('drain', () => this.#wakeUp())
    call.on('cancelled', () => this.#wakeUp())
    call.on('close', () => this.#wakeUp())
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
    this.#wakeUp()
  }

  #wakeUp(): void {
    const wake = this.#wake
    this.#wake = undefined
    wake?.()
  }
}
