/** Pixels, as a picture is usually shown. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** What a generator of pictures makes. */
export interface Drawing extends Size {
  /** A whole document without scripts and without references to anything outside of it. */
  readonly svg: string
}
