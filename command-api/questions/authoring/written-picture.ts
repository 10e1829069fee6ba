import type { GeneratedKind } from '@medicready/domain/questions/authoring/generated-kinds'
import { capnogramPatterns, ecgPatterns, ecgRhythms } from '@medicready/domain/questions/pictures/names'
import type { Picture } from '@medicready/domain/questions/pictures/picture'
import { z } from 'zod'

/**
 * Pictures as a model asks for them: by the names and figures of the generators that draw them. Whoever reads the
 * question blind is told what the drawing measures, which is how a picture that does not fit its question is found.
 */

const rate = z.int().min(20).max(300).nullable()

const EcgStrip = z.object({ kind: z.literal('ecg_strip'), rhythm: z.enum(ecgRhythms), rate })
const Ecg12Lead = z.object({ kind: z.literal('ecg_12_lead'), pattern: z.enum(ecgPatterns), rate })
const Capnogram = z.object({
  kind: z.literal('capnogram'),
  pattern: z.enum(capnogramPatterns),
  rate: z.int().min(4).max(60).nullable(),
  etco2: z.int().min(5).max(100).nullable(),
})

/** Any or none, but of a kind that points: leads are what a model of words can point at. */
export const writtenPictureFor = (kind: GeneratedKind) =>
  kind === 'hot_spot' ? Ecg12Lead : z.union([EcgStrip, Ecg12Lead, Capnogram]).nullable()
export type WrittenPicture = z.infer<ReturnType<typeof writtenPictureFor>>

/** The picture with the generator's own words for it: a model's could interpret. */
export const pictureWritten = (written: WrittenPicture, seed: number): Picture | null => written && { ...written, seed, alt: null }
