const WIDTH = 30
const REDRAW_MILLISECONDS = 100

/** Without a terminal, only the end is shown. */
export class ProgressBar {
  readonly #out: NodeJS.WriteStream
  readonly #end: bigint
  readonly #what: string
  readonly #startedAt = performance.now()
  #drawnAt = 0

  /** `what` is counted while the work advances to `end`, a position of the log. */
  constructor(out: NodeJS.WriteStream, { end, what }: { readonly end: bigint; readonly what: string }) {
    this.#out = out
    this.#end = end
    this.#what = what
  }

  show(count: number, at: bigint): void {
    const now = performance.now()
    if (!this.#out.isTTY || now - this.#drawnAt < REDRAW_MILLISECONDS) return
    this.#drawnAt = now
    const share = this.#end === 0n ? 1 : Math.min(1, Number(at) / Number(this.#end))
    const done = Math.round(share * WIDTH)
    const percent = String(Math.floor(share * 100)).padStart(3)
    const left = share === 0 ? '' : `, ${Math.round((((now - this.#startedAt) / 1000) * (1 - share)) / share)} s left  `
    this.#out.write(`\r${'█'.repeat(done)}${'░'.repeat(WIDTH - done)} ${percent} %  ${this.#speed(count)}${left}`)
  }

  finish(count: number): void {
    if (this.#out.isTTY) this.#out.write(`\r\u001b[K${'█'.repeat(WIDTH)} 100 %  `)
    this.#out.write(`${this.#speed(count)}\n`)
  }

  #speed(count: number): string {
    const seconds = (performance.now() - this.#startedAt) / 1000
    return `${count.toLocaleString('en')} ${this.#what} in ${seconds.toFixed(1)} s, ${Math.round(count / seconds).toLocaleString('en')}/s`
  }
}
