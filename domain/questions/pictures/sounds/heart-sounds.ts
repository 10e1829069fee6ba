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
  readonly heard: string
  /** Of the two thumps; as usual without. */
  readonly level?: number
  /** Share of their usual pitch. */
  readonly pitch?: number
  /** What is heard beside the two thumps of each beat. */
  readonly beside?: (mixer: Mixer) => (beat: HeardBeat) => void
}

const THIRD_AFTER = 0.15

export const heartSoundsHeard: Readonly<Record<HeartSound, UsualBeat>> = {
  normal_s1_s2: { rate: 76, heard: 'Between and after them it is quiet.' },
  s3_gallop: {
    rate: 104,
    heard: `A third, softer and lower thump comes ${THIRD_AFTER} seconds after the second one. Otherwise it is quiet.`,
    beside: (mixer) => (beat) => mixer.pop(beat.second + THIRD_AFTER, { hertz: 45, peak: 0.02, level: 0.28 }),
  },
  systolic_murmur: {
    rate: 80,
    heard:
      'A rough noise grows louder and then softer between the first thump and the second. From the second to the next first one it is quiet.',
    beside: (mixer) => {
      const rough = mixer.noise(150, 350)
      return ({ first, second }) => mixer.during({ from: first + 0.06, to: second - 0.02 }, rough, (share) => 0.11 * swell(share))
    },
  },
  diastolic_murmur: {
    rate: 80,
    heard:
      'A high, blowing noise begins with the second thump and fades toward the next first one. From the first to the second it is quiet.',
    beside: (mixer) => {
      const blowing = mixer.noise(250, 600)
      return ({ second, next }) => mixer.during({ from: second + 0.02, to: next - 0.06 }, blowing, (share) => 0.11 * fade(share))
    },
  },
  pericardial_rub: {
    rate: 96,
    level: 0.4,
    heard:
      'A high scratching noise comes three times a beat: between the two thumps, soon after the second, and before the next first one.',
    beside: (mixer) => {
      const scratch = mixer.noise(300, 900)
      return ({ first, second, next }) => {
        const [systole, diastole] = [second - first, next - second]
        for (const [from, to, level] of [
          [first + 0.3 * systole, first + 0.8 * systole, 0.1],
          [second + 0.2 * diastole, second + 0.42 * diastole, 0.07],
          [next - 0.32 * diastole, next - 0.1 * diastole, 0.07],
        ] as const)
          mixer.during({ from, to }, scratch, (share) => level * swell(share))
      }
    },
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

export function addHeartSound(mixer: Mixer, sound: HeartSound, rate: number | null): void {
  const { level = 0.5, pitch = 1, beside } = heartSoundsHeard[sound]
  const add = beside?.(mixer)
  for (const beat of beatsHeard(sound, rate)) {
    mixer.pop(beat.first, { hertz: 52 * pitch, peak: 0.018, level: 0.7 * level })
    mixer.pop(beat.first, { hertz: 95 * pitch, peak: 0.018, level: 0.45 * level })
    // The valves of the great arteries are stiffer: shorter and higher.
    mixer.pop(beat.second, { hertz: 80 * pitch, peak: 0.01, level: 0.6 * level })
    mixer.pop(beat.second, { hertz: 135 * pitch, peak: 0.01, level: 0.4 * level })
    add?.(beat)
  }
}
