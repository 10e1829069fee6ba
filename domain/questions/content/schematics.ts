import { z } from 'zod'
import { printableText } from '../../core/text.ts'

// Parameters of schematic drawings, flat, so that the editor derives its fields from them. Values never change their
// meaning: stored questions refer to them.

const pupils = z.object({
  subject: z.literal('pupils'),
  /** Diameters in mm. The patient's right is on the viewer's left. */
  right: z.int().min(1).max(9),
  left: z.int().min(1).max(9),
  reacting: z.enum(['both', 'right', 'left', 'neither']),
})

const placard = z.object({
  subject: z.literal('placard'),
  /** One to four, in rows. */
  hazards: z
    .array(
      z.enum([
        'explosive_1_1',
        'explosive_1_4',
        'flammable_gas',
        'nonflammable_gas',
        'toxic_gas',
        'flammable_liquid',
        'flammable_solid',
        'spontaneously_combustible',
        'dangerous_when_wet',
        'oxidizer',
        'organic_peroxide',
        'toxic',
        'radioactive',
        'corrosive',
        'miscellaneous',
      ]),
    )
    .min(1)
    .max(4),
  /** The UN number on the first; 0 for none. */
  number: z.int().min(0).max(9999),
})

const rating = z.int().min(0).max(4)
const fireDiamond = z.object({
  subject: z.literal('fire_diamond'),
  health: rating,
  flammability: rating,
  instability: rating,
  special: z.enum(['none', 'W', 'OX', 'SA']),
})

const drugLabel = z.object({
  subject: z.literal('drug_label'),
  container: z.enum(['vial', 'ampule', 'bag']),
  drug: printableText({ max: 28 }),
  /** In the whole container, such as `400 mg per 250 mL`. */
  amount: printableText({ max: 28 }),
  concentration: printableText({ max: 20 }),
  use: printableText({ max: 34 }),
  expiryMonth: z.int().min(1).max(12),
  expiryYear: z.int().min(2000).max(2100),
})

const pumpValue = printableText({ max: 18 })
const pump = z.object({
  subject: z.literal('pump'),
  drug: printableText({ max: 24 }),
  bag: printableText({ max: 36 }),
  running: z.boolean(),
  /** With their units, as displayed. */
  dose: pumpValue,
  rate: pumpValue,
  weight: pumpValue,
  timeLeft: pumpValue,
  infused: pumpValue,
  remaining: pumpValue,
  alarm: z.enum(['none', 'downstream_occlusion', 'upstream_occlusion', 'air_in_line', 'near_end', 'low_battery']),
})

/** To add a subject, add it here and its drawing in `pictures/schematics/`. */
export const Schematic = z.discriminatedUnion('subject', [pupils, placard, fireDiamond, drugLabel, pump])
export type Schematic = z.infer<typeof Schematic>
export type SchematicSubject = Schematic['subject']
export type SchematicOf<Subject extends SchematicSubject> = Extract<Schematic, { subject: Subject }>
