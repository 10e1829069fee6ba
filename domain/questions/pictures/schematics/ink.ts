import type { SchematicOf, SchematicSubject } from '../../content/schematics.ts'
import type { Drawing } from '../svg.ts'

export const PAPER = '#ffffff'
export const INK = '#16202b'
export const MUTED = '#4b5763'
export const RULE = '#c3ced8'

export interface SchematicDrawing<Subject extends SchematicSubject> {
  readonly draw: (shows: SchematicOf<Subject>) => Drawing
  /** What is seen, for people who cannot see it: never what it means. */
  readonly describe: (shows: SchematicOf<Subject>) => string
}
