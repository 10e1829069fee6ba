import { newSm2, type Sm2, sm2After } from '@medicready/domain/study/cards/card'
import { defaultModel, type Memory } from '@medicready/domain/study/cards/memory'
import type { Grade } from '@medicready/domain/study/grade'

/** `scale` stretches or shrinks every interval. */
export interface Schedule<State> {
  readonly name: string
  after(state: State | null, elapsedDays: number, grade: Grade): State
  interval(state: State, scale: number): number
  predicted(state: State, elapsedDays: number): number
}

const wholeDays = (days: number, scale: number): number => Math.max(1, Math.round(days * scale))

export const fsrs: Schedule<Memory> = {
  name: 'FSRS-6',
  after: (memory, elapsedDays, grade) => defaultModel.after(memory, elapsedDays, grade),
  interval: (memory, scale) => wholeDays(defaultModel.interval(memory), scale),
  predicted: (memory, elapsedDays) => defaultModel.recall(memory, elapsedDays),
}

/** SM-2 predicts nothing; its benchmark takes it to aim at 90 % on the due day (srs-benchmark). */
export const sm2: Schedule<Sm2> = {
  name: 'SM-2',
  after: (state, _elapsedDays, grade) => sm2After(state ?? newSm2, grade),
  interval: ({ intervalDays }, scale) => wholeDays(intervalDays, scale),
  predicted: ({ intervalDays }, elapsedDays) => 0.9 ** (elapsedDays / intervalDays),
}
