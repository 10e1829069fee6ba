import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { itemKinds } from '../questions/content/item.ts'
import { type DeliveredQuestion, portionsOf } from '../questions/delivered-question.ts'
import { type ModuleName, moduleNames } from '../questions/shown/modules.ts'
import { difficulties, judgmentSteps } from '../questions/shown/terms.ts'
import { histories, QuizFilter } from './quiz.ts'
import { chooseAround, chooseForQuiz, type OwnQuestion, QuizBank, type QuizRow } from './quiz-bank.ts'

const anything: QuizFilter = { modules: [], subTopics: [], difficulties: [], kinds: [], judgmentSteps: [], histories: [] }
const topics = ['Bleeding', 'Burns', 'Shock']
const fewModules = moduleNames.slice(0, 3)

const row = (questionId: string, traits: Partial<QuizRow> = {}): QuizRow => ({
  questionId,
  questionVersion: 1,
  module: 'Trauma',
  set: null,
  subTopic: 'Bleeding',
  difficulty: 'easy',
  kind: 'multiple_choice',
  judgmentStep: null,
  ...traits,
})
const given = (own: Partial<OwnQuestion> = {}): OwnQuestion => ({
  lastDeliveredOn: '2026-01-01',
  missed: 0,
  isMissed: false,
  isFlagged: false,
  isSlow: false,
  isGuessed: false,
  ...own,
})

const anyTraits = fc.record({
  subTopic: fc.constantFrom(...topics),
  difficulty: fc.constantFrom(...difficulties),
  kind: fc.constantFrom(...itemKinds.slice(0, 3)),
  judgmentStep: fc.constantFrom(null, ...judgmentSteps.slice(0, 2)),
})
/** Single questions and sets of three, some of which lack a part. */
const anyBank = fc
  .array(
    fc.record({
      module: fc.constantFrom(...fewModules),
      size: fc.constantFrom(1, 1, 1, 3),
      parts: fc.array(anyTraits, { minLength: 3, maxLength: 3 }),
      isWhole: fc.boolean(),
    }),
    {
      maxLength: 40,
    },
  )
  .map((portions) =>
    portions.flatMap(({ module, size, parts, isWhole }, index) =>
      parts
        .slice(0, size === 1 ? 1 : isWhole ? 3 : 2)
        .map((traits, part) =>
          row(`q${index}/${part + 1}`, { ...traits, module, set: size === 1 ? null : { id: `s${index}`, part: part + 1, of: 3 } }),
        ),
    ),
  )
const some = <Word>(words: readonly Word[]) =>
  fc.oneof(fc.constant<Word[]>([]), fc.uniqueArray(fc.constantFrom(...words), { maxLength: 3 }))
const anyFilter: fc.Arbitrary<QuizFilter> = fc.record({
  modules: fc.constant<ModuleName[]>([]),
  subTopics: some(topics),
  difficulties: some(difficulties),
  kinds: some(itemKinds.slice(0, 3)),
  judgmentSteps: some(judgmentSteps.slice(0, 2)),
  histories: some(histories),
})
const anyOwn = fc.record({
  lastDeliveredOn: fc.constantFrom('2026-01-01', '2026-01-02'),
  missed: fc.nat(3),
  isMissed: fc.boolean(),
  isFlagged: fc.boolean(),
  isSlow: fc.boolean(),
  isGuessed: fc.boolean(),
})
const anyCase = fc.record({
  rows: anyBank,
  filter: anyFilter,
  modules: fc.uniqueArray(fc.constantFrom(...fewModules), { minLength: 1 }),
  seed: fc.string(),
  owns: fc.array(fc.option(anyOwn), { minLength: 120, maxLength: 120 }),
  withheld: fc.array(fc.nat(9), { maxLength: 1 }),
})
type Case = typeof anyCase extends fc.Arbitrary<infer Value> ? Value : never

function chosenIn({ rows, filter, modules, seed, owns, withheld: withheldRows }: Case, count: number) {
  const own = new Map(rows.flatMap(({ questionId }, index) => (owns[index] ? [[questionId, owns[index]] as const] : [])))
  const withheld = new Set(withheldRows.flatMap((index) => rows[index]?.questionId ?? []))
  const bank = new QuizBank(rows)
  const asked = { modules, filter, own, withheld }
  const chosen = chooseForQuiz(bank.matching(asked), { filter, own, order: modules, seed, count })
  return { own, withheld, chosen, counted: bank.count(asked) }
}

/** Recomputed, one question at a time. */
function isAskedFor({ filter, modules }: Case, row: QuizRow, own: OwnQuestion | undefined): boolean {
  const of = <Word>(words: readonly Word[], word: Word) => words.length === 0 || words.includes(word)
  const has = [
    own === undefined && 'new',
    own?.isMissed && 'missed',
    own?.isFlagged && 'flagged',
    own?.isSlow && 'slow',
    own?.isGuessed && 'guessed',
  ]
  return (
    modules.includes(row.module) &&
    of(filter.subTopics, row.subTopic) &&
    of(filter.difficulties, row.difficulty) &&
    of(filter.kinds, row.kind) &&
    (filter.judgmentSteps.length === 0 || filter.judgmentSteps.some((step) => step === row.judgmentStep)) &&
    (filter.histories.length === 0 || filter.histories.some((history) => has.includes(history)))
  )
}

const everything = Number.MAX_SAFE_INTEGER
const ids = (questions: readonly DeliveredQuestion[]) => questions.map(({ questionId }) => questionId)

describe('a quiz', () => {
  test('has exactly the matching questions, each once, in whole sets from the first part; and the count agrees', () => {
    fc.assert(
      fc.property(anyCase, (some) => {
        const { own, withheld, chosen, counted } = chosenIn(some, everything)
        const portions = [...Map.groupBy(some.rows, ({ questionId }) => questionId.split('/')[0]).values()].filter(
          (parts) => parts[0]?.set === null || parts.length === 3,
        )
        const matching = portions.filter(
          (parts) =>
            parts.some((part) => isAskedFor(some, part, own.get(part.questionId))) &&
            !parts.some(({ questionId }) => withheld.has(questionId)),
        )
        expect(ids(chosen).toSorted()).toEqual(matching.flatMap((parts) => parts.map(({ questionId }) => questionId)).toSorted())
        expect(counted).toEqual({ questions: chosen.length, fewest: Math.min(...matching.map(({ length }) => length), chosen.length) })
        expect(portionsOf(chosen).flat()).toEqual(chosen)
      }),
    )
  })

  test('of fewer questions is the start of a longer one, and never exceeds the requested number', () => {
    fc.assert(
      fc.property(anyCase, fc.integer({ min: 0, max: 50 }), (some, count) => {
        const { chosen } = chosenIn(some, count)
        const { chosen: all } = chosenIn(some, everything)
        expect(chosen.length).toBeLessThanOrEqual(count)
        expect(portionsOf(chosen).flat()).toEqual(chosen)
        expect(ids(all)).toEqual(expect.arrayContaining(ids(chosen)))
        expect(chosenIn(some, count).chosen).toEqual(chosen)
      }),
    )
  })

  test('has new questions in their authored order first, then repeats in another, each with its true cause', () => {
    fc.assert(
      fc.property(anyCase, (some) => {
        const { own, chosen } = chosenIn(some, everything)
        const isNew = ({ questionId, set }: DeliveredQuestion) =>
          !(set ? some.rows.filter((row) => row.set?.id === set.id) : [{ questionId }]).some((part) => own.has(part.questionId))
        const fresh = chosen.filter(isNew)
        expect(chosen.slice(0, fresh.length)).toEqual(fresh)
        for (const question of chosen) {
          expect(question.shuffle === null).toBe(isNew(question))
          expect(question.why === null).toBe(question.set !== null && question.set.part > 1)
          if (question.why) expect(question.why.lastSeen === null).toBe(isNew(question))
          if (question.why && question.why.cause !== 'quiz') expect(some.filter.histories).toContain(question.why.cause)
          if (question.why?.cause === 'quiz') expect(some.filter.histories).toEqual([])
        }
      }),
    )
  })

  test('takes its modules in turn, longest unseen first', () => {
    const modules: ModuleName[] = ['Pediatrics', 'Trauma']
    const bank = new QuizBank([row('t1'), row('t2'), row('t3'), row('p1', { module: 'Pediatrics' }), row('p2', { module: 'Pediatrics' })])
    const own = new Map([
      ['t1', given({ lastDeliveredOn: '2026-01-03' })],
      ['t2', given({ lastDeliveredOn: '2026-01-02', missed: 2 })],
      ['t3', given({ lastDeliveredOn: '2026-01-04' })],
      ['p1', given()],
    ])
    const matching = bank.matching({ modules, filter: anything, own, withheld: new Set() })
    const chosen = chooseForQuiz(matching, { filter: anything, own, order: modules, seed: 'seed', count: 4 })
    expect(ids(chosen)).toEqual(['p2', 'p1', 't2', 't1'])
    expect(chosen[2]?.why).toEqual({ cause: 'quiz', lastSeen: '2026-01-02', recall: null, missed: 2 })
  })
})

describe('a slower look at a question', () => {
  const set = (part: number) => row(`s/${part}`, { subTopic: 'Airways', set: { id: 's', part, of: 3 } })
  const bank = new QuizBank([
    ...['1', '2', '3', '4'].map((id) => row(id)),
    row('5', { subTopic: 'Airways' }),
    row('6', { module: 'Pediatrics' }),
    set(1),
    set(2),
    set(3),
  ])
  const own = new Map(['1', '5', 's/2'].map((id) => [id, given({ missed: 9, isMissed: true })]))
  const around = (questionId: string, more: { count?: number; withheld?: ReadonlySet<string> } = {}) =>
    chooseAround({ questionId, bank, own, withheld: new Set(), seed: 'seed', count: 5, ...more })

  test('begins with it and continues with two others of its topic', () => {
    const [first, ...others] = around('1')
    expect(first).toMatchObject({ questionId: '1', why: { cause: 'missed', missed: 9, lastSeen: expect.any(String) } })
    expect(others.map(({ why }) => why?.cause)).toEqual(['same_topic', 'same_topic'])
    expect(['2', '3', '4']).toEqual(expect.arrayContaining(ids(others)))
    expect(ids(around('1', { count: 1 }))).toEqual(['1'])
  })

  test('includes its whole set', () => {
    expect(ids(around('s/2'))).toEqual(['s/1', 's/2', 's/3', '5'])
    expect(around('s/2', { count: 2 })).toEqual([])
  })

  test('is refused for questions that were not delivered, are in an open exam, or are not drawn', () => {
    for (const id of ['2', 'no such question']) expect(around(id)).toEqual([])
    expect(around('1', { withheld: new Set(['1']) })).toEqual([])
  })
})

test('topics are listed by module, with their number of questions', () => {
  const lonely = row('s/1', { subTopic: 'Alone', set: { id: 's', part: 1, of: 3 } })
  const rows = [row('1'), row('2', { subTopic: 'Airways' }), row('3'), row('4', { module: 'Pediatrics' }), lonely]
  expect(new QuizBank(rows).topics).toEqual([
    { module: 'Trauma', subTopic: 'Airways', questions: 1 },
    { module: 'Trauma', subTopic: 'Bleeding', questions: 2 },
    { module: 'Pediatrics', subTopic: 'Bleeding', questions: 1 },
  ])
})

test('a quiz filter is validated at the edge', () => {
  expect(QuizFilter.safeParse(anything).success).toBe(true)
  expect(QuizFilter.safeParse({ ...anything, histories: ['known'] }).success).toBe(false)
})
