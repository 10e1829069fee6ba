import type { StoredPicture } from '@medicready/domain/contract/questions/pictures'
import type { Picture, PictureKind, PictureOf } from '@medicready/domain/questions/content/picture'
import { bodySounds, capnogramPatterns, ecgPatterns, ecgRhythms } from '@medicready/domain/questions/content/picture-names'
import { schematicExamples } from '@medicready/domain/questions/content/schematic-examples'
import type { Schematic } from '@medicready/domain/questions/content/schematics'
import { capitalized } from '../../../ui/words.ts'

export const pictureKindNames: Readonly<Record<PictureKind, string>> = {
  ecg_strip: 'Rhythm strip',
  ecg_12_lead: '12-lead ECG',
  capnogram: 'Capnogram',
  sound: 'Breath or heart sound',
  monitor: 'Monitor screen',
  vital_signs: 'Vital signs over time',
  table: 'Table',
  schematic: 'Schematic drawing',
  image: 'Your own image',
}

export const anySeed = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1

export type DrawnKind = Exclude<PictureKind, 'image'>

export function blankPicture(kind: DrawnKind): PictureOf<DrawnKind> {
  const drawn = { seed: anySeed(), alt: null }
  switch (kind) {
    case 'ecg_strip':
      return { kind, rhythm: ecgRhythms[0], rate: null, ...drawn }
    case 'ecg_12_lead':
      return { kind, pattern: ecgPatterns[0], rate: null, ...drawn }
    case 'capnogram':
      return { kind, pattern: capnogramPatterns[0], rate: null, etco2: null, ...drawn }
    case 'sound':
      return { kind, sound: bodySounds[0], rate: null, ...drawn }
    case 'monitor':
      return {
        kind,
        ecg: { rhythm: ecgRhythms[0], rate: null },
        capnogram: null,
        figures: { heartRate: '80', spo2: '97', bloodPressure: '120/80', etco2: null, respirations: '16' },
        trends: null,
        ...drawn,
      }
    case 'vital_signs':
      return {
        kind,
        times: ['On arrival', 'After 5 min'],
        rows: [
          { label: 'Heart rate', unit: 'beats/min', values: ['80', '84'] },
          { label: 'Blood pressure', unit: 'mm Hg', values: ['120/80', '118/78'] },
        ],
        alt: null,
      }
    case 'table':
      return {
        kind,
        caption: 'How to tell them apart',
        columns: ['Finding', 'Cardiac tamponade', 'Tension pneumothorax'],
        rows: [
          ['Breath sounds', 'Equal on both sides', 'Absent on one side'],
          ['Trachea', 'Midline', 'Shifted away, late'],
        ],
      }
    case 'schematic':
      return { kind, shows: schematicExamples.pupils, alt: null }
  }
}

export const schematicSubjects = Object.values(schematicExamples).map(({ subject }) => subject)

type Parameter = string | number | boolean | null | readonly string[]
/** By name, without the subject. */
export const parametersOf = ({ subject: _, ...parameters }: Schematic): [name: string, value: Parameter][] => Object.entries(parameters)

/** Of the same type as before. The server checks the values. */
export const parameterFrom = (text: string, before: Parameter): Parameter => {
  if (typeof before === 'object' && before !== null) return listFromText(text)
  return typeof before === 'number' ? numberOrText(text) : text
}
const numberOrText = (text: string): number | string => (/^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text)

type Monitor = PictureOf<'monitor'>
export type Trends = NonNullable<Monitor['trends']>
export type FigureName = keyof Monitor['figures']

export const figureNames: Readonly<Record<FigureName, string>> = {
  heartRate: 'Heart rate',
  spo2: 'SpO2',
  bloodPressure: 'Blood pressure',
  etco2: 'EtCO2',
  respirations: 'Respirations',
}
export const monitorFigures = Object.keys(figureNames) as readonly FigureName[]

/** Each row starts with two equal values to overwrite. */
export const steadyTrends = (now: Monitor['figures']): Trends => {
  const steady = (value: string | null) => (value === null ? null : [value, value])
  return {
    minutes: 15,
    heartRate: steady(now.heartRate),
    spo2: steady(now.spo2),
    bloodPressure: steady(now.bloodPressure),
    etco2: steady(now.etco2),
    respirations: steady(now.respirations),
  }
}

/** Leaves the alt text out, so that the drawing is not reloaded with every letter of it. */
export function drawingOf(picture: Picture): string {
  const shown = 'alt' in picture ? { ...picture, alt: picture.kind === 'image' ? 'An image' : null } : picture
  return `/api/admin/pictures/drawing?picture=${encodeURIComponent(JSON.stringify(shown))}`
}

export const soundOf = (picture: PictureOf<'sound'>): string => drawingOf(picture).replace('/drawing?', '/sound?')

export const imageOf = ({ hash, mediaType, width, height }: StoredPicture, alt: string): PictureOf<'image'> => ({
  kind: 'image',
  hash,
  mediaType,
  width,
  height,
  alt,
})

export const readable = (name: string): string =>
  capitalized(name.replaceAll('_', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

type VitalSigns = PictureOf<'vital_signs'>

export const rowsAsText = ({ rows }: VitalSigns): string =>
  rows.map(({ label, unit, values }) => [label, unit ?? '', values.join(', ')].join('; ')).join('\n')

export const rowsFromText = (text: string): VitalSigns['rows'] =>
  linesOf(text).map((line) => {
    const [label = '', unit = '', values = ''] = line.split(';').map((part) => part.trim())
    return { label, unit: unit === '' ? null : unit, values: listFromText(values) }
  })

export const cellsAsText = (cells: readonly string[]): string => cells.join(' | ')

/** Keeps an empty cell, so that the others stay in their columns. */
export const cellsFromText = (text: string): string[] => text.split('|').map((cell) => cell.trim())

export const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

export const listFromText = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
