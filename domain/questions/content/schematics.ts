import { z } from 'zod'

// Parameters of schematic drawings, flat, so that the editor derives its fields from them. Values never change their
// meaning: stored questions refer to them.

const pupils = z.object({
  subject: z.literal('pupils'),
  /** Diameters in mm. The patient's right is on the viewer's left. */
  right: z.int().min(1).max(9),
  left: z.int().min(1).max(9),
  reacting: z.enum(['both', 'right', 'left', 'neither']),
})

/** To add a subject, add it here and its drawing in `pictures/schematics/`. */
export const Schematic = z.discriminatedUnion('subject', [pupils])
export type Schematic = z.infer<typeof Schematic>
export type SchematicSubject = Schematic['subject']
export type SchematicOf<Subject extends SchematicSubject> = Extract<Schematic, { subject: Subject }>
