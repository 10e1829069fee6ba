import type { SchematicOf } from '../../content/schematics.ts'
import { documentOf, element, textAt } from '../svg.ts'
import { INK, MUTED, type SchematicDrawing } from './ink.ts'

const WIDTH = 960
const HEIGHT = 560
const SCREEN = '#f7fafc'
const EDGE = '#9fb0bf'
const LEFT = 44
const CELL = { width: 428, height: 90 }

type Pump = SchematicOf<'pump'>

const alarms: Readonly<Record<Pump['alarm'], string>> = {
  none: 'No alarm',
  downstream_occlusion: 'ALARM: OCCLUSION, PATIENT SIDE',
  upstream_occlusion: 'ALARM: OCCLUSION, BAG SIDE',
  air_in_line: 'ALARM: AIR IN LINE',
  near_end: 'ALERT: INFUSION NEAR END',
  low_battery: 'ALERT: LOW BATTERY',
}

export const pump: SchematicDrawing<'pump'> = {
  draw: (shows) =>
    documentOf(
      WIDTH,
      HEIGHT,
      '#51606d',
      [
        element('rect', { x: 22, y: 22, width: WIDTH - 44, height: HEIGHT - 44, rx: 18, fill: SCREEN }),
        textAt(LEFT, 90, shows.drug, { 'font-size': shows.drug.length > 20 ? 40 : 50, 'font-weight': 700, fill: INK }),
        state(shows.running),
        textAt(LEFT, 142, shows.bag, { 'font-size': 36, fill: INK }),
        ...cellsOf(shows).map(([name, value], place) => cell(LEFT + (place % 2) * 444, 162 + Math.floor(place / 2) * 98, name, value)),
        alarmLine(shows.alarm),
      ].join(''),
    ),
  describe: (shows) =>
    [
      `The screen of an infusion pump, ${shows.running ? 'running' : 'stopped'}. Drug: ${shows.drug}. Bag: ${shows.bag}.`,
      ...cellsOf(shows).map(([name, value]) => `${name}: ${value}.`),
      `Bottom line: ${alarms[shows.alarm]}.`,
    ].join(' '),
}

const cellsOf = ({ dose, weight, rate, infused, remaining, timeLeft }: Pump): readonly (readonly [string, string])[] => [
  ['Dose', dose],
  ['Rate', rate],
  ['Weight', weight],
  ['Time left', timeLeft],
  ['Infused', infused],
  ['Remaining', remaining],
]

function cell(x: number, y: number, name: string, value: string): string {
  return [
    element('rect', { x, y, ...CELL, rx: 10, fill: '#ffffff', stroke: EDGE, 'stroke-width': 3 }),
    textAt(x + 18, y + 34, name, { 'font-size': 27, fill: MUTED }),
    textAt(x + 18, y + 77, value, { 'font-size': value.length > 16 ? 34 : 40, 'font-weight': 700, fill: INK }),
  ].join('')
}

const state = (isRunning: boolean): string =>
  element('rect', { x: 716, y: 46, width: 200, height: 56, rx: 28, fill: isRunning ? '#1d6b3a' : '#7a2e2e' }) +
  textAt(816, 86, isRunning ? 'RUNNING' : 'STOPPED', { 'text-anchor': 'middle', 'font-size': 30, 'font-weight': 700, fill: '#ffffff' })

function alarmLine(alarm: Pump['alarm']): string {
  const isQuiet = alarm === 'none'
  const fill = isQuiet ? '#e3eaf0' : alarm === 'near_end' || alarm === 'low_battery' ? '#ffd95c' : '#b3261e'
  return (
    element('rect', { x: 44, y: 458, width: 872, height: 64, rx: 10, fill }) +
    textAt(66, 502, alarms[alarm], { 'font-size': 34, 'font-weight': isQuiet ? 400 : 700, fill: fill === '#b3261e' ? '#ffffff' : INK })
  )
}
