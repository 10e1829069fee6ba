import { default_w as DEFAULT_PARAMETERS, FSRSAlgorithm, generatorParameters, get_fuzz_range } from 'ts-fsrs'
import { type Grade, ratingOf } from '../grade.ts'

export interface Memory {
  /** Days until recall falls to 90%. */
  readonly stability: number
  /** 1 to 10. */
  readonly difficulty: number
}

export { DEFAULT_PARAMETERS }

export const DESIRED_RETENTION = 0.9
export const LONGEST_INTERVAL = 365

export class MemoryModel {
  readonly #fsrs: FSRSAlgorithm

  constructor(parameters: readonly number[] | null = null) {
    this.#fsrs = new FSRSAlgorithm(
      generatorParameters({
        request_retention: DESIRED_RETENTION,
        maximum_interval: LONGEST_INTERVAL,
        enable_fuzz: false,
        // Same-day answers use FSRS-6's own rule.
        enable_short_term: true,
        ...(parameters && { w: [...parameters] }),
      }),
    )
  }

  /** `memory` is null before the first answer. */
  after(memory: Memory | null, elapsedDays: number, grade: Grade): Memory {
    return this.#fsrs.next_state(memory && { stability: memory.stability, difficulty: memory.difficulty }, elapsedDays, ratingOf(grade))
  }

  /** Whole days. */
  interval({ stability }: Memory): number {
    return this.#fsrs.next_interval(stability, 0)
  }

  recall({ stability }: Pick<Memory, 'stability'>, elapsedDays: number): number {
    return this.#fsrs.forgetting_curve(elapsedDays, stability)
  }
}

export const defaultModel = new MemoryModel()

const models = new WeakMap<readonly number[], MemoryModel>()

/** Cached by parameter list; null gives the default model. */
export function modelWith(parameters: readonly number[] | null): MemoryModel {
  if (!parameters) return defaultModel
  const known = models.get(parameters)
  if (known) return known
  const model = new MemoryModel(parameters)
  models.set(parameters, model)
  return model
}

/** FSRS draws at random within this window; we choose by workload. */
export function windowAround(interval: number): { readonly from: number; readonly to: number } {
  if (interval < LEAST_WITH_WINDOW) return { from: interval, to: interval }
  const { min_ivl, max_ivl } = get_fuzz_range(interval, 0, LONGEST_INTERVAL)
  return { from: Math.max(min_ivl, interval - WIDEST), to: Math.min(max_ivl, interval + WIDEST) }
}
/** FSRS's own bound; below it a day matters. */
const LEAST_WITH_WINDOW = 2.5
/** Days to either side; bounds how many days a review looks at. */
const WIDEST = 7
