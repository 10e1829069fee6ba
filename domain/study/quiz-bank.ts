import type { CalendarDay } from '../core/shown/calendar.ts'
import type { ItemKind } from '../questions/content/item.ts'
import {
  asItStands,
  because,
  type DeliveredQuestion,
  type Portion,
  portionsOf,
  type SelectionCause,
} from '../questions/delivered-question.ts'
import type { ModuleName } from '../questions/shown/modules.ts'
import type { Difficulty, judgmentSteps } from '../questions/shown/terms.ts'
import { anything, type History, type QuizFilter, type QuizTopic } from './quiz.ts'
import { deal, dealFrom, longestUnseenFirst, newOnes, type Piles, repeat, repeatsOf, type SeenPortion } from './selection.ts'

export interface Traits {
  readonly subTopic: string
  readonly difficulty: Difficulty
  readonly kind: ItemKind
  readonly judgmentStep: (typeof judgmentSteps)[number] | null
}

export type QuizRow = Pick<DeliveredQuestion, 'questionId' | 'questionVersion' | 'module' | 'set'> & Traits

export type OwnHistory = Readonly<Record<'isMissed' | 'isFlagged' | 'isSlow' | 'isGuessed', boolean>>

export interface OwnQuestion extends OwnHistory {
  readonly lastDeliveredOn: CalendarDay
  readonly missed: number
}

interface Counted {
  readonly questions: number
  /** Size of the smallest match; sets are drawn as a whole. */
  readonly fewest: number
}

/** A missing question was never given. */
type Own<Known> = ReadonlyMap<string, Known>

interface Asked<Known> {
  /** Falls back to the learner's own modules. */
  readonly modules: readonly ModuleName[]
  readonly filter: QuizFilter
  readonly own: Own<Known>
  /** Questions of open exams are neither shown nor counted. */
  readonly withheld: ReadonlySet<string>
}

interface PortionWithTraits {
  readonly portion: Portion
  readonly traits: readonly Traits[]
}

/** A set is in one module or is not drawn. */
export class QuizBank {
  readonly #portions: ReadonlyMap<ModuleName, readonly PortionWithTraits[]>
  readonly topics: readonly QuizTopic[]
  readonly #rows: ReadonlyMap<string, QuizRow>

  constructor(rows: readonly QuizRow[]) {
    const modules = Map.groupBy(rows, ({ module }) => module)
    const known = new Map(rows.map((row) => [row.questionId, row]))
    const withTraits = (portion: Portion): PortionWithTraits => ({
      portion,
      traits: portion.flatMap(({ questionId }) => known.get(questionId) ?? []),
    })
    this.#portions = new Map([...modules].map(([module, rows]) => [module, portionsOf(rows.map(drawnAs)).map(withTraits)]))
    this.#rows = known
    this.topics = [...this.#portions].flatMap(([module, portions]) => topicsOf(module, portions))
  }

  /** A set matches if any part does. */
  matching<Known extends OwnHistory>({ modules, filter, own, withheld }: Asked<Known>): Piles {
    const hasTraits = traitsAskedFor(filter)
    const isHistory = historyAskedFor(filter)
    const isMatch = ({ questionId }: DeliveredQuestion, traits: Traits): boolean => hasTraits(traits) && isHistory(own.get(questionId))
    const isFree = (portion: Portion) => withheld.size === 0 || !portion.some(({ questionId }) => withheld.has(questionId))
    return new Map(
      modules.map((module) => {
        const matching = (this.#portions.get(module) ?? []).filter(
          ({ portion, traits }) => portion.some((part, index) => isMatch(part, traits[index] as Traits)) && isFree(portion),
        )
        return [module, matching.map(({ portion }) => portion)]
      }),
    )
  }

  /** Counts all parts of matching sets; `fewest` is the minimum session size. */
  count<Known extends OwnHistory>(asked: Asked<Known>): Counted {
    let [questions, fewest] = [0, 0]
    for (const pile of this.matching(asked).values())
      for (const { length } of pile) {
        questions += length
        if (fewest === 0 || length < fewest) fewest = length
      }
    return { questions, fewest }
  }

  /** Null if it is not drawn. */
  topicOf(questionId: string): Pick<QuizRow, 'module' | 'subTopic'> | null {
    return this.#rows.get(questionId) ?? null
  }
}

function topicsOf(module: ModuleName, portions: readonly PortionWithTraits[]): QuizTopic[] {
  const named = Map.groupBy(
    portions.flatMap(({ traits }) => traits),
    ({ subTopic }) => subTopic,
  )
  return [...named]
    .map(([subTopic, questions]) => ({ module, subTopic, questions: questions.length }))
    .sort((one, other) => (one.subTopic < other.subTopic ? -1 : 1))
}

const drawnAs = ({ questionId, questionVersion, module, set }: QuizRow) => ({ questionId, questionVersion, module, set, ...asItStands })

/** An empty list does not filter. */
const isAmong = <Word>(words: readonly Word[]): ((word: Word) => boolean) => {
  const wanted = new Set(words)
  return wanted.size === 0 ? () => true : (word) => wanted.has(word)
}

function traitsAskedFor({ subTopics, difficulties, kinds, judgmentSteps }: QuizFilter): (traits: Traits) => boolean {
  const [isTopic, isDifficulty, isKind] = [isAmong(subTopics), isAmong(difficulties), isAmong(kinds)]
  const isStep = isAmong<Traits['judgmentStep']>(judgmentSteps)
  return (traits) => isTopic(traits.subTopic) && isDifficulty(traits.difficulty) && isKind(traits.kind) && isStep(traits.judgmentStep)
}

const has: Readonly<Record<History, (own: OwnHistory | undefined) => boolean>> = {
  new: (own) => own === undefined,
  missed: (own) => own?.isMissed ?? false,
  flagged: (own) => own?.isFlagged ?? false,
  slow: (own) => own?.isSlow ?? false,
  guessed: (own) => own?.isGuessed ?? false,
}

const historyAskedFor =
  ({ histories }: QuizFilter) =>
  (own: OwnHistory | undefined): boolean =>
    histories.length === 0 || histories.some((history) => has[history](own))

const toldFirst = ['missed', 'flagged', 'guessed', 'slow', 'new'] as const satisfies readonly (History & SelectionCause)[]

interface AskedQuiz extends Pick<Asked<OwnQuestion>, 'filter' | 'own'> {
  readonly order: readonly ModuleName[]
  readonly seed: string
  readonly count: number
}

/** New questions first, then the longest unseen, dealt in turn from the modules. */
export function chooseForQuiz(matching: Piles, { filter, own, order, seed, count }: AskedQuiz): DeliveredQuestion[] {
  const causeOf = (portion: Portion): SelectionCause =>
    toldFirst.find(
      (history) => filter.histories.includes(history) && portion.some(({ questionId }) => has[history](own.get(questionId))),
    ) ?? 'quiz'
  const isNew = (portion: Portion) => !portion.some(({ questionId }) => own.has(questionId))
  const fresh = newOnes(new Map([...matching].map(([module, pile]) => [module, pile.filter(isNew)])), seed, (portion) =>
    because(causeOf(portion)),
  )
  const dealt = deal(order, fresh, count)
  if (dealt.length === count) return dealt
  const seen = [...matching].flatMap(([module, pile]) => pile.flatMap((portion) => seenPortion(module, portion, own) ?? []))
  const repeats = repeatsOf(seen, seed, ({ portion, missed }) => ({ ...because(causeOf(portion)), missed }))
  return deal(order, fresh, count, repeats)
}

interface Around extends Pick<Asked<OwnQuestion>, 'own' | 'withheld'> {
  readonly questionId: string
  readonly bank: QuizBank
  readonly seed: string
  readonly count: number
}

/** Only a few, so that they do not fill the day. */
const FOLLOWING = 2

/** The question (with its set), then others of its topic. Empty if it is not drawn, never given, or does not fit. */
export function chooseAround({ questionId, bank, own, withheld, seed, count }: Around): DeliveredQuestion[] {
  const topic = bank.topicOf(questionId)
  if (!topic) return []
  const { module, subTopic } = topic
  const filter = { ...anything, subTopics: [subTopic] }
  const matching = bank.matching({ modules: [module], filter, own, withheld }).get(module) ?? []
  const isIts = (portion: Portion) => portion.some((part) => part.questionId === questionId)
  const its = matching.find(isIts)
  const seen = its && own.has(questionId) && its.length <= count ? seenPortion(module, its, own) : null
  if (!its || !seen) return []
  const { missed } = seen
  const first = repeat(seen, { ...because(missed > 0 ? 'missed' : 'quiz'), missed }, seed)
  const others = new Map([[module, matching.filter((portion) => portion !== its)]])
  const more = chooseForQuiz(others, { filter, own, order: [module], seed, count: Math.min(FOLLOWING, count - its.length) })
  return [...first, ...more.map((question) => ({ ...question, why: question.why && { ...question.why, cause: 'same_topic' as const } }))]
}

/** A set counts as seen on its parts' latest day and as missed as its most missed part. */
function seenPortion(module: ModuleName, portion: Portion, own: Own<OwnQuestion>): SeenPortion | null {
  const given = portion.flatMap(({ questionId }) => own.get(questionId) ?? [])
  const lastDeliveredOn = given.reduce((latest, one) => (one.lastDeliveredOn > latest ? one.lastDeliveredOn : latest), '')
  return given.length === 0 ? null : { module, portion, lastDeliveredOn, missed: Math.max(...given.map(({ missed }) => missed)) }
}

/** Most urgent first. */
const reviewCauses = ['changed', 'due', 'missed', 'flagged'] as const

export interface ToReview {
  readonly questionId: string
  readonly module: ModuleName
  readonly lastDeliveredOn: CalendarDay
  readonly missed: number
  readonly cause: (typeof reviewCauses)[number]
  /** Predicted recall, if its card is due. */
  readonly recall: number | null
}

interface AskedReview {
  readonly portionOf: ReadonlyMap<string, Portion>
  readonly withheld: ReadonlySet<string>
  readonly seed: string
  readonly count: number
  /** Room for a most urgent set that is larger than `count`. */
  readonly most: number
}

interface Reviewed extends SeenPortion, Pick<ToReview, 'cause' | 'recall'> {}

/**
 * Changed, then due (lowest recall first), then missed, then flagged (longest unseen first). Any part brings the whole
 * set; the most urgent one comes even if it exceeds `count`.
 */
export function chooseForReview(rows: readonly ToReview[], { portionOf, withheld, seed, count, most }: AskedReview): DeliveredQuestion[] {
  const reviewed = new Map<Portion, Reviewed>()
  for (const row of rows) {
    const portion = portionOf.get(row.questionId)
    if (!portion || portion.some(({ questionId }) => withheld.has(questionId))) continue
    const known = reviewed.get(portion)
    reviewed.set(portion, known ? together(known, row) : { ...row, portion })
  }
  const inOrder = longestUnseenFirst([...reviewed.values()], seed)
  const piles = reviewCauses.map((cause) =>
    inOrder
      .filter((one) => one.cause === cause)
      .sort((one, other) => (one.recall ?? 1) - (other.recall ?? 1))
      .map((one) => repeat(one, { ...because(cause), recall: one.recall, missed: one.missed }, seed)),
  )
  const [first = [], ...rest] = piles.flat().filter(({ length }) => length <= most)
  return [...first, ...dealFrom([[rest]], Math.max(count - first.length, 0))]
}

const together = (one: Reviewed, other: ToReview): Reviewed => ({
  ...one,
  lastDeliveredOn: one.lastDeliveredOn > other.lastDeliveredOn ? one.lastDeliveredOn : other.lastDeliveredOn,
  missed: Math.max(one.missed, other.missed),
  cause: reviewCauses.find((cause) => cause === one.cause || cause === other.cause) ?? one.cause,
  recall: one.recall === null || other.recall === null ? (one.recall ?? other.recall) : Math.min(one.recall, other.recall),
})
