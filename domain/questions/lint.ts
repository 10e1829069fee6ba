import { moduleNames, modules } from '../study/modules.ts'
import { type BankQuestion, QuestionContent } from './content.ts'
import { neededAges, subTopics, tally } from './coverage.ts'
import { doseFaults, dosesWithoutUnit, wrongSums } from './doses.ts'
import { correctAnswerOf, distractorsOf, optionTexts } from './item.ts'
import { gradeLevel, sentencesOf, wordsOf } from './readability.ts'
import { comparable, nearDuplicates, similarityIndex } from './similarity.ts'
import { bloomsLevels, difficulties } from './terms.ts'

/**
 * What can be told of a question without knowing medicine, or with a table of doses alone. The same checks stand before
 * the curated bank and before what a model writes. An error keeps a question out; a warning asks for a second look.
 */

export type FindingCode =
  // of one question
  | 'schema'
  | 'rationale_thin'
  | 'no_single_question'
  | 'options_alike'
  | 'length_cue'
  | 'above_option'
  | 'negative_in_small_letters'
  | 'unit_missing'
  | 'temperatures_disagree'
  | 'hard_to_read'
  | 'names_letters'
  | 'markup'
  | 'brand_name'
  | 'person_named'
  | 'reference_without_year'
  | 'guideline_not_referenced'
  | 'sub_topic_unknown'
  | 'dose_outside_table'
  | 'dose_not_in_table'
  | 'sum_wrong'
  // of a whole bank
  | 'too_few'
  | 'id_repeated'
  | 'id_of_another_module'
  | 'stem_repeated'
  | 'near_duplicate'
  | 'same_options'
  | 'answer_longest'
  | 'answer_seldom_longest'
  | 'answer_shortest'
  | 'answer_place'
  | 'length_cues'
  | 'difficulty_share'
  | 'blooms_share'
  | 'sub_topic_thin'
  | 'age_group_thin'
  | 'guideline_years'
  | 'guideline_names'

export interface Finding {
  readonly code: FindingCode
  readonly level: 'error' | 'warning'
  readonly words: string
}

export interface BankFinding extends Finding {
  /** The id of a question, the name of a module, or `bank`. */
  readonly subject: string
}

const error = (code: FindingCode, words: string): Finding => ({ code, level: 'error', words })
const warning = (code: FindingCode, words: string): Finding => ({ code, level: 'warning', words })

/** The shortest text that can say why an option is right or wrong. */
const MIN_RATIONALE = 25
/**
 * Bounds of a stem. The curated bank's own grades have their middle at 5 and their 99th percentile at 13 (medical terms
 * are long words; questions without a scenario are one long sentence), its longest stems 90 words and its longest
 * sentences 40: what is beyond is harder than anything that was meant.
 */
const MAX_GRADE = 16
const MAX_STEM_WORDS = 110
const MAX_SENTENCE_WORDS = 45
/**
 * An answer that is longer than the mean distractor by half and by so many characters can be guessed without reading.
 */
const LENGTH_CUE = { ratio: 1.5, characters: 18 }

/** All that is wrong with one question. Takes anything, so that what a model returned can be passed as it came. */
export function lintQuestion(content: unknown): Finding[] {
  const parsed = QuestionContent.safeParse(content)
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => error('schema', `${path.join('.') || 'question'}: ${message}`))
  return questionChecks.flatMap((check) => check(parsed.data))
}

type QuestionCheck = (content: QuestionContent) => Finding[]

const optionsOf = ({ item }: QuestionContent): string[] => [correctAnswerOf(item), ...distractorsOf(item).map(({ text }) => text)]
const textsOf = (content: QuestionContent): string[] => [
  content.stem,
  ...optionsOf(content),
  content.explanation,
  content.clinicalPearl,
  ...distractorsOf(content.item).map(({ rationale }) => rationale),
]
const normalized = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\d.%/<>=]+/gu, ' ')
    .replace(/\b(?:the|an?)\b|\.(?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const matchesIn = (texts: readonly string[], pattern: RegExp): string[] => texts.flatMap((text) => text.match(pattern)?.[0] ?? [])

const rationales: QuestionCheck = ({ explanation, item }) => [
  ...(explanation.length < MIN_RATIONALE ? [error('rationale_thin', `explanation: "${explanation}"`)] : []),
  ...distractorsOf(item)
    .filter(({ rationale }) => rationale.length < MIN_RATIONALE)
    .map(({ rationale }) => error('rationale_thin', `rationale: "${rationale}"`)),
  ...(new Set(distractorsOf(item).map(({ rationale }) => normalized(rationale))).size < distractorsOf(item).length
    ? [error('rationale_thin', 'two options share a rationale')]
    : []),
]

const oneQuestion: QuestionCheck = ({ stem }) => {
  const spoken = stem.replace(/"[^"]*"|“[^”]*”/g, '')
  return /\?["”]?$/.test(stem) && (spoken.match(/\?/g)?.length ?? 0) <= 1
    ? []
    : [error('no_single_question', 'the stem must end in its only question')]
}

const distinctOptions: QuestionCheck = (content) => {
  const options = optionsOf(content).map(normalized)
  return new Set(options).size === options.length ? [] : [error('options_alike', optionsOf(content).join(' | '))]
}

const hasLengthCue = ({ item }: QuestionContent): boolean => {
  const correctAnswer = correctAnswerOf(item)
  const distractors = distractorsOf(item)
  const mean = distractors.reduce((sum, { text }) => sum + text.length, 0) / distractors.length
  return correctAnswer.length > mean * LENGTH_CUE.ratio && correctAnswer.length - mean > LENGTH_CUE.characters
}
const lengthCue: QuestionCheck = (content) =>
  hasLengthCue(content) ? [warning('length_cue', `the answer has ${correctAnswerOf(content.item).length} characters`)] : []

const aboveOptions: QuestionCheck = (content) =>
  matchesIn(
    optionsOf(content),
    /\b(?:all|none|any|both|neither|two|some) of (?:the|these) (?:above|options|others|choices|answers)\b|\b(?:all|none|both|neither) of (?:these|them)$|\b(?:both|neither) [A-D] (?:and|n?or) [A-D]\b|\bnot listed\b/i,
  ).map((words) => error('above_option', words))

/** Only a negative that turns the question round is a trap: "Which is not …", "… except", "least likely". */
const negatives: QuestionCheck = ({ stem }) => {
  const asked = sentencesOf(stem).at(-1) ?? stem
  const found =
    asked.match(
      /\b(?:[Ww]hich|[Ww]hat)\b[^?]*?\b(?:not|except|least (?:likely|appropriate|helpful|useful|important|effective|consistent|concerning|common)|never|incorrect|false|unlikely)\b(?! (?:only|yet|enough))/,
    ) ??
    asked.match(/\bexcept\s*\?$/) ??
    asked.match(/\b(?:should|would|must|is|are) not\b[^?]*\?$/)
  return found ? [error('negative_in_small_letters', found[0])] : []
}

const figure = String.raw`\d+(?:\.\d+)?(?:\/\d+)?`
const vitalSigns: readonly { readonly name: string; readonly label: string; readonly unit: string }[] = [
  { name: 'SpO2', label: String.raw`\bSpO2\b|\b[Oo]xygen saturation\b`, unit: '%|percent' },
  { name: 'blood pressure', label: String.raw`\bBP\b|\b[Bb]lood pressure\b|\b[Ss]ystolic (?:BP|pressure)\b`, unit: 'mm Hg' },
  { name: 'EtCO2', label: String.raw`\bEtCO2\b`, unit: 'mm Hg' },
  { name: 'heart rate', label: String.raw`\bHR\b|\b[Hh]eart rate\b|\b[Pp]ulse\b(?! (?:ox|pressure))`, unit: 'beats/min|beats per minute' },
  {
    name: 'respirations',
    label: String.raw`\bRR\b|\b[Rr]espirations\b|\b[Rr]espiratory rate\b|\b[Bb]reath(?:es|ing) at\b`,
    unit: 'breaths/min|breaths per minute',
  },
  { name: 'glucose', label: String.raw`\b[Gg]lucose\b`, unit: 'mg/dL|g|mg|%' },
  { name: 'temperature', label: String.raw`\b[Tt]emperature\b`, unit: '°[FC]' },
]
/** A number that belongs to something else in the same clause. */
const otherMeasure =
  /^[\s-]*(?:minutes?|min\b|seconds?|sec\b|hours?|days?|times|weeks?|months?|years?|lead|gauge|J\b|mL|L\b|points?|drops?|cycles?)/
const unitPatterns = vitalSigns.map(({ name, label, unit }) => ({
  name,
  value: new RegExp(
    String.raw`(?:${label})(?:[^.;:,?!\d]{0,30}?|,? )${figure}(?:\s*(?:${unit})?(?: \([^)]*\))?\s*(?:to|and|or|-|–|changing to|, and|,)\s*${figure})*`,
    'g',
  ),
  unit: new RegExp(String.raw`^\s*(?:${unit})(?!\w)`),
}))
const bareBloodPressure = /\b(?!20\/)\d{2,3}\/\d{2,3}\b(?!\s*(?:mm Hg|(?:to|and|changing to|,|, and) ?\d))/g

const units: QuestionCheck = (content) =>
  [content.stem, ...optionsOf(content)].flatMap((text) => [
    ...unitPatterns.flatMap(({ name, value, unit }) =>
      [...text.matchAll(value)].flatMap((match) => {
        const rest = text.slice(match.index + match[0].length)
        return unit.test(rest) || otherMeasure.test(rest) ? [] : [error('unit_missing', `${name}: "${match[0]}${rest.slice(0, 12)}"`)]
      }),
    ),
    ...[...text.matchAll(bareBloodPressure)].map(([words]) => error('unit_missing', `blood pressure: "${words}"`)),
    ...dosesWithoutUnit(text).map((words) => error('unit_missing', `dose: "${words}"`)),
  ])

const temperatures: QuestionCheck = (content) =>
  textsOf(content).flatMap((text) =>
    [...text.matchAll(/(\d+(?:\.\d+)?)\s*°F \((\d+(?:\.\d+)?)\s*°C\)/g)].flatMap(([words, fahrenheit, celsius]) =>
      Math.abs((Number(fahrenheit) - 32) / 1.8 - Number(celsius)) > 0.6 ? [error('temperatures_disagree', words)] : [],
    ),
  )

const readable: QuestionCheck = ({ stem }) => {
  const sentences = sentencesOf(stem).map((sentence) => wordsOf(sentence).length)
  const [grade, words, longest] = [gradeLevel(stem), sentences.reduce((sum, count) => sum + count, 0), Math.max(...sentences)]
  return [
    ...(grade > MAX_GRADE ? [error('hard_to_read', `grade ${grade.toFixed(1)}`)] : []),
    ...(words > MAX_STEM_WORDS ? [error('hard_to_read', `${words} words`)] : []),
    ...(longest > MAX_SENTENCE_WORDS ? [error('hard_to_read', `a sentence of ${longest} words`)] : []),
  ]
}

/** Choices are sorted before anybody sees them, so "option B" names none of them. */
const letters: QuestionCheck = (content) =>
  matchesIn(textsOf(content), /\b(?:options?|choices?|answers?|distractors?) (?:[A-D1-4]\b|\([A-D]\))/).map((words) =>
    error('names_letters', words),
  )

const plainText: QuestionCheck = (content) =>
  matchesIn([...textsOf(content), ...content.references], /<\/?[a-z!]|https?:|javascript:|\*\*|```|\]\(|[\p{Cc}\p{Cf}\p{Co}]/iu).map(
    (words) => error('markup', JSON.stringify(words)),
  )

/** Brands that stand for a drug or device which has a plain name. */
const brands =
  /\b(?:Adenocard|Advil|Afrin|Aleve|Ambu|Amidate|Anectine|Ativan|Atrovent|Benadryl|Bumex|Cardizem|CAT tourniquet|Combitube|Combivent|Compazine|Coumadin|Dilaudid|DuoNeb|Eliquis|EpiPens?|Geodon|Haldol|i-gel|Inapsine|Inderal|Ketalar|King LT|Lanoxin|Lasix|Levophed|Lopressor|LUCAS|Lucas device|Motrin|Narcan|Nitrostat|Norcuron|Pepcid|Phenergan|Pitocin|Plavix|Pradaxa|Protopam|Proventil|QuikClot|Reglan|Romazicon|Solu-?Medrol|Sublimaze|Suboxone|Taser|TASER|Toradol|Tylenol|Valium|Ventolin|Versed|Viagra|Xanax|Xarelto|Zofran|Zyprexa|ZOLL|LIFEPAK)\b/
const brandNames: QuestionCheck = (content) => matchesIn(textsOf(content), brands).map((words) => error('brand_name', words))

const persons: QuestionCheck = (content) =>
  matchesIn(
    textsOf(content),
    /\b(?:Mr|Mrs|Ms|Miss|Dr|Doctor|President|Senator|Officer|Nurse)\b\.? \p{Lu}\p{Ll}+|\b(?:named|called) \p{Lu}\p{Ll}{2,}/u,
  ).map((words) => error('person_named', words))

const yearIn = /\b(?:19|20)\d{2}\b/
/** The words by which a title is recognised although it is spelled or abbreviated in another way. */
const titleWords = (title: string): Set<string> =>
  new Set(
    (title.toLowerCase().match(/\p{L}+|\d+/gu) ?? []).filter(
      (word) => !/^(?:the|of|for|and|or|in|on|to|by|with|a|an|s|ed|edition|st|nd|rd|th|version|part)$/.test(word),
    ),
  )
const isSameTitle = (title: string, reference: string): boolean => {
  const [one, other] = [titleWords(title), titleWords(reference)]
  return [...one].filter((word) => other.has(word)).length >= 0.7 * one.size
}

const references: QuestionCheck = ({ references: list, guideline }) => {
  const own = list.filter((reference) => isSameTitle(guideline.name, reference))
  return [
    ...list.filter((reference) => !yearIn.test(reference)).map((reference) => error('reference_without_year', reference)),
    ...(own.some((reference) => reference.includes(String(guideline.year)))
      ? []
      : [error('guideline_not_referenced', `${guideline.name}, ${guideline.year}`)]),
  ]
}

const knownSubTopic: QuestionCheck = ({ module, tags }) =>
  subTopics[module].includes(tags.subTopic) ? [] : [error('sub_topic_unknown', tags.subTopic)]

const doses: QuestionCheck = (content) => [
  ...doseFaults(content).map(({ kind, words }) => error(kind === 'outside' ? 'dose_outside_table' : 'dose_not_in_table', words)),
  ...[content.explanation, content.clinicalPearl, ...distractorsOf(content.item).map(({ rationale }) => rationale)]
    .flatMap(wrongSums)
    .map((words) => error('sum_wrong', words)),
]

const questionChecks: readonly QuestionCheck[] = [
  rationales,
  oneQuestion,
  distinctOptions,
  lengthCue,
  aboveOptions,
  negatives,
  units,
  temperatures,
  readable,
  letters,
  plainText,
  brandNames,
  persons,
  references,
  knownSubTopic,
  doses,
]

/** What a whole bank must hold. */
export const MIN_QUESTIONS_PER_MODULE = 60
const MAX_LONGEST_SHARE = 0.35
/** Below this, striking out the longest option would help. */
const MIN_LONGEST_SHARE = 0.05
const MAX_SHORTEST_SHARE = 0.4
const MAX_LENGTH_CUE_SHARE = 0.1
const DIFFICULTY_SHARES = { easy: 0.3, moderate: 0.45, hard: 0.25 } as const
const DIFFICULTY_PLAY = 0.07
const MIN_SHARE_ABOVE_REMEMBERING = 0.6
const MIN_QUESTIONS_PER_SUB_TOPIC = 2
/** Chi-square with three degrees of freedom: an even spread goes beyond it once in a thousand banks. */
const CHI_SQUARE_BOUND = 16.27

/** All that is wrong with a bank: each question's findings, then what only the whole shows. */
export function lintBank(bank: readonly BankQuestion[]): BankFinding[] {
  return [
    ...bank.flatMap((question) => lintQuestion(question).map((finding) => ({ ...finding, subject: question.id }))),
    ...repeated(bank),
    ...alike(bank),
    ...groups(bank).flatMap(({ subject, questions }) => cuesOf(questions).map((finding) => ({ ...finding, subject }))),
    ...composition(bank),
    ...guidelines(bank),
  ]
}

const groups = (bank: readonly BankQuestion[]) => [
  { subject: 'bank', questions: bank },
  ...moduleNames.map((name) => ({ subject: name as string, questions: bank.filter(({ module }) => module === name) })),
]

function repeated(bank: readonly BankQuestion[]): BankFinding[] {
  const ids = new Set<string>()
  const stems = new Map<string, string>()
  return bank.flatMap(({ id, module, stem }) => {
    const earlier = stems.get(normalized(stem))
    const findings = [
      ...(ids.has(id) ? [error('id_repeated', id)] : []),
      ...(earlier === undefined ? [] : [error('stem_repeated', `as in ${earlier}`)]),
      ...(modules.find(({ name }) => name === module)?.slug === id.split('-')[0] ? [] : [error('id_of_another_module', module)]),
    ]
    ids.add(id)
    stems.set(normalized(stem), id)
    return findings.map((finding) => ({ ...finding, subject: id }))
  })
}

function alike(bank: readonly BankQuestion[]): BankFinding[] {
  const index = similarityIndex(bank.map(comparable))
  const byAnswer = Map.groupBy(bank, ({ item }) => normalized(correctAnswerOf(item)))
  const places = new Map(bank.map(({ id }, place) => [id, place]))
  return bank.flatMap((question, place) => [
    ...nearDuplicates(comparable(question), index)
      .filter((duplicate) => duplicate.index > place)
      .map(({ index: other, similarity }) => ({
        ...error('near_duplicate', `of ${bank[other]?.id} (${Math.round(similarity * 100)} %)`),
        subject: question.id,
      })),
    ...(byAnswer.get(normalized(correctAnswerOf(question.item))) ?? [])
      .filter((other) => (places.get(other.id) ?? 0) > place && sharedDistractors(question, other) >= 2)
      // No more than a warning: the same four treatments may well be asked of another case.
      .map((other) => ({ ...warning('same_options', `as ${other.id}`), subject: question.id })),
  ])
}

function sharedDistractors(one: BankQuestion, other: BankQuestion): number {
  const texts = new Set(distractorsOf(one.item).map(({ text }) => normalized(text)))
  return distractorsOf(other.item).filter(({ text }) => texts.has(normalized(text))).length
}

/**
 * Where the answer stands among the four choices: by length, longest first, and in the order in which learners get
 * them.
 */
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

/** What would let a learner pass without knowing. */
function cuesOf(questions: readonly BankQuestion[]): Finding[] {
  if (questions.length === 0) return []
  const { longest, shortest, sorted } = answerPlaces(questions)
  const expected = questions.length / sorted.length
  const chiSquare = sorted.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  const share = (count: number) => `${Math.round((100 * count) / questions.length)} % of ${questions.length}`
  const cues = questions.filter(hasLengthCue).length
  return [
    ...(longest > MAX_LONGEST_SHARE * questions.length ? [error('answer_longest', share(longest))] : []),
    ...(longest < MIN_LONGEST_SHARE * questions.length ? [warning('answer_seldom_longest', share(longest))] : []),
    ...(shortest > MAX_SHORTEST_SHARE * questions.length ? [error('answer_shortest', share(shortest))] : []),
    ...(chiSquare > CHI_SQUARE_BOUND ? [error('answer_place', `${sorted.join(', ')}: chi-square ${chiSquare.toFixed(1)}`)] : []),
    ...(cues > MAX_LENGTH_CUE_SHARE * questions.length ? [error('length_cues', share(cues))] : []),
  ]
}

function composition(bank: readonly BankQuestion[]): BankFinding[] {
  const difficulty = tally(
    difficulties,
    bank.map((question) => question.difficulty),
  )
  const remembering = tally(
    bloomsLevels,
    bank.map(({ bloomsLevel }) => bloomsLevel),
  ).get('remember')
  const aboveRemembering = 1 - (remembering ?? 0) / Math.max(1, bank.length)
  return [
    ...difficulties.flatMap((level) => {
      const share = (difficulty.get(level) ?? 0) / Math.max(1, bank.length)
      return Math.abs(share - DIFFICULTY_SHARES[level]) > DIFFICULTY_PLAY
        ? [{ ...error('difficulty_share', `${level}: ${Math.round(share * 100)} %`), subject: 'bank' }]
        : []
    }),
    ...(aboveRemembering < MIN_SHARE_ABOVE_REMEMBERING
      ? [{ ...error('blooms_share', `${Math.round(aboveRemembering * 100)} % above remembering`), subject: 'bank' }]
      : []),
    ...moduleNames.flatMap((name) => {
      const questions = bank.filter(({ module }) => module === name)
      const few = (code: FindingCode, count: number, atLeast: number, what: string) =>
        count < atLeast ? [{ ...error(code, `${what}: ${count} of at least ${atLeast}`), subject: name as string }] : []
      return [
        ...few('too_few', questions.length, MIN_QUESTIONS_PER_MODULE, 'questions'),
        ...subTopics[name].flatMap((subTopic) =>
          few('sub_topic_thin', questions.filter(({ tags }) => tags.subTopic === subTopic).length, MIN_QUESTIONS_PER_SUB_TOPIC, subTopic),
        ),
        ...neededAges[name].flatMap(({ ages, atLeast }) =>
          few('age_group_thin', questions.filter(({ tags }) => ages.includes(tags.ageGroup)).length, atLeast, ages.join(', ')),
        ),
      ]
    }),
  ]
}

/** One guideline has one name and one year throughout, or a change of it would not find all of its questions. */
function guidelines(bank: readonly BankQuestion[]): BankFinding[] {
  const used = Map.groupBy(bank, ({ guideline }) => guideline.name)
  const names = [...used.keys()]
  const ids = (name: string) => (used.get(name) ?? []).map(({ id }) => id).join(', ')
  return [
    ...names.flatMap((name) => {
      const years = new Set((used.get(name) ?? []).map(({ guideline }) => guideline.year))
      return years.size > 1
        ? [{ ...error('guideline_years', `${name}: ${[...years].sort().join(', ')} (${ids(name)})`), subject: 'bank' }]
        : []
    }),
    ...names.flatMap((name, index) =>
      names
        .slice(index + 1)
        .filter((other) => isSameWork(titleWords(name), titleWords(other)))
        .map((other) => ({ ...error('guideline_names', `"${name}" and "${other}" (${ids(other)})`), subject: 'bank' })),
    ),
  ]
}

/**
 * One title says no word that the other does not: "… in Children and Adults" and without, "9th ed." and "9th edition".
 */
const isSameWork = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => {
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one]
  return fewer.size > 2 && [...fewer].every((word) => more.has(word))
}
