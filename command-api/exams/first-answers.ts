import { type FirstLanguage, firstLanguageNames, programKey } from '@medicready/domain/accounts/shown/background'
import type { Grouping } from '@medicready/domain/exams/compared-groups'
import type { FirstAnswers } from '@medicready/domain/exams/numbers'
import type { Sql } from '@medicready/platform/postgres/connection'
import { type FirstAnswerRow, firstAnswers, toldBackgrounds } from '@medicready/projector/read-models/exams/calibration-queries'

const ROWS_AT_ONCE = 10_000
const FIRST_ROOM = 65_536

export interface Answered {
  readonly questionId: string
  readonly questionVersion: number
}

export interface Exposures {
  readonly answers: FirstAnswers
  readonly learners: readonly string[]
  readonly items: readonly Answered[]
}

/**
 * Each learner's first answer to a question, in any version: a later one is from memory. Timeouts and abandoned exams
 * give no answer, but the question was met. Read with a cursor into typed arrays: a million answers take 10 MB.
 */
export async function readFirstAnswers(sql: Sql): Promise<Exposures> {
  const log = new ExposureLog()
  await firstAnswers(sql).cursor(ROWS_AT_ONCE, (some) => {
    for (const row of some) log.add(row)
  })
  return log.exposures()
}

class ExposureLog {
  readonly #items: Answered[] = []
  readonly #placeOf = new Map<string, number>()
  readonly #learners: string[] = []
  #length = 0
  #lists = roomFor(FIRST_ROOM)

  add({ user_id, question_id, question_version, is_correct, is_scored }: FirstAnswerRow): void {
    if (user_id !== this.#learners.at(-1)) this.#learners.push(user_id)
    if (this.#length === this.#lists.items.length) this.#lists = grown(this.#lists)
    const { learners, items, right, scored } = this.#lists
    learners[this.#length] = this.#learners.length - 1
    items[this.#length] = this.#place(question_id, question_version)
    right[this.#length] = is_correct ? 1 : 0
    scored[this.#length] = is_scored ? 1 : 0
    this.#length++
  }

  #place(questionId: string, questionVersion: number): number {
    const key = `${questionId}@${questionVersion}`
    const known = this.#placeOf.get(key)
    if (known !== undefined) return known
    this.#placeOf.set(key, this.#items.length)
    return this.#items.push({ questionId, questionVersion }) - 1
  }

  exposures(): Exposures {
    const { learners, items, right, scored } = this.#lists
    const length = this.#length
    const answers = {
      learners: learners.subarray(0, length),
      items: items.subarray(0, length),
      right: right.subarray(0, length),
      scored: scored.subarray(0, length),
    }
    return { answers, learners: this.#learners, items: this.#items }
  }
}

const roomFor = (answers: number): FirstAnswers => ({
  learners: new Int32Array(answers),
  items: new Int32Array(answers),
  right: new Uint8Array(answers),
  scored: new Uint8Array(answers),
})

function grown(lists: FirstAnswers): FirstAnswers {
  const more = roomFor(2 * lists.items.length)
  more.learners.set(lists.learners)
  more.items.set(lists.items)
  more.right.set(lists.right)
  more.scored.set(lists.scored)
  return more
}

/** Languages are compared with English, programs with all others. */
export async function readGroupings(sql: Sql, learners: readonly string[]): Promise<Grouping[]> {
  const rows = await toldBackgrounds(sql)
  const told = new Map(rows.map((row) => [row.id, row]))
  return [
    {
      by: 'first_language',
      names: firstLanguageNames,
      groupOf: Int32Array.from(learners, (id) => placeOf(told.get(id)?.first_language ?? null)),
      reference: firstLanguageNames.indexOf('english'),
    },
    programs(learners.map((id) => told.get(id)?.paramedic_program ?? null)),
  ]
}

const placeOf = (language: FirstLanguage | null): number => (language === null ? -1 : firstLanguageNames.indexOf(language))

/** Different spellings of a program count as one, under the most frequent spelling. */
function programs(told: readonly (string | null)[]): Grouping {
  const spellings = new Map<string, Map<string, number>>()
  for (const program of told) {
    if (program === null) continue
    const counts = spellings.get(programKey(program)) ?? new Map<string, number>()
    spellings.set(programKey(program), counts.set(program, (counts.get(program) ?? 0) + 1))
  }
  const places = new Map([...spellings.keys()].map((key, place) => [key, place]))
  return {
    by: 'paramedic_program',
    names: [...spellings.values()].map(commonest),
    groupOf: Int32Array.from(told, (program) => (program === null ? -1 : (places.get(programKey(program)) ?? -1))),
    reference: null,
  }
}

const commonest = (counts: ReadonlyMap<string, number>): string => [...counts].reduce((one, other) => (other[1] > one[1] ? other : one))[0]
