import type { Randomness } from '../../../core/seeded-numbers.ts'
import type { BreathSound } from '../../content/picture-names.ts'
import { fade, type Mixer, SOUND_SECONDS, type Span, swell } from './mixer.ts'

interface HeardBreath {
  readonly inspiration: Span
  readonly expiration: Span
}

interface UsualBreath {
  /** Breaths/min. */
  readonly rate: number
  /** Share of the cycle. */
  readonly inspired: number
  /** How loud the moving air is. */
  readonly rustle: number
  /** `#` stands for the tones. */
  readonly heard: string
  /** Lowest and highest of each tone, Hz. */
  readonly tones?: readonly (readonly [low: number, high: number])[]
  /** What is heard over the rustle of each breath. */
  readonly over?: (mixer: Mixer, tones: readonly number[]) => (breath: HeardBreath) => void
}

export const breathSoundsHeard: Readonly<Record<BreathSound, UsualBreath>> = {
  vesicular: {
    rate: 18,
    inspired: 0.4,
    rustle: 0.1,
    heard: 'A soft, low rustle runs through breathing in and fades early in breathing out. Nothing else is heard.',
  },
  wheeze: {
    rate: 22,
    inspired: 0.28,
    rustle: 0.035,
    heard: 'Breathing in is a faint rustle. High tones of # sound together through most of breathing out.',
    tones: [
      [420, 480],
      [560, 680],
    ],
    over: (mixer, tones) => {
      const waves = tones.map((hertz) => mixer.tone(hertz, [1, 0.2]))
      return ({ expiration }) => {
        for (const wave of waves) mixer.during(partOf(expiration, 0.05, 0.9), wave, (share) => 0.17 * swell(share) ** 0.4)
      }
    },
  },
  stridor: {
    rate: 24,
    inspired: 0.5,
    rustle: 0.03,
    heard: 'A loud, harsh, high tone of # runs through breathing in. Breathing out is a faint rustle.',
    tones: [[620, 780]],
    over: (mixer, tones) => {
      const waves = [...tones.map((hertz) => mixer.tone(hertz, [0.4, 0.2, 0.1])), mixer.noise(700, 1800).map((value) => 0.05 * value)]
      return ({ inspiration }) => {
        for (const wave of waves) mixer.during(inspiration, wave, (share) => swell(share) ** 0.5)
      }
    },
  },
  fine_crackles: {
    rate: 22,
    inspired: 0.45,
    rustle: 0.05,
    heard: 'Short, sharp, high clicks follow each other closely in the last part of breathing in. None come in breathing out.',
    over: (mixer) => (breath) => crackle(mixer, partOf(breath.inspiration, 0.55, 0.98), { count: 14, hertz: 700, peak: 0.001, level: 0.5 }),
  },
  coarse_crackles: {
    rate: 22,
    inspired: 0.42,
    rustle: 0.05,
    heard: 'Loud, low, bubbling pops come early in breathing in, and fewer of them through breathing out.',
    over: (mixer) => (breath) => {
      const coarse = { hertz: 280, peak: 0.004, level: 0.5 }
      crackle(mixer, partOf(breath.inspiration, 0.05, 0.5), { ...coarse, count: 6 })
      crackle(mixer, partOf(breath.expiration, 0.1, 0.8), { ...coarse, count: 4 })
    },
  },
  rhonchi: {
    rate: 20,
    inspired: 0.36,
    rustle: 0.04,
    heard: 'A low, rattling tone of # runs through most of breathing out. Breathing in is a faint rustle.',
    tones: [[105, 145]],
    over: (mixer, tones) => {
      const waves = tones.map((hertz) => mixer.tone(hertz, [1, 0.5, 0.33, 0.2, 0.1]))
      return ({ expiration }) => {
        for (const wave of waves) mixer.during(partOf(expiration, 0.05, 0.85), wave, (share) => 0.22 * swell(share) ** 0.4)
      }
    },
  },
  pleural_rub: {
    rate: 24,
    inspired: 0.45,
    rustle: 0.04,
    heard: 'Rough, low, creaking bursts come in the middle of breathing in and again in breathing out.',
    over: (mixer) => {
      const rough = mixer.noise(150, 450)
      return ({ inspiration, expiration }) => {
        for (const phase of [partOf(inspiration, 0.25, 0.85), partOf(expiration, 0.15, 0.55)])
          for (const fifth of [0, 0.2, 0.4, 0.6, 0.8]) mixer.during(partOf(phase, fifth, fifth + 0.16), rough, (share) => 0.2 * fade(share))
      }
    },
  },
  absent: {
    rate: 24,
    inspired: 0.4,
    rustle: 0,
    heard: 'The line is almost flat: nothing is heard in breathing in or in breathing out.',
  },
}

export function breathsHeard(sound: BreathSound, rate: number | null): HeardBreath[] {
  const { rate: usual, inspired } = breathSoundsHeard[sound]
  const period = 60 / (rate ?? usual)
  return Array.from({ length: Math.ceil(SOUND_SECONDS / period) }, (_, count) => {
    const from = 0.2 + count * period
    const turn = from + inspired * period
    return { inspiration: { from, to: turn }, expiration: { from: turn, to: from + 0.96 * period } }
  }).filter(({ inspiration }) => inspiration.from < SOUND_SECONDS)
}

export const tonesOf = (sound: BreathSound, chance: Randomness): number[] =>
  (breathSoundsHeard[sound].tones ?? []).map(([low, high]) => chance.between(low, high))

const partOf = ({ from, to }: Span, start: number, end: number): Span => ({
  from: from + start * (to - from),
  to: from + end * (to - from),
})

type Crackles = Parameters<Mixer['pop']>[1] & { readonly count: number }

function crackle(mixer: Mixer, { from, to }: Span, { count, hertz, peak, level }: Crackles): void {
  for (let each = 0; each < count; each++) {
    const at = from + ((each + mixer.chance.between(0.1, 0.9)) / count) * (to - from)
    mixer.pop(at, { hertz: mixer.chance.about(hertz, 0.12), peak, level: mixer.chance.about(level, 0.3) })
  }
}

export function addBreathSound(mixer: Mixer, sound: BreathSound, rate: number | null, tones: readonly number[]): void {
  const { rustle, over } = breathSoundsHeard[sound]
  const air = mixer.noise(80, 400)
  const add = over?.(mixer, tones)
  for (const breath of breathsHeard(sound, rate)) {
    mixer.during(breath.inspiration, air, (share) => rustle * swell(share) ** 0.7)
    mixer.during(partOf(breath.expiration, 0, 0.5), air, (share) => 0.5 * rustle * fade(share))
    add?.(breath)
  }
}
