import { z } from 'zod'
import { printableText } from '../../text.ts'
import { trendBounds } from '../terms.ts'
import { imageTypes, MAX_IMAGE_SIDE } from './image-rules.ts'
import { capnogramPatterns, ecgPatterns, ecgRhythms } from './names.ts'

/**
 * A picture of a question: what is to be drawn, by name and parameters, or a stored image by the hash of its bytes.
 * Learners get the drawn picture alone: the parameters name what it shows.
 */

const rate = z.int().min(1).max(400)
/** Makes two drawings of the same thing differ, and each the same again. */
const seed = z.int().min(0).max(2_147_483_647)
/**
 * What is read out in place of the picture: it describes, and interprets nothing. Null where the generator's own words
 * are as good.
 */
const alt = z.nullable(printableText({ max: 1500 })).default(null)

/** A rhythm strip of six seconds in one lead, on paper of 25 mm/s and 10 mm/mV. */
const EcgStrip = z.object({
  kind: z.literal('ecg_strip'),
  rhythm: z.enum(ecgRhythms),
  /** Ventricular, in beats/min; null for what is usual of the rhythm. */
  rate: rate.nullable().default(null),
  seed,
  alt,
})

/** A 12-lead ECG in the usual four columns, with a rhythm strip of lead II. */
const Ecg12Lead = z.object({
  kind: z.literal('ecg_12_lead'),
  pattern: z.enum(ecgPatterns),
  rate: rate.nullable().default(null),
  seed,
  alt,
})

const Capnogram = z.object({
  kind: z.literal('capnogram'),
  pattern: z.enum(capnogramPatterns),
  /** Breaths/min; null for what is usual of the pattern. */
  rate: z.int().min(1).max(60).nullable().default(null),
  /** At the end of expiration, mm Hg; null for what is usual of the pattern. */
  etco2: z.int().min(0).max(120).nullable().default(null),
  seed,
  alt,
})

const { values, characters, minutes } = trendBounds
const measured = printableText({ max: characters })

/** Values in even steps, the oldest first; null for what is not recorded. */
const course = z.array(measured).min(values.min).max(values.max).nullable().default(null)

/** The screen of a monitor: traces, figures, and how the figures went. */
const Monitor = z.object({
  kind: z.literal('monitor'),
  /** Lead II; null where the electrodes are off. */
  ecg: z.object({ rhythm: z.enum(ecgRhythms), rate: rate.nullable().default(null) }).nullable(),
  capnogram: z.object({ pattern: z.enum(capnogramPatterns), rate: z.int().min(1).max(60).nullable().default(null) }).nullable(),
  /** As the screen shows them, such as `88/52`; null for what is not measured, which stands there as dashes. */
  figures: z.object({
    /** Beats/min. */
    heartRate: z.nullable(measured),
    /** Percent. */
    spo2: z.nullable(measured),
    /** mm Hg. */
    bloodPressure: z.nullable(measured),
    /** mm Hg. */
    etco2: z.nullable(measured),
    /** Breaths/min. */
    respirations: z.nullable(measured),
  }),
  /** Trend; null where the screen shows the present alone. */
  trends: z
    .object({
      /** How long ago the first values were measured; the last ones are the current figures. */
      minutes: z.int().min(minutes.min).max(minutes.max),
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

/** Vital signs over time: a table, and a line for each row that is made of numbers. */
const VitalSigns = z.object({
  kind: z.literal('vital_signs'),
  /** The heads of the columns, such as `14:05` or `On arrival`. */
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

/** An uploaded image, stored by the hash of its bytes. */
const StoredImage = z.object({
  kind: z.literal('image'),
  /** SHA-256, in hexadecimal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  mediaType: z.enum(imageTypes),
  /** Pixels. */
  width: z.int().min(1).max(MAX_IMAGE_SIDE),
  height: z.int().min(1).max(MAX_IMAGE_SIDE),
  alt: printableText({ max: 1500, required: 'A picture needs a text that can be read out in its place' }),
})

export const Picture = z
  .discriminatedUnion('kind', [EcgStrip, Ecg12Lead, Capnogram, Monitor, VitalSigns, StoredImage])
  .refine(
    (picture) => picture.kind !== 'vital_signs' || picture.rows.every(({ values }) => values.length === picture.times.length),
    'Each row needs a value for each time',
  )
export type Picture = z.infer<typeof Picture>
export type PictureKind = Picture['kind']
export type PictureOf<Kind extends PictureKind> = Extract<Picture, { kind: Kind }>
