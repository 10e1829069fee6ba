import { default_w as DEFAULT_PARAMETERS, FSRSAlgorithm, generatorParameters, get_fuzz_range } from 'ts-fsrs'
import type { Grade } from './grade.ts'

/** What FSRS-6 holds of one memory. */
export interface Memory {
  /** Days after which it is still there with a probability of 90 %. */
  readonly stability: number
  /** 1 to 10. */
  readonly difficulty: number
}

export { DEFAULT_PARAMETERS }

/** A question comes back when it is known with this probability. */
export const DESIRED_RETENTION = 0.9
/** Everything comes back at least once a year. */
export const LONGEST_INTERVAL = 365

const rating: Readonly<Record<Grade, number>> = { again: 1, hard: 2, good: 3, easy: 4 }

/** FSRS-6 with its default parameters, or with those fitted to a learner. */
export class MemoryModel {
  readonly #fsrs: FSRSAlgorithm

  constructor(parameters: readonly number[] | null = null) {
    this.#fsrs = new FSRSAlgorithm(
      generatorParameters({
        request_retention: DESIRED_RETENTION,
        maximum_interval: LONGEST_INTERVAL,
        enable_fuzz: false,
        // An answer on the same day moves a memory by FSRS-6's own rule for that.
        enable_short_term: true,
        ...(parameters && { w: [...parameters] }),
      }),
    )
  }

  /** The memory after a review so many days after the last one; null before the first. */
  after(memory: Memory | null, elapsedDays: number, grade: Grade): Memory {
    return this.#fsrs.next_state(memory && { stability: memory.stability, difficulty: memory.difficulty }, elapsedDays, rating[grade])
  }

  /** Whole days until it is due. */
  interval({ stability }: Memory): number {
    return this.#fsrs.next_interval(stability, 0)
  }

  /** How likely it is to be known so many days after the last review, 0 to 1. */
  recall({ stability }: Pick<Memory, 'stability'>, elapsedDays: number): number {
    return this.#fsrs.forgetting_curve(elapsedDays, stability)
  }
}

export const defaultModel = new MemoryModel()

const models = new WeakMap<readonly number[], MemoryModel>()

/** The model with these parameters, made once for each list of them; the default one where there are none. */
export function modelWith(parameters: readonly number[] | null): MemoryModel {
  if (!parameters) return defaultModel
  const known = models.get(parameters)
  if (known) return known
  const model = new MemoryModel(parameters)
  models.set(parameters, model)
  return model
}

/** The intervals that are as good as this one: the window within which FSRS draws by chance, and we by what is due. */
export function windowAround(interval: number): { readonly from: number; readonly to: number } {
  if (interval < LEAST_WITH_WINDOW) return { from: interval, to: interval }
  const { min_ivl, max_ivl } = get_fuzz_range(interval, 0, LONGEST_INTERVAL)
  return { from: Math.max(min_ivl, interval - WIDEST), to: Math.min(max_ivl, interval + WIDEST) }
}
/** FSRS's own bound, below which a day more or less matters. */
const LEAST_WITH_WINDOW = 2.5
/** Days to either side, so that a review looks at few days, whatever its interval. */
const WIDEST = 7
