export interface Size {
  readonly width: number
  readonly height: number
}

export interface Drawing extends Size {
  /** Self-contained: no scripts, no external references. */
  readonly svg: string
}
