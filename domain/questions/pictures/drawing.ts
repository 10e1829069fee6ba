/** What a generator of pictures makes. */
export interface Drawing {
  /** A whole document without scripts and without references to anything outside of it. */
  readonly svg: string
  /** Pixels, as it is usually shown. */
  readonly width: number
  readonly height: number
}
