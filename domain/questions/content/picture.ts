import { z } from 'zod'
import { printableText } from '../../core/text.ts'
import { longest, trendBounds } from '../shown/terms.ts'
import { imageTypes, MAX_IMAGE_SIDE } from './image-rules.ts'
import { bodySounds, capnogramPatterns, ecgMarks, ecgPatterns, ecgRhythms, stripMarks } from './picture-names.ts'
import { Schematic } from './schematics.ts'

// Drawing parameters, or a stored image's hash. Learners get only the drawing, since parameters name what it shows.

const rate = z.int().min(1).max(400)
/** The same seed always gives the same drawing. */
const seed = z.int().min(0).max(2_147_483_647)
/** Alternative text without interpretation. Null for the generator's own. */
const alt = z.nullable(printableText({ max: longest.alternativeText })).default(null)

const ofEcg = { /** Ventricular rate in beats/min; null for the usual one. */ rate: rate.nullable().default(null), seed, alt }

const marksWords = 'Please choose 1 to 4 marks'
/** What decides it, marked on the tracing once the answer is known. */
const marksOf = <Mark extends string>(names: readonly Mark[]) => z.array(z.enum(names)).min(1, marksWords).max(4, marksWords).optional()

/** Six seconds of one lead, 25 mm/s, 10 mm/mV. */
const EcgStrip = z.object({
  kind: z.literal('ecg_strip'),
  rhythm: z.enum(ecgRhythms),
  ...ofEcg,
  marks: marksOf(stripMarks),
})

/** Four columns, with a rhythm strip of lead II. */
const Ecg12Lead = z.object({
  kind: z.literal('ecg_12_lead'),
  pattern: z.enum(ecgPatterns),
  ...ofEcg,
  marks: marksOf(ecgMarks),
})

const Capnogram = z.object({
  kind: z.literal('capnogram'),
  pattern: z.enum(capnogramPatterns),
  /** Breaths/min; null for the usual rate. */
  rate: z.int().min(1).max(60).nullable().default(null),
  /** End-tidal, mm Hg; null for the usual value. */
  etco2: z.int().min(0).max(120).nullable().default(null),
  seed,
  alt,
})

/** Six seconds from a stethoscope, with its waveform. */
const Sound = z.object({
  kind: z.literal('sound'),
  sound: z.enum(bodySounds),
  /** Breaths/min or beats/min; null for the usual rate. */
  rate: z.int().min(10).max(220).nullable().default(null),
  seed,
  alt,
})

const { values, characters, minutes } = trendBounds
const measured = printableText({ max: characters, tooLong: `A value can have at most ${characters} characters` })
const courseWords = `Please enter ${values.min} to ${values.max} values, or none`
const minutesWords = `Please enter whole minutes from ${minutes.min} to ${minutes.max}`

/** Evenly spaced, oldest first; null for missing values. */
const course = z.array(measured).min(values.min, courseWords).max(values.max, courseWords).nullable().default(null)

const Monitor = z.object({
  kind: z.literal('monitor'),
  /** Lead II; null with electrodes off. */
  ecg: z.object({ rhythm: z.enum(ecgRhythms), rate: rate.nullable().default(null) }).nullable(),
  capnogram: z.object({ pattern: z.enum(capnogramPatterns), rate: z.int().min(1).max(60).nullable().default(null) }).nullable(),
  /** As displayed, such as `88/52`; null shows dashes. */
  figures: z.object({
    heartRate: z.nullable(measured),
    spo2: z.nullable(measured),
    bloodPressure: z.nullable(measured),
    /** mm Hg. */
    etco2: z.nullable(measured),
    respirations: z.nullable(measured),
  }),
  trends: z
    .object({
      /** Age of the first values; the last ones are current. */
      minutes: z.int(minutesWords).min(minutes.min, minutesWords).max(minutes.max, minutesWords),
      heartRate: course,
      spo2: course,
      bloodPressure: course,
      etco2: course,
      respirations: course,
    })
    .nullable()
    .default(null),
  seed,
  alt,
})

const VitalSigns = z.object({
  kind: z.literal('vital_signs'),
  /** Column heads, such as `14:05` or `On arrival`. */
  times: z
    .array(printableText({ max: 24 }))
    .min(2)
    .max(6),
  rows: z
    .array(
      z.object({
        label: printableText({ max: 40 }),
        unit: z.nullable(printableText({ max: 20 })),
        values: z.array(measured).min(2).max(6),
      }),
    )
    .min(2)
    .max(8),
  alt,
})

const columnsWords = 'Please enter 2 to 4 columns'
const rowsWords = 'Please enter 2 to 8 rows'

/** Differentials, algorithms, or a calculation step by step. The first cell of a row is its head. */
const TextTable = z.object({
  kind: z.literal('table'),
  caption: printableText({ max: longest.caption }),
  columns: z
    .array(printableText({ max: 40 }))
    .min(2, columnsWords)
    .max(4, columnsWords),
  rows: z
    .array(z.array(printableText({ max: 120 })))
    .min(2, rowsWords)
    .max(8, rowsWords),
})

const SchematicPicture = z.object({ kind: z.literal('schematic'), shows: Schematic, alt })

const StoredImage = z.object({
  kind: z.literal('image'),
  /** SHA-256 in hexadecimal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  mediaType: z.enum(imageTypes),
  width: z.int().min(1).max(MAX_IMAGE_SIDE),
  height: z.int().min(1).max(MAX_IMAGE_SIDE),
  alt: printableText({ max: longest.alternativeText }),
})

export const Picture = z
  .discriminatedUnion('kind', [EcgStrip, Ecg12Lead, Capnogram, Sound, Monitor, VitalSigns, TextTable, SchematicPicture, StoredImage])
  .refine(
    (picture) => picture.kind !== 'vital_signs' || picture.rows.every(({ values }) => values.length === picture.times.length),
    'Each row needs a value for each time',
  )
  .refine(
    (picture) => picture.kind !== 'table' || picture.rows.every((cells) => cells.length === picture.columns.length),
    'Each row needs a cell for each column',
  )
export type Picture = z.infer<typeof Picture>
export type PictureKind = Picture['kind']
export type PictureOf<Kind extends PictureKind> = Extract<Picture, { kind: Kind }>

/** What an author wrote in it. */
export const pictureTexts = (picture: Picture | null): string[] => {
  if (picture?.kind === 'table') return [picture.caption, ...picture.columns, ...picture.rows.flat()]
  return picture?.alt ? [picture.alt] : []
}
