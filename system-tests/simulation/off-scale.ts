import type { MockBlueprint } from '@medicready/domain/exams/shown/blueprints'
import { chanceAt } from '@medicready/domain/readiness/chance'
import { type CommonShift, commonShiftFrom } from '@medicready/domain/readiness/common-shift'
import { BINS, binOf } from '@medicready/domain/readiness/published'
import { readinessOf } from '@medicready/domain/readiness/readiness'
import { Academy, plainWorld } from './readiness.ts'

/** Students whose study questions are all mislabeled by the same amount. */

/** In logits: the questions are taken for harder, or for easier, than they are. */
export const OFFSETS = [0.5, -0.5] as const

/** What the model knows of the shift. `no shift`: it takes our scale for the real exam's, as method 1 did. */
export const stages = ['no shift', 'the panel alone', '300 learners', '50 real outcomes'] as const
export type Stage = (typeof stages)[number]
const [LEARNERS, OUTCOMES] = [300, 50]

export type ToldOffScale = ReturnType<typeof toldOffScale>[number]

interface OffScale {
  readonly blueprint: MockBlueprint
  readonly offset: number
  readonly seed: number
  readonly students: number
}

/** What is `said`, and the `chance` without the limits on what is reported. */
export function toldOffScale(stage: Stage, { blueprint, offset, seed, students }: OffScale) {
  const academy = new Academy({ ...plainWorld, knowledge: 'labels', blueprint, offset }, seed)
  const shift = shiftKnown(stage, academy, blueprint)
  return Array.from({ length: students }, () => {
    const { evidence, today, ability } = academy.student()
    const said = readinessOf(evidence, { blueprint, shift }, today)
    const model = readinessOf(evidence, { blueprint, shift: shift && { ...shift, outcomes: Number.POSITIVE_INFINITY } }, today)
    const trueChance = chanceAt(ability, blueprint)
    return { said: said.chance, chance: model.chance, isCovered: model.low <= trueChance && trueChance <= model.high, trueChance }
  })
}

function shiftKnown(stage: Stage, academy: Academy, blueprint: MockBlueprint): CommonShift | null {
  switch (stage) {
    case 'no shift':
      return null
    case 'the panel alone':
      return commonShiftFrom({ calibratedBy: 0, outcomes: [] })
    case '300 learners':
      academy.calibrate(LEARNERS)
      return commonShiftFrom({ calibratedBy: LEARNERS, outcomes: [] })
    case '50 real outcomes': {
      const outcomes = Array.from({ length: OUTCOMES }, (_, student) => {
        const { evidence, today, hasPassed } = academy.examinee(`${student}`)
        const { ability, standardError } = readinessOf(evidence, { blueprint, shift: null }, today)
        return { blueprint, ability, standardError, hasPassed }
      })
      return commonShiftFrom({ calibratedBy: 0, outcomes })
    }
  }
}

/** Against true chances, which luck does not blur as it does outcomes. */
export function errorOfTold(told: readonly ToldOffScale[], which: 'said' | 'chance'): number {
  const bins = new Float64Array(BINS)
  for (const each of told) bins[binOf(each[which])] = (bins[binOf(each[which])] ?? 0) + each[which] - each.trueChance
  return bins.reduce((sum, off) => sum + Math.abs(off), 0) / told.length
}

export const coveredOfTold = (told: readonly ToldOffScale[]): number => told.filter(({ isCovered }) => isCovered).length / told.length
