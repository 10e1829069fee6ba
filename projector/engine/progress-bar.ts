const WIDTH = 30
const REDRAW_MILLISECONDS = 100

/** One line that shows how far a reading of the log has come; on something that is no terminal only the end is told. */
export class ProgressBar {
  readonly #out: NodeJS.WriteStream
  readonly #end: bigint
  readonly #startedAt = performance.now()
  #drawnAt = 0

  constructor(out: NodeJS.WriteStream, end: bigint) {
    this.#out = out
    this.#end = end
  }

  show(events: number, at: bigint): void {
    const now = performance.now()
    if (!this.#out.isTTY || now - this.#drawnAt < REDRAW_MILLISECONDS) return
    this.#drawnAt = now
    const share = this.#end === 0n ? 1 : Math.min(1, Number(at) / Number(this.#end))
    const done = Math.round(share * WIDTH)
    const percent = String(Math.floor(share * 100)).padStart(3)
    this.#out.write(`\r${'█'.repeat(done)}${'░'.repeat(WIDTH - done)} ${percent} %  ${this.#speed(events)}`)
  }

  finish(events: number): void {
    if (this.#out.isTTY) this.#out.write(`\r${'█'.repeat(WIDTH)} 100 %  `)
    this.#out.write(`${this.#speed(events)}\n`)
  }

  #speed(events: number): string {
    const seconds = (performance.now() - this.#startedAt) / 1000
    return `${events.toLocaleString('en')} events in ${seconds.toFixed(1)} s, ${Math.round(events / seconds).toLocaleString('en')}/s`
  }
}
