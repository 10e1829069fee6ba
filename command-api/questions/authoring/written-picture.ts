import type { GeneratedKind } from '@medicready/domain/questions/authoring/generation-day'
import type { Picture } from '@medicready/domain/questions/content/picture'
import { capnogramPatterns, ecgPatterns, ecgRhythms } from '@medicready/domain/questions/content/picture-names'
import { z } from 'zod'

const rate = z.int().min(20).max(300).nullable()

const EcgStrip = z.object({ kind: z.literal('ecg_strip'), rhythm: z.enum(ecgRhythms), rate })
const Ecg12Lead = z.object({ kind: z.literal('ecg_12_lead'), pattern: z.enum(ecgPatterns), rate })
const Capnogram = z.object({
  kind: z.literal('capnogram'),
  pattern: z.enum(capnogramPatterns),
  rate: z.int().min(4).max(60).nullable(),
  etco2: z.int().min(5).max(100).nullable(),
})

const figure = (max: number) => z.int().min(0).max(max).nullable()
const Monitor = z.object({
  kind: z.literal('monitor'),
  ecg: z.object({ rhythm: z.enum(ecgRhythms), rate }).nullable(),
  capnogram: z.object({ pattern: z.enum(capnogramPatterns), rate: z.int().min(4).max(60).nullable() }).nullable(),
  figures: z.object({
    heartRate: figure(300),
    spo2: figure(100),
    bloodPressure: z
      .string()
      .regex(/^\d{2,3}\/\d{2,3}$/)
      .nullable(),
    etco2: figure(120),
    respirations: figure(80),
  }),
})

const words = (max: number) => z.string().regex(new RegExp(`^[A-Za-z0-9][A-Za-z0-9 :/%.,+-]{0,${max - 1}}$`))
const MAX_TIMES = 5
const VitalSigns = z.object({
  kind: z.literal('vital_signs'),
  times: z.array(words(20)).min(2).max(MAX_TIMES),
  rows: z
    .array(
      z.object({
        label: words(30),
        unit: words(12).nullable(),
        values: z.array(words(10)).min(2).max(MAX_TIMES),
      }),
    )
    .min(2)
    .max(6),
})

/** A hot spot needs leads to point at. */
export const writtenPictureFor = (kind: GeneratedKind) =>
  kind === 'hot_spot' ? Ecg12Lead : z.union([EcgStrip, Ecg12Lead, Capnogram, Monitor, VitalSigns]).nullable()
export type WrittenPicture = z.infer<ReturnType<typeof writtenPictureFor>>

/** The generator's own words are the text alternative, because a model's could interpret. */
export function pictureWritten(written: WrittenPicture, seed: number): Picture | null {
  if (written?.kind === 'vital_signs') return { ...written, alt: null }
  if (written?.kind !== 'monitor') return written && { ...written, seed, alt: null }
  const { heartRate, spo2, bloodPressure, etco2, respirations } = written.figures
  const shown = (value: number | null) => (value === null ? null : String(value))
  const figures = { heartRate: shown(heartRate), spo2: shown(spo2), bloodPressure, etco2: shown(etco2), respirations: shown(respirations) }
  return { ...written, figures, trends: null, seed, alt: null }
}
