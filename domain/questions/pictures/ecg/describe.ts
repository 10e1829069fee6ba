import { afterQrs, type BeatShape, shapesOf } from './beat-shape.ts'
import type { Complex } from './complexes.ts'
import { type Lead, leads } from './leads.ts'
import type { Beat, Sketch } from './sketch.ts'

/** Text alternative of an ECG: measurements in reading order, without any interpretation. */

export function describeStrip(sketch: Sketch): string {
  const usual = usualBeat(shownBeats(sketch))
  const ending = usual ? stAndT(shapesOf(usual.complex).II, usual) : []
  return ['Lead II, 6 seconds, 25 mm/s, 10 mm/mV.', ...rhythmOf(sketch), ...ending, ...sketch.remarks].filter(Boolean).join(' ')
}

export function describe12Lead(sketch: Sketch): string {
  const usual = usualBeat(shownBeats(sketch))
  const table = usual ? [`QT ${inSeconds(usual.complex.qt)}.`, leadByLead(usual.complex)] : []
  return ['12 leads, 10 seconds, 25 mm/s, 10 mm/mV.', ...rhythmOf(sketch), ...table, ...sketch.remarks].filter(Boolean).join(' ')
}

/** A beat cut off at the right edge is not counted. */
const CUT_OFF = 0.05

const shownBeats = ({ beats, seconds }: Sketch): readonly Beat[] => beats.filter(({ at }) => at >= 0 && at < seconds - CUT_OFF)
const usualBeat = (beats: readonly Beat[]): Beat | undefined => beats.find(({ unlike }) => unlike === undefined)

function rhythmOf(sketch: Sketch): string[] {
  if (sketch.words) return [sketch.words]
  const beats = shownBeats(sketch)
  return [...ventricles(beats, sketch.seconds), ...atria(sketch, beats), ...unlikeBeats(beats), ...spikes(sketch, beats)]
}

function ventricles(beats: readonly Beat[], seconds: number): string[] {
  if (beats.length === 0) return ['No QRS complexes.']
  const count = `${beats.length} QRS ${beats.length === 1 ? 'complex' : 'complexes'} in ${seconds} s`
  const rr = distances(beats.map(({ at }) => at))
  if (rr.length === 0) return [`${count}.`, widthOf(beats)]
  const perMinute = Math.round(60 / mean(rr))
  return [
    isEven(rr) ? `${count}, ${evenly('R-R', rr)}.` : `${count}, about ${perMinute}/min. R-R uneven, in turn ${figures(rr)} s.`,
    widthOf(beats),
  ]
}

function widthOf(beats: readonly Beat[]): string {
  const widths = beats.filter(({ unlike }) => unlike === undefined).map(({ complex }) => complex.qrs)
  if (widths.length === 0) return ''
  const least = Math.min(...widths)
  const most = Math.max(...widths)
  return most - least < 0.015 ? `QRS width ${inSeconds(mean(widths))}.` : `QRS width ${least.toFixed(2)} to ${inSeconds(most)}.`
}

function atria(sketch: Sketch, beats: readonly Beat[]): string[] {
  const waves = sketch.atrial.filter(({ at }) => at >= 0 && at < sketch.seconds - CUT_OFF)
  const own = beats.filter(({ unlike }) => unlike === undefined)
  if (waves.length === 0) return sketch.grounds.length > 0 ? ['No P waves.'] : ['No P waves to be seen.']
  const forms = [...new Set(waves.map(({ form }) => form.words))]
  const look = forms.length === 1 ? forms[0] : `of ${forms.length} different forms (${listed(forms)})`
  const pp = distances(waves.map(({ at }) => at))
  const steps = `${waves.length} P waves, ${look}${pp.length > 0 && isEven(pp) && own.length === beats.length ? `, ${evenly('P-P', pp)}` : ''}.`
  if (beats.length === 0) return [steps]
  const led = own.filter(({ p }) => p !== undefined)
  if (led.length === 0) return [steps, unrelated(waves, beats)]
  const followed = new Set(sketch.beats.map(({ p }) => p))
  const alone = waves.filter(({ at }) => !followed.has(at)).map(({ at }) => at)
  const prs = led.map(({ at, p = at }) => at - p)
  return [
    steps,
    isConstant(prs)
      ? `PR ${inSeconds(mean(prs))} before each QRS complex${alone.length > 0 ? ' that follows one' : ''}.`
      : `PR in turn ${figures(prs)} s.`,
    alone.length > 0 ? `No QRS complex follows the P ${alone.length === 1 ? 'wave' : 'waves'} at ${figures(alone)} s.` : '',
  ]
}

/** With more values, only the range is given. */
const MANY = 12

function unrelated(waves: readonly { readonly at: number }[], beats: readonly Beat[]): string {
  const toLast = beats.flatMap(({ at }) => {
    const last = waves.filter((wave) => wave.at < at).at(-1)
    return last ? [at - last.at] : []
  })
  const told =
    toLast.length > MANY ? `between ${Math.min(...toLast).toFixed(2)} and ${Math.max(...toLast).toFixed(2)}` : `in turn ${figures(toLast)}`
  return `From the last P wave to the QRS complex it is ${told} s: the P waves stand in no fixed relation to the QRS complexes.`
}

function unlikeBeats(beats: readonly Beat[]): string[] {
  const unlike = beats.filter((beat) => beat.unlike !== undefined)
  if (unlike.length === 0) return []
  const kinds = new Map<string, string[]>()
  for (const { at, complex, unlike: words = '' } of unlike) {
    const direction = directionOf(shapesOf(complex).II)
    const kind = `${words}, ${direction}, QRS width ${inSeconds(complex.qrs)}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), at.toFixed(2)])
  }
  return [...kinds].map(([kind, times]) => `Unlike the others, at ${times.join(', ')} s: ${kind}.`)
}

function directionOf({ qrs }: BeatShape): string {
  return Math.max(0, ...qrs) > -Math.min(0, ...qrs) ? 'pointing up' : 'pointing down'
}

const AT_ONCE = 0.06

function spikes({ spikes: all, atrial, seconds }: Sketch, beats: readonly Beat[]): string[] {
  const shown = all.filter(({ at }) => at >= 0 && at < seconds - CUT_OFF)
  if (shown.length === 0) return []
  const followedBy = (times: readonly { readonly at: number }[]) => (spike: { readonly at: number }) =>
    times.some(({ at }) => at >= spike.at && at - spike.at < AT_ONCE)
  const byBeat = followedBy(beats)
  const byP = followedBy(atrial)
  const groups = [
    { times: shown.filter(byBeat), words: 'each followed at once by a QRS complex' },
    { times: shown.filter((spike) => byP(spike) && !byBeat(spike)), words: 'each followed at once by a P wave' },
    { times: shown.filter((spike) => !byP(spike) && !byBeat(spike)), words: 'followed by nothing of their own' },
  ]
  return groups.flatMap(({ times, words }) =>
    times.length > 0 ? [`Thin vertical spikes at ${figures(times.map(({ at }) => at))} s, ${words}.`] : [],
  )
}

function stAndT({ qrs, st, t }: BeatShape, { complex }: Beat): string[] {
  if (qrs.length === 0) return []
  return [
    `The QRS complex is mainly ${directionOf({ qrs, st, t }) === 'pointing up' ? 'upright' : 'downward'}.`,
    `${milliseconds(afterQrs(complex))} after it the ST segment is ${level(st)}.`,
    t.length > 0
      ? `T wave ${t.map((height) => `${millimetres(Math.abs(height))} mm ${height > 0 ? 'upright' : 'inverted'}`).join(', then ')}.`
      : 'No T wave to be seen.',
    `QT ${inSeconds(complex.qt)}.`,
  ]
}

const level = (height: number): string =>
  Math.abs(height) < 0.05 ? 'on the baseline' : `${millimetres(Math.abs(height))} mm ${height > 0 ? 'above' : 'below'} the baseline`

function leadByLead(complex: Complex): string {
  const shapes: Readonly<Record<Lead, BeatShape>> = shapesOf(complex)
  const rows = leads.map((lead) => {
    const { qrs, st, t } = shapes[lead]
    return `${lead} ${[lettered(qrs), `ST ${signed(st)}`, `T ${t.length > 0 ? t.map(signed).join(' then ') : '0'}`].join(', ')}`
  })
  return `Heights in mm, ST ${milliseconds(afterQrs(complex))} after the QRS complex: ${rows.join('; ')}.`
}

/** Such as `Q1 R7 S1`. */
function lettered(waves: readonly number[]): string {
  if (waves.length === 0) return 'QRS nearly flat'
  if (waves.every((height) => height < 0)) return `QS${millimetres(-Math.min(...waves))}`
  let ups = 0
  let downs = 0
  return waves
    .map((height) => {
      if (height > 0) return `R${"'".repeat(ups++)}${millimetres(height)}`
      return ups === 0 ? `Q${millimetres(-height)}` : `S${"'".repeat(downs++)}${millimetres(-height)}`
    })
    .join(' ')
}

const distances = (times: readonly number[]): number[] => times.slice(1).map((at, index) => at - (times[index] ?? 0))
const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length
const isEven = (all: readonly number[]): boolean => Math.max(...all) - Math.min(...all) < 0.09 * mean(all)
const isConstant = (all: readonly number[]): boolean => Math.max(...all) - Math.min(...all) < 0.025
const evenly = (name: string, all: readonly number[]): string => `${name} even, ${inSeconds(mean(all))} (${Math.round(60 / mean(all))}/min)`
const figures = (all: readonly number[]): string => all.map((one) => one.toFixed(2)).join(', ')
const milliseconds = (seconds: number): string => `${Math.round(seconds * 100) * 10} ms`
const inSeconds = (one: number): string => `${one.toFixed(2)} s`
/** To half a small square. */
const millimetres = (millivolts: number): string => String(Math.round(millivolts * 20) / 2)
const signed = (millivolts: number): string => {
  const figure = millimetres(Math.abs(millivolts))
  return figure === '0' ? '0' : `${millivolts > 0 ? '+' : '−'}${figure}`
}
const listed = (words: readonly string[]): string => words.join(', ')
