import type { HeartSound } from '../../content/picture-names.ts'
import { fade, type Mixer, SOUND_SECONDS, swell } from './mixer.ts'

/** When the valves close, and the next beat begins. Seconds. */
interface HeardBeat {
  readonly first: number
  readonly second: number
  readonly next: number
}

interface UsualBeat {
  /** Beats/min. */
  readonly rate: number
  /** Of the two thumps. */
  readonly level: number
  /** Share of the usual pitch. */
  readonly pitch: number
  readonly heard: string
}

const THIRD_AFTER = 0.15

export const heartSoundsHeard: Readonly<Record<HeartSound, UsualBeat>> = {
  s1_s2: { rate: 76, level: 0.55, pitch: 1, heard: 'Between and after them it is quiet.' },
  s3_gallop: {
    rate: 104,
    level: 0.5,
    pitch: 1,
    heard: `A third, softer and lower thump comes ${THIRD_AFTER} seconds after the second one. Otherwise it is quiet.`,
  },
  systolic_murmur: {
    rate: 80,
    level: 0.45,
    pitch: 1,
    heard:
      'A rough noise grows louder and then softer between the first thump and the second. From the second to the next first one it is quiet.',
  },
  diastolic_murmur: {
    rate: 80,
    level: 0.45,
    pitch: 1,
    heard:
      'A high, blowing noise begins with the second thump and fades toward the next first one. From the first to the second it is quiet.',
  },
  pericardial_rub: {
    rate: 96,
    level: 0.4,
    pitch: 1,
    heard:
      'A high scratching noise comes three times a beat: between the two thumps, soon after the second, and before the next first one.',
  },
  muffled: {
    rate: 118,
    level: 0.08,
    pitch: 0.7,
    heard: 'Both are faint and dull; the line hardly leaves the middle. Otherwise it is quiet.',
  },
}

export function beatsHeard(sound: HeartSound, rate: number | null): HeardBeat[] {
  const period = 60 / (rate ?? heartSoundsHeard[sound].rate)
  // Systole shortens less than the whole beat (Bazett).
  const systole = 0.33 * Math.sqrt(period)
  return Array.from({ length: Math.ceil(SOUND_SECONDS / period) }, (_, count) => {
    const first = 0.2 + count * period
    return { first, second: first + systole, next: first + period }
  }).filter(({ first }) => first < SOUND_SECONDS)
}

type AddsToBeat = (beat: HeardBeat) => void

const voices: Readonly<Record<HeartSound, (mixer: Mixer) => AddsToBeat>> = {
  s1_s2: () => () => {},
  muffled: () => () => {},
  s3_gallop:
    (mixer) =>
    ({ second }) =>
      mixer.pop(second + THIRD_AFTER, { hertz: 45, peak: 0.02, level: 0.28 }),
  systolic_murmur: (mixer) => {
    const rough = mixer.noise(150, 350)
    return ({ first, second }) => mixer.during({ from: first + 0.06, to: second - 0.02 }, rough, (share) => 0.11 * swell(share))
  },
  diastolic_murmur: (mixer) => {
    const blowing = mixer.noise(250, 600)
    return ({ second, next }) => mixer.during({ from: second + 0.02, to: next - 0.06 }, blowing, (share) => 0.11 * fade(share))
  },
  pericardial_rub: (mixer) => {
    const scratch = mixer.noise(300, 900)
    return ({ first, second, next }) => {
      const [systole, diastole] = [second - first, next - second]
      mixer.during({ from: first + 0.3 * systole, to: first + 0.8 * systole }, scratch, (share) => 0.1 * swell(share))
      mixer.during({ from: second + 0.2 * diastole, to: second + 0.42 * diastole }, scratch, (share) => 0.07 * swell(share))
      mixer.during({ from: next - 0.32 * diastole, to: next - 0.1 * diastole }, scratch, (share) => 0.07 * swell(share))
    }
  },
}

export function addHeartSound(mixer: Mixer, sound: HeartSound, rate: number | null): void {
  const { level, pitch } = heartSoundsHeard[sound]
  const add = voices[sound](mixer)
  for (const beat of beatsHeard(sound, rate)) {
    // The second is shorter and higher, as the valves of the great arteries are stiffer.
    for (const [hertz, share] of [
      [52, 0.7],
      [95, 0.45],
    ] as const)
      mixer.pop(beat.first, { hertz: hertz * pitch, peak: 0.018, level: level * share })
    for (const [hertz, share] of [
      [80, 0.6],
      [135, 0.4],
    ] as const)
      mixer.pop(beat.second, { hertz: hertz * pitch, peak: 0.01, level: level * share })
    add(beat)
  }
}
