import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import { MAX_SCENARIO_PARTS, MIN_SCENARIO_PARTS } from '@medicready/domain/questions/content/content'
import { asItStands, type DeliveredQuestion, type Portion, portionsOf } from '@medicready/domain/questions/delivered-question'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { dueOn, recallOn } from '@medicready/domain/study/cards/card'
import { modelWith } from '@medicready/domain/study/cards/memory'
import type { QuizFilter } from '@medicready/domain/study/quiz'
import { chooseAround, chooseForQuiz, chooseForReview, type OwnQuestion, QuizBank, type ToReview } from '@medicready/domain/study/quiz-bank'
import {
  type Catalog,
  deal,
  findNew,
  newWithCauses,
  type Piles,
  repeatsOf,
  type SeenPortion,
  weakestFirst,
} from '@medicready/domain/study/selection'
import type { StudyMode } from '@medicready/domain/study/shown/modes'
import type { Sql } from '@medicready/platform/postgres/connection'
import { Remembered } from '@medicready/platform/remembered'
import { fittedParameters } from '@medicready/projector/read-models/study/card-queries'
import { catalogChanges, drawableQuestions, quizQuestions } from '@medicready/projector/read-models/study/catalog-queries'
import {
  cardsToReview,
  givenAmong,
  longestUnseen,
  missedOrFlagged,
  moduleRecordsOf,
  ownQuestions,
  questionsInOpenExams,
} from '@medicready/projector/read-models/study/question-choice-queries'

export interface Drawable {
  readonly catalog: Catalog
  readonly portionOf: ReadonlyMap<string, Portion>
}

/** Cached until the projection counts another change. */
export class QuestionCatalog {
  readonly #drawable: Remembered<Drawable>
  readonly #quizBank: Remembered<QuizBank>

  constructor(sql: Sql) {
    const changes = async () => (await catalogChanges(sql))[0]?.changes ?? 0
    this.#drawable = new Remembered(changes, () => readDrawable(sql))
    this.#quizBank = new Remembered(changes, async () => new QuizBank(await quizQuestions(sql)))
  }

  current(): Promise<Drawable> {
    return this.#drawable.current()
  }

  quizBank(): Promise<QuizBank> {
    return this.#quizBank.current()
  }
}

/** A set is whole only while all of its parts are active, in one module. */
async function readDrawable(sql: Sql): Promise<Drawable> {
  const questions = (await drawableQuestions(sql)).map((row) => ({ ...row, ...asItStands }))
  const modules = Map.groupBy(questions, ({ module }) => module)
  const catalog = new Map([...modules].map(([module, questions]) => [module, portionsOf(questions)]))
  const portionOf = new Map(
    [...catalog.values()].flat().flatMap((portion) => portion.map(({ questionId }) => [questionId, portion] as const)),
  )
  return { catalog, portionOf }
}

interface AskedFor {
  readonly userId: string
  readonly modules: readonly ModuleName[]
  readonly seed: string
  /** A set counts as many as it has parts. */
  readonly count: number
  /** The read models may not show these yet. */
  readonly alreadyDelivered: ReadonlySet<string>
}

export interface SessionAsked extends AskedFor {
  readonly mode: Exclude<StudyMode, 'daily'>
  readonly today: CalendarDay
  readonly quiz: QuizFilter | null
  readonly about: string | null
  readonly left: number
  /** The maximum, if the most urgent set of a review is larger than `count`. */
  readonly most: number
}

/** A read model that lags makes a choice slightly worse, never wrong: the study day decides. */
export class QuestionChoice {
  readonly #sql: Sql
  readonly #catalog: QuestionCatalog

  constructor(sql: Sql) {
    this.#sql = sql
    this.#catalog = new QuestionCatalog(sql)
  }

  /** New questions first, then the longest unseen; nothing the day gave already. */
  async best(asked: AskedFor): Promise<DeliveredQuestion[]> {
    const { userId, modules, seed, count, alreadyDelivered } = asked
    const drawing = this.#catalog.current()
    const [{ portionOf }, found, records] = await Promise.all([
      drawing,
      drawing.then(({ catalog }) => this.#findNew(catalog, asked)),
      moduleRecordsOf(this.#sql, userId),
    ])
    const order = weakestFirst(modules, records, seed)
    const fresh = newWithCauses(found, records)
    const dealt = deal(order, fresh, count)
    if (dealt.length === count) return dealt
    const withheld = await this.#withheldFrom(userId)
    const seen = await this.#longestUnseen(asked, portionOf, new Set([...withheld, ...alreadyDelivered]))
    return deal(order, fresh, count, repeatsOf(seen, seed))
  }

  /**
   * Sets as a whole, within count and limit. Repeats of today come only without alternatives. If nothing fits the
   * limit, it is ignored, so that the day can say why it refuses.
   */
  async forSession(asked: SessionAsked): Promise<DeliveredQuestion[]> {
    const { mode, quiz, about, count, left } = asked
    if (about !== null) return this.#around(asked, about)
    const choose = (asked: SessionAsked) =>
      quiz ? this.#forQuiz(asked, quiz) : mode === 'review' ? this.#forReview(asked) : this.best(asked)
    const allowed = { ...asked, count: Math.min(count, left), most: Math.min(asked.most, left) }
    for (const wish of [allowed, asked, { ...asked, alreadyDelivered: new Set<string>() }]) {
      const chosen = await choose(wish)
      if (chosen.length > 0) return chosen
    }
    return []
  }

  /** Includes today's questions: a slower look may follow at once. */
  async #around({ userId, seed, count }: SessionAsked, questionId: string): Promise<DeliveredQuestion[]> {
    const [bank, own, withheld] = await Promise.all([this.#catalog.quizBank(), this.#ownQuestions(userId), this.#withheldFrom(userId)])
    return chooseAround({ questionId, bank, own, withheld, seed, count })
  }

  async #forQuiz({ userId, modules, seed, count, alreadyDelivered }: SessionAsked, filter: QuizFilter): Promise<DeliveredQuestion[]> {
    const [bank, records, own, withheld] = await Promise.all([
      this.#catalog.quizBank(),
      moduleRecordsOf(this.#sql, userId),
      this.#ownQuestions(userId),
      this.#withheldFrom(userId),
    ])
    const matching = bank.matching({ modules, filter, own, withheld: new Set([...withheld, ...alreadyDelivered]) })
    return chooseForQuiz(matching, { filter, own, order: weakestFirst(modules, records, seed), seed, count })
  }

  async #forReview(asked: SessionAsked): Promise<DeliveredQuestion[]> {
    const [{ portionOf }, due, others, withheld] = await Promise.all([
      this.#catalog.current(),
      this.#due(asked),
      missedOrFlagged(this.#sql, asked.userId),
      this.#withheldFrom(asked.userId),
    ])
    const but = new Set([...withheld, ...asked.alreadyDelivered])
    return chooseForReview([...due, ...others], { ...asked, portionOf, withheld: but })
  }

  /** Questions in open exams are not shown elsewhere, because that would reveal the answer. */
  async #withheldFrom(userId: string): Promise<Set<string>> {
    return new Set((await questionsInOpenExams(this.#sql, userId)).map(({ questionId }) => questionId))
  }

  async #ownQuestions(userId: string): Promise<Map<string, OwnQuestion>> {
    return new Map((await ownQuestions(this.#sql, userId)).map((row) => [row.questionId, row]))
  }

  async #due({ userId, today }: SessionAsked): Promise<ToReview[]> {
    const [rows, [fitted]] = await Promise.all([cardsToReview(this.#sql, { userId, today }), fittedParameters(this.#sql, userId)])
    const model = modelWith(fitted?.parameters ?? null)
    return rows
      .filter(
        ({ examDate, isChanged, ...card }) => isChanged || dueOn(card, examDate !== null && examDate >= today ? examDate : null) <= today,
      )
      .map((row) => ({ ...row, cause: row.isChanged ? 'changed' : 'due', recall: recallOn(row, today, model) }))
  }

  async #findNew(catalog: Catalog, asked: AskedFor): Promise<Piles> {
    const finding = findNew(catalog, asked)
    let step = finding.next()
    while (!step.done) step = finding.next(await this.#seenAmong(step.value, asked))
    return step.value
  }

  async #seenAmong(questionIds: readonly string[], { userId, alreadyDelivered }: AskedFor): Promise<Set<string>> {
    const rows = await givenAmong(this.#sql, { userId, questionIds })
    return new Set([...rows.map(({ questionId }) => questionId), ...alreadyDelivered])
  }

  /** As many as asked for, for each module and size; all of the last day, so that the seed decides between them. */
  async #longestUnseen({ userId, modules, count }: AskedFor, portionOf: Drawable['portionOf'], but: ReadonlySet<string>) {
    const except = [...but].flatMap((id) => portionOf.get(id)?.map(({ questionId }) => questionId) ?? [id])
    const rows = await longestUnseen(this.#sql, { userId, modules, sizes: portionSizes(count), count, except })
    const seen = new Map<Portion, SeenPortion>()
    for (const { questionId, module, lastDeliveredOn, missed } of rows) {
      const portion = portionOf.get(questionId)
      const known = portion && seen.get(portion)
      // A set was seen when any of its parts was.
      if (portion && (!known || known.lastDeliveredOn < lastDeliveredOn)) seen.set(portion, { module, portion, lastDeliveredOn, missed })
    }
    return [...seen.values()]
  }
}

const portionSizes = (most: number): number[] =>
  [1, ...Array.from({ length: MAX_SCENARIO_PARTS - MIN_SCENARIO_PARTS + 1 }, (_, n) => MIN_SCENARIO_PARTS + n)].filter(
    (size) => size <= most,
  )
