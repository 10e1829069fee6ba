import type { PictureOf } from '../../content/picture.ts'
import type { Schematic, SchematicSubject } from '../../content/schematics.ts'
import type { Drawing } from '../svg.ts'
import { airwayView } from './airway-view.ts'
import { birth } from './birth.ts'
import { breathSounds } from './breath-sounds.ts'
import { burns } from './burns.ts'
import { chestInjury } from './chest-injury.ts'
import { defibrillator } from './defibrillator.ts'
import { drugLabel } from './drug-label.ts'
import { fireDiamond } from './fire-diamond.ts'
import type { SchematicDrawing } from './ink.ts'
import { placard } from './placard.ts'
import { pump } from './pump.ts'
import { pupils } from './pupils.ts'
import { triageTag } from './triage-tag.ts'

const drawings: { readonly [Subject in SchematicSubject]: SchematicDrawing<Subject> } = {
  pupils,
  burns,
  chest_injury: chestInjury,
  airway_view: airwayView,
  breath_sounds: breathSounds,
  placard,
  fire_diamond: fireDiamond,
  drug_label: drugLabel,
  pump,
  defibrillator,
  birth,
  triage_tag: triageTag,
}

/** TypeScript cannot follow this pairing through a union. */
const drawingOf = ({ subject }: Schematic) => drawings[subject] as SchematicDrawing<SchematicSubject>

export const drawSchematic = ({ shows }: PictureOf<'schematic'>): Drawing => drawingOf(shows).draw(shows)

export const describeSchematic = ({ shows }: PictureOf<'schematic'>): string => drawingOf(shows).describe(shows)
