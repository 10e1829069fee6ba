import type { PictureOf } from '../../content/picture.ts'
import type { Schematic, SchematicSubject } from '../../content/schematics.ts'
import type { Drawing } from '../svg.ts'
import { drugLabel } from './drug-label.ts'
import { fireDiamond } from './fire-diamond.ts'
import type { SchematicDrawing } from './ink.ts'
import { placard } from './placard.ts'
import { pump } from './pump.ts'
import { pupils } from './pupils.ts'

const drawings: { readonly [Subject in SchematicSubject]: SchematicDrawing<Subject> } = {
  pupils,
  placard,
  fire_diamond: fireDiamond,
  drug_label: drugLabel,
  pump,
}

/** TypeScript cannot follow this pairing through a union. */
const drawingOf = ({ subject }: Schematic) => drawings[subject] as SchematicDrawing<SchematicSubject>

export const drawSchematic = ({ shows }: PictureOf<'schematic'>): Drawing => drawingOf(shows).draw(shows)

export const describeSchematic = ({ shows }: PictureOf<'schematic'>): string => drawingOf(shows).describe(shows)
