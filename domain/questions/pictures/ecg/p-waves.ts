import type { MeasuredLead } from './leads.ts'
import type { PForm } from './sketch.ts'
import { hump, type Wave } from './waves.ts'

/** Relative to lead II. */
const shares: Readonly<Record<MeasuredLead, number>> = { I: 0.55, II: 1, V1: 0.35, V2: 0.45, V3: 0.5, V4: 0.5, V5: 0.5, V6: 0.5 }

export const scaled = (waves: readonly Wave[], share: number): Wave[] =>
  waves.map((wave) => ('from' in wave ? wave : { ...wave, height: wave.height * share }))

const pForm = (words: string, waves: readonly Wave[]): PForm => ({
  words,
  waves: Object.fromEntries(Object.entries(shares).map(([lead, share]) => [lead, scaled(waves, share)])),
})

/** Sinus P wave: turns negative at the end in V1. */
export function roundP(height: number): PForm {
  const { words, waves } = pForm('upright', [hump(0.036, 0.016, 0.75 * height), hump(0.062, 0.017, 0.7 * height)])
  return { words, waves: { ...waves, V1: [hump(0.034, 0.014, 0.35 * height), hump(0.07, 0.016, -0.25 * height)] } }
}
export const peakedP = (height: number): PForm => pForm('upright and peaked', [hump(0.042, 0.015, height)])
export const invertedP = (height: number): PForm => pForm('inverted', [hump(0.045, 0.017, -height)])
export const notchedP = (height: number): PForm => pForm('notched', [hump(0.03, 0.013, height), hump(0.083, 0.014, height)])
export const biphasicP = (height: number): PForm => pForm('biphasic', [hump(0.034, 0.015, height), hump(0.078, 0.015, -height)])
