import { describe, expect, test } from 'vitest'
import type { PictureOf } from '../../content/picture.ts'
import { ecgPatterns, ecgRhythms } from '../../content/picture-names.ts'
import { describeEcg, drawEcg12Lead, drawEcgStrip, stripSignal } from './ecg.ts'

const strip = (rhythm: (typeof ecgRhythms)[number], seed = 1, rate: number | null = null): PictureOf<'ecg_strip'> => ({
  kind: 'ecg_strip',
  rhythm,
  rate,
  seed,
  alt: null,
})
const twelveLead = (pattern: (typeof ecgPatterns)[number], seed = 1): PictureOf<'ecg_12_lead'> => ({
  kind: 'ecg_12_lead',
  pattern,
  rate: null,
  seed,
  alt: null,
})

const drawn = [
  ...ecgRhythms.map((rhythm) => ({
    name: rhythm as string,
    draw: (seed: number) => drawEcgStrip(strip(rhythm, seed)),
    describe: (seed: number) => describeEcg(strip(rhythm, seed)),
    bytes: 25_000,
    ratio: 160 / 40,
  })),
  ...ecgPatterns.map((pattern) => ({
    name: `12-lead ${pattern}`,
    draw: (seed: number) => drawEcg12Lead(twelveLead(pattern, seed)),
    describe: (seed: number) => describeEcg(twelveLead(pattern, seed)),
    bytes: 90_000,
    ratio: 250 / 140,
  })),
]

/** Of the traces, whose paths have relative steps. */
const pointsOf = (svg: string): (readonly [x: number, y: number])[] =>
  [...svg.matchAll(/stroke-width="\.3" d="([^"]+)"/g)].flatMap(([, path = '']) => {
    const numbers = path.match(/-?\d*\.?\d+/g)?.map(Number) ?? []
    let [x, y] = [0, 0]
    return numbers.flatMap((step, index) => {
      if (index % 2 === 0) x += step
      else y += step
      return index % 2 === 0 ? [] : [[x, y] as const]
    })
  })

/** Words that would interpret the tracing for the learner. */
const verdicts = [
  ...[
    'normal',
    'abnormal',
    'sinus',
    'rhythm',
    'ectop',
    'prematur',
    'escape',
    'junction',
    'atrial',
    'ventric',
    'nodal',
    'pacemaker',
    'paced',
  ],
  ...[
    'tachy',
    'brady',
    'fibrill',
    'flutter',
    'torsade',
    'asystol',
    'standstill',
    'agonal',
    'arrest',
    'block',
    'bundle',
    'fascic',
    'mobitz',
  ],
  ...[
    'wenckebach',
    'dissociat',
    'bigemin',
    'trigemin',
    'couplet',
    'reentr',
    'excit',
    'wolff',
    'delta',
    'osborn',
    'brugada',
    'sine',
    'tremor',
  ],
  ...[
    'artefact',
    'artifact',
    'compression',
    'captur',
    'sens',
    'infarct',
    'ischem',
    'stemi',
    'injur',
    'occlu',
    'wellens',
    'pericard',
    'repolar',
  ],
  ...[
    'hypertroph',
    'strain',
    'kalemi',
    'potassium',
    'hypotherm',
    'embol',
    'sodium',
    'tricyclic',
    'digoxin',
    'digitalis',
    'alternans',
    'reversal',
  ],
  ...['reciproc', 'concordan', 'sgarbossa', 'prolonged', 'sick', 'svt', 'pvc', 'pac ', ' vt ', ' vf ', 'lbbb', 'rbbb', 'aivr'],
]

describe.each(drawn)('$name', ({ draw, describe: read, bytes, ratio }) => {
  const picture = draw(1)

  test('has the same bytes each time, and differs with another seed', () => {
    expect(draw(1).svg).toBe(picture.svg)
    expect(read(1)).toBe(read(1))
    expect(draw(2).svg).not.toBe(picture.svg)
  })

  test('fits on its paper and within its size limit', () => {
    expect(picture.svg.length).toBeLessThan(bytes)
    expect(picture.width / picture.height).toBeCloseTo(ratio)
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(picture.svg)?.map(Number) ?? []
    expect((width ?? 0) / (height ?? 1)).toBeCloseTo(ratio)
    expect(picture.svg).not.toContain('NaN')
  })

  test('has no trace in the place of its calibration mark', () => {
    for (const seed of [1, 2, 3]) {
      const { svg } = draw(seed)
      const [left, foot] = /M(\d+) (\d+)h1v-10h3v10h1/.exec(svg)?.slice(1).map(Number) ?? []
      if (left === undefined || foot === undefined) throw new Error('There is no calibration mark')
      const inMark = pointsOf(svg).filter(([x, y]) => x >= left && x <= left + 5 && y >= foot - 10 && y <= foot)
      expect(inMark).toEqual([])
    }
  })

  test('does not name what it shows', () => {
    const words = [...picture.svg.matchAll(/>([^<>]+)</g)].map(([, text]) => text)
    for (const word of words) expect(word).toMatch(/^(?:25 mm\/s 10 mm\/mV|I|II|III|aVR|aVL|aVF|V[1-6])$/)
    expect(picture.svg).not.toMatch(/<(?:script|style|image|use|title|desc|a)\b|\b(?:id|class|href|on\w+)=/)
    expect(picture.svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|url\(/)
  })

  test('is described without interpretation', () => {
    for (const seed of [1, 2, 3]) {
      const text = read(seed)
      expect(text.length).toBeGreaterThan(100)
      expect(text.length).toBeLessThanOrEqual(1500)
      expect(text).not.toMatch(/NaN|Infinity|undefined|\s{2}| \.|\.\./)
      expect(verdicts.filter((verdict) => ` ${text.toLowerCase()} `.includes(verdict))).toEqual([])
    }
  })
})

describe('the description', () => {
  test('of a strip has rate, P waves, PR, QRS, ST, T, and QT', () => {
    expect(describeEcg(strip('normal_sinus', 3, 75))).toMatch(
      /^Lead II, 6 seconds, 25 mm\/s, 10 mm\/mV\. [78] QRS complexes in 6 s, R-R even, 0\.80 s \(75\/min\)\. QRS width 0\.\d\d s\. [78] P waves, upright, P-P even, 0\.80 s \(75\/min\)\. PR 0\.1\d s before each QRS complex\. The QRS complex is mainly upright\. \d0 ms after it the ST segment is on the baseline\. T wave [\d.]+ mm upright\. QT 0\.\d\d s\.$/,
    )
  })
  test('says which P waves are not followed, and how the PR interval changes', () => {
    expect(describeEcg(strip('second_degree_type_1', 2))).toMatch(/PR in turn .* s\. No QRS complex follows the P waves? at /)
    expect(describeEcg(strip('second_degree_type_2', 2))).toMatch(
      /PR 0\.1\d s before each QRS complex that follows one\. No QRS complex follows/,
    )
    expect(describeEcg(strip('third_degree_block', 2))).toContain('no fixed relation')
  })
  test('gives the times of early beats and spikes', () => {
    expect(describeEcg(strip('premature_ventricular_complexes', 2))).toMatch(/Unlike the others, at [\d., ]+ s: early, without a P wave/)
    expect(describeEcg(strip('failure_to_capture', 2))).toMatch(/Thin vertical spikes at [\d., ]+ s, followed by nothing of their own/)
  })
  test('of a 12-lead gives each lead in millimeters', () => {
    const text = describeEcg(twelveLead('inferior_infarction', 2))
    for (const lead of ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6']) {
      expect(text).toMatch(new RegExp(`[:;] ${lead} [QRS][^;]*, ST [^;]*, T `))
    }
    expect(text).toMatch(/III [^;]*ST \+[2-5]/)
    expect(text).toMatch(/aVL [^;]*ST −[1-4]/)
  })
})

test('a monitor gets the requested number of samples, with the same beginning as a strip', () => {
  const rhythm = { rhythm: 'normal_sinus', rate: 70, seed: 4 } as const
  const short = stripSignal(rhythm, 3)
  expect(short.millivolts.length).toBe(3 * short.sampleRate)
  expect(stripSignal(rhythm, 10).millivolts.length).toBe(10 * short.sampleRate)
  expect([...stripSignal(rhythm, 6).millivolts].slice(0, 100)).toEqual([...short.millivolts].slice(0, 100))
})
