import type { BankQuestion } from './content/content.ts'
import { correctAnswerOf, distractorsOf, optionTexts } from './content/item.ts'
import { neededAges, subTopics } from './coverage.ts'
import { tellingWords } from './guessing.ts'
import {
  type BankFinding,
  error,
  errorIf,
  type Finding,
  type FindingCode,
  hasLengthCue,
  lintQuestion,
  normalized,
  titleWords,
  warning,
} from './lint.ts'
import { moduleNames, modules } from './shown/modules.ts'
import { difficulties } from './shown/terms.ts'
import { comparable, comparableCase, nearDuplicates, SAME_CASE_SIMILARITY, similarityIndex } from './similarity.ts'
import { isSameSum, sumOf } from './sums.ts'

export const MIN_QUESTIONS_PER_MODULE = 60
const MAX_LONGEST_SHARE = 0.35
/** Below this, ruling out the longest option would help. */
const MIN_LONGEST_SHARE = 0.05
const MAX_SHORTEST_SHARE = 0.4
const MAX_LENGTH_CUE_SHARE = 0.1
const DIFFICULTY_SHARES = { easy: 0.3, moderate: 0.45, hard: 0.25 } as const
const DIFFICULTY_PLAY = 0.07
const MIN_SHARE_ABOVE_REMEMBERING = 0.6
const MIN_QUESTIONS_PER_SUB_TOPIC = 2
/** Chi-square with three degrees of freedom at 0.1%. */
const CHI_SQUARE_BOUND = 16.27

export function lintBank(bank: readonly BankQuestion[]): BankFinding[] {
  return [
    ...bank.flatMap((question) => about(question.id, lintQuestion(question))),
    ...repeated(bank),
    ...alike(bank),
    ...sameSums(bank),
    ...sharedCases(bank),
    ...brokenSets(bank),
    ...toldBefore(bank),
    ...groups(bank.filter(({ item }) => item.kind === 'multiple_choice')).flatMap(([name, questions]) => about(name, cuesOf(questions))),
    ...composition(bank),
    ...guidelines(bank),
  ]
}

const about = (subject: string, findings: readonly Finding[]): BankFinding[] => findings.map((finding) => ({ ...finding, subject }))

const groups = (bank: readonly BankQuestion[]) =>
  [['bank', bank], ...moduleNames.map((name) => [name, bank.filter(({ module }) => module === name)] as const)] as const

const percent = (share: number): string => `${Math.round(share * 100)} %`

function repeated(bank: readonly BankQuestion[]): BankFinding[] {
  const ids = new Set<string>()
  const stems = new Map<string, string>()
  return bank.flatMap(({ id, module, stem }) => {
    const earlier = stems.get(normalized(stem))
    const findings = [
      ...errorIf(ids.has(id), 'id_repeated', id),
      ...errorIf(earlier !== undefined, 'stem_repeated', `as in ${earlier}`),
      ...errorIf(modules.find(({ name }) => name === module)?.slug !== id.split('-')[0], 'id_of_another_module', module),
    ]
    ids.add(id)
    stems.set(normalized(stem), id)
    return about(id, findings)
  })
}

function alike(bank: readonly BankQuestion[]): BankFinding[] {
  const index = similarityIndex(bank.map(comparable))
  const byAnswer = Map.groupBy(bank, ({ item }) => normalized(correctAnswerOf(item)))
  const places = new Map(bank.map(({ id }, place) => [id, place]))
  return bank.flatMap((question, place) =>
    about(question.id, [
      ...nearDuplicates(comparable(question), index)
        .filter((duplicate) => duplicate.index > place && !isOfOneSet(question, bank[duplicate.index]))
        .map((duplicate) => error('near_duplicate', `of ${bank[duplicate.index]?.id} (${percent(duplicate.similarity)})`)),
      ...(byAnswer.get(normalized(correctAnswerOf(question.item))) ?? [])
        .filter((other) => (places.get(other.id) ?? 0) > place && sharedDistractors(question, other) >= 2)
        // Only a warning: the same treatments may fit another case.
        .map((other) => warning('same_options', `as ${other.id}`)),
    ]),
  )
}

function sameSums(bank: readonly BankQuestion[]): BankFinding[] {
  const sums = bank.flatMap((question) => {
    const sum = sumOf(question)
    return sum === null ? [] : [{ question, sum }]
  })
  return sums.flatMap(({ question, sum }, place) =>
    sums
      .slice(place + 1)
      .filter((other) => isSameSum(sum, other.sum) && !isOfOneSet(question, other.question))
      .flatMap((other) => about(question.id, [error('near_duplicate', `of ${other.question.id}, by its sum`)])),
  )
}

/** From this similarity on, one case reminds a candidate of the other. */
const CASE_REMINDS = 0.1

function sharedCases(bank: readonly BankQuestion[]): BankFinding[] {
  const index = similarityIndex(bank.map(comparableCase))
  return bank.flatMap((question, place) =>
    nearDuplicates(comparableCase(question), index, CASE_REMINDS).flatMap(({ index: at, similarity }) => {
      const other = bank[at]
      if (other === undefined || at === place || isOfOneSet(question, other)) return []
      const isRepeated = at > place && similarity >= SAME_CASE_SIMILARITY
      return about(question.id, [
        ...errorIf(isRepeated, 'case_repeated', `as in ${other.id} (${percent(similarity)})`),
        ...errorIf(givesAway(question, other), 'key_given_away', `that of ${other.id}`),
      ])
    }),
  )
}

/** Whether the stem contains all words of the other's key that the other's stem does not. */
function givesAway({ stem }: Pick<BankQuestion, 'stem'>, other: Pick<BankQuestion, 'stem' | 'item'>): boolean {
  if (other.item.kind !== 'multiple_choice') return false
  const own = tellingWords(other.stem)
  const key = [...tellingWords(correctAnswerOf(other.item))].filter((word) => !own.has(word))
  const said = tellingWords(stem)
  return key.length >= 2 && key.every((word) => said.has(word))
}

const isOfOneSet = (one: BankQuestion, other: BankQuestion | undefined): boolean =>
  one.scenario !== null && one.scenario !== undefined && one.scenario.set === other?.scenario?.set

export function brokenSets(bank: readonly Pick<BankQuestion, 'id' | 'module' | 'scenario'>[]): BankFinding[] {
  const parts = bank.flatMap(({ id, module, scenario }) => (scenario ? [{ id, module, ...scenario }] : []))
  return [...Map.groupBy(parts, ({ set }) => set)].flatMap(([set, ofSet]) => {
    const [first] = ofSet
    const isWhole = ofSet.length === first?.of && ofSet.every(({ part, of }, index) => part === index + 1 && of === first.of)
    const isOne = ofSet.every(({ module, patient }) => module === first?.module && patient === first.patient)
    const told = ofSet.map(({ id, part, of }) => `${id} (${part} of ${of})`).join(', ')
    return about(set, [
      ...errorIf(!isWhole, 'set_broken', `its parts are ${told}`),
      ...errorIf(!isOne, 'set_broken', 'its parts tell of different patients'),
    ])
  })
}

/** A later part may reveal earlier answers, but not the reverse. */
export function toldBefore(bank: readonly Pick<BankQuestion, 'id' | 'stem' | 'item' | 'scenario'>[]): BankFinding[] {
  const sets = Map.groupBy(bank, ({ scenario }) => scenario?.set)
  return bank.flatMap((question) => {
    const { scenario, id } = question
    if (!scenario) return []
    const before = (sets.get(scenario.set) ?? []).filter((other) => (other.scenario?.part ?? 0) < scenario.part)
    const told = { stem: [scenario.patient, ...before.map(({ stem }) => stem)].join(' ') }
    return about(scenario.set, errorIf(givesAway(told, question), 'key_given_away', `of ${id}, by what is told before it`))
  })
}

function sharedDistractors(one: BankQuestion, other: BankQuestion): number {
  const texts = new Set(distractorsOf(one.item).map(({ text }) => normalized(text)))
  return distractorsOf(other.item).filter(({ text }) => texts.has(normalized(text))).length
}

function answerPlaces(questions: readonly BankQuestion[]): { longest: number; shortest: number; sorted: number[] } {
  const sorted = [0, 0, 0, 0]
  let [longest, shortest] = [0, 0]
  for (const question of questions) {
    const answer = correctAnswerOf(question.item)
    const lengths = distractorsOf(question.item).map(({ text }) => text.length)
    if (answer.length > Math.max(...lengths)) longest += 1
    if (answer.length < Math.min(...lengths)) shortest += 1
    const place = optionTexts(question.item).indexOf(answer)
    sorted[place] = (sorted[place] ?? 0) + 1
  }
  return { longest, shortest, sorted }
}

function cuesOf(questions: readonly BankQuestion[]): Finding[] {
  if (questions.length === 0) return []
  const { longest, shortest, sorted } = answerPlaces(questions)
  const expected = questions.length / sorted.length
  const chiSquare = sorted.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  const share = (count: number) => `${percent(count / questions.length)} of ${questions.length}`
  const cues = questions.filter(hasLengthCue).length
  return [
    ...errorIf(longest > MAX_LONGEST_SHARE * questions.length, 'answer_longest', share(longest)),
    ...(longest < MIN_LONGEST_SHARE * questions.length ? [warning('answer_seldom_longest', share(longest))] : []),
    ...errorIf(shortest > MAX_SHORTEST_SHARE * questions.length, 'answer_shortest', share(shortest)),
    ...errorIf(chiSquare > CHI_SQUARE_BOUND, 'answer_place', `${sorted.join(', ')}: chi-square ${chiSquare.toFixed(1)}`),
    ...errorIf(cues > MAX_LENGTH_CUE_SHARE * questions.length, 'length_cues', share(cues)),
  ]
}

function composition(bank: readonly BankQuestion[]): BankFinding[] {
  const remembering = bank.filter(({ bloomsLevel }) => bloomsLevel === 'remember').length
  const aboveRemembering = 1 - remembering / Math.max(1, bank.length)
  return [
    ...difficulties.flatMap((level) => {
      const share = bank.filter(({ difficulty }) => difficulty === level).length / Math.max(1, bank.length)
      const isOff = Math.abs(share - DIFFICULTY_SHARES[level]) > DIFFICULTY_PLAY
      return about('bank', errorIf(isOff, 'difficulty_share', `${level}: ${percent(share)}`))
    }),
    ...about(
      'bank',
      errorIf(aboveRemembering < MIN_SHARE_ABOVE_REMEMBERING, 'blooms_share', `${percent(aboveRemembering)} above remembering`),
    ),
    ...moduleNames.flatMap((name) => {
      const questions = bank.filter(({ module }) => module === name)
      const few = (code: FindingCode, count: number, atLeast: number, what: string) =>
        errorIf(count < atLeast, code, `${what}: ${count} of at least ${atLeast}`)
      return about(name, [
        ...few('too_few', questions.length, MIN_QUESTIONS_PER_MODULE, 'questions'),
        ...subTopics[name].flatMap((subTopic) =>
          few('sub_topic_thin', questions.filter(({ tags }) => tags.subTopic === subTopic).length, MIN_QUESTIONS_PER_SUB_TOPIC, subTopic),
        ),
        ...neededAges[name].flatMap(({ ages, atLeast }) =>
          few('age_group_thin', questions.filter(({ tags }) => ages.includes(tags.ageGroup)).length, atLeast, ages.join(', ')),
        ),
      ])
    }),
  ]
}

/** One guideline must have one name and year, or a revision would miss questions. */
function guidelines(bank: readonly BankQuestion[]): BankFinding[] {
  const used = Map.groupBy(bank, ({ guideline }) => guideline.name)
  const names = [...used.keys()]
  const ids = (name: string) => (used.get(name) ?? []).map(({ id }) => id).join(', ')
  return about('bank', [
    ...names.flatMap((name) => {
      const years = new Set((used.get(name) ?? []).map(({ guideline }) => guideline.year))
      return errorIf(years.size > 1, 'guideline_years', `${name}: ${[...years].sort().join(', ')} (${ids(name)})`)
    }),
    ...names.flatMap((name, index) =>
      names
        .slice(index + 1)
        .filter((other) => isSameWork(titleWords(name), titleWords(other)))
        .map((other) => error('guideline_names', `"${name}" and "${other}" (${ids(other)})`)),
    ),
  ])
}

/** Matches titles such as "9th ed." and "9th edition", or with and without "in Children and Adults". */
const isSameWork = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => {
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one]
  return fewer.size > 2 && [...fewer].every((word) => more.has(word))
}
