import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { PoolItem } from '@medicready/domain/exams/pool'
import type { MockBlueprint } from '@medicready/domain/exams/shown/blueprints'
import type { CommonShift } from '@medicready/domain/readiness/common-shift'
import { type EvidenceOf, evidenceOf, type ReadinessAnswer } from '@medicready/domain/readiness/evidence'
import type { Sql } from '@medicready/platform/postgres/connection'
import { Remembered } from '@medicready/platform/remembered'
import { changesToItems, ratedItems } from '../exams/item-queries.ts'
import { type Reads, readModelsOf } from '../query.ts'
import { answersAsText, changesToShift, knownShift } from './readiness-queries.ts'

/** One letter per kind in the answers' text. */
const kinds = { r: 'right', w: 'wrong', o: 'out of time', p: 'on trial' } as const

/** Fixed offsets in an answer's text; the rest is the version. */
const [ID, DAY, KIND] = [36, 46, 47]

export class LearnersEvidence implements Reads {
  readonly reads = readModelsOf([ratedItems, knownShift, answersAsText])
  readonly #sql: Sql
  readonly #items: Remembered<ReadonlyMap<string, PoolItem>>
  readonly #shift: Remembered<CommonShift>

  constructor(sql: Sql) {
    this.#sql = sql
    this.#items = new Remembered(
      () => changesToItems(sql),
      async () => new Map((await ratedItems(sql, 'all versions')).items.map((item) => [keyOf(item), item])),
    )
    this.#shift = new Remembered(
      () => changesToShift(sql),
      () => knownShift(sql),
    )
  }

  items(): Promise<object> {
    return this.#items.current()
  }

  /** The same object until more is known. */
  shift(): Promise<CommonShift> {
    return this.#shift.current()
  }

  /** Exam answers appear when the exam ends. */
  async of(
    userId: string,
    { blueprint, before = null }: { readonly blueprint: MockBlueprint; readonly before?: string | null },
  ): Promise<EvidenceOf> {
    const [items, answers] = await Promise.all([this.#items.current(), this.#answersOf(userId, before)])
    return evidenceOf(answers, (answer) => items.get(keyOf(answer)) ?? null, blueprint)
  }

  async #answersOf(userId: string, before: string | null): Promise<ReadinessAnswer[]> {
    const [row] = await answersAsText(this.#sql, { userId, before })
    return (row?.answers ?? '').split(',').flatMap((text) => (text === '' ? [] : [answerIn(text)]))
  }
}

const keyOf = ({ questionId, questionVersion }: { readonly questionId: string; readonly questionVersion: number }): string =>
  `${questionId}${questionVersion}`

const answerIn = (text: string): ReadinessAnswer => ({
  questionId: text.slice(0, ID),
  day: text.slice(ID, DAY) as CalendarDay,
  came: kinds[text.charAt(DAY) as keyof typeof kinds],
  questionVersion: Number(text.slice(KIND)),
})
