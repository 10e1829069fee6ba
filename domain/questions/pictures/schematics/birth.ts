import type { SchematicOf } from '../../content/schematics.ts'
import { type Drawing, documentOf, textAt } from '../svg.ts'
import { fromBelow } from './birth-from-below.ts'
import { fromTheSide } from './birth-from-the-side.ts'
import { inTheUterus } from './birth-in-the-uterus.ts'
import { INK, type SchematicDrawing } from './ink.ts'

type BirthSeen = SchematicOf<'birth'>['seen']

const front = 'The perineum of a woman lying on her back, seen from her feet.'
const side = "A woman's perineum seen from the side: she is lying on her back, and a head is outside, its face down."
const section = 'A uterus cut open and seen from the front, with the navel marked by a line, after a birth.'

const views: Readonly<Record<BirthSeen, { draw: () => string; words: string; label: string }>> = {
  scalp_showing: {
    draw: () => fromBelow('scalp'),
    label: 'Seen from her feet, during a contraction',
    words: `${front} Hair and scalp fill the stretched opening, wider than a palm, and the skin below it bulges.`,
  },
  cord_outside: {
    draw: () => fromBelow('cord'),
    label: 'Seen from her feet, between contractions',
    words: `${front} A loop of umbilical cord hangs out of the opening. No part of the fetus is seen.`,
  },
  buttocks_showing: {
    draw: () => fromBelow('buttocks'),
    label: 'Seen from her feet, during a contraction',
    words: `${front} Two rounded halves with a cleft between them fill the stretched opening. No limb and no hair is seen.`,
  },
  foot_outside: {
    draw: () => fromBelow('foot'),
    label: 'Seen from her feet, between contractions',
    words: `${front} One small foot with its heel and five short toes hangs out of the opening. Nothing else is seen.`,
  },
  hand_outside: {
    draw: () => fromBelow('hand'),
    label: 'Seen from her feet, between contractions',
    words: `${front} One small forearm and hand with long fingers hang out of the opening. Nothing else is seen.`,
  },
  head_free: {
    draw: () => fromTheSide('free'),
    label: 'Seen from the side',
    words: `${side} The chin is clear of the skin, and a bare neck is seen between head and opening.`,
  },
  head_against_skin: {
    draw: () => fromTheSide('drawn_back'),
    label: 'Seen from the side',
    words: `${side} The cheeks are pressed against the skin, the chin is hidden in it, and no neck is seen.`,
  },
  cord_slack: {
    draw: () => fromTheSide('slack'),
    label: 'Seen from the side',
    words: `${side} One turn of cord lies around the neck, with a wide gap between cord and skin.`,
  },
  cord_snug: {
    draw: () => fromTheSide('snug'),
    label: 'Seen from the side',
    words: `${side} Two turns of cord lie around the neck and cut into the skin, without any gap. The face is bluish.`,
  },
  placenta_at_wall: {
    draw: () => inTheUterus(false),
    label: 'Cut open, seen from the front',
    words: `${section} It is broad and flat on top. The placenta lies along the upper wall, with no gap. A short clamped cord shows at the outlet.`,
  },
  placenta_low: {
    draw: () => inTheUterus(true),
    label: 'Cut open, seen from the front',
    words: `${section} It is round like a ball, and its top stands higher, above the line. The placenta lies in the outlet, with a gap and blood above it. A long clamped cord hangs out.`,
  },
}

export const birth: SchematicDrawing<'birth'> = {
  draw: ({ seen }): Drawing =>
    documentOf(
      800,
      600,
      '#f6f3ee',
      views[seen].draw() + textAt(400, 586, views[seen].label, { 'text-anchor': 'middle', 'font-size': 27, fill: INK }),
    ),
  describe: ({ seen }) => views[seen].words,
}
