import { QuestionContent } from './content/content.ts'
import { askedItem, correctAnswerOf, distractorsOf, keyOf, reasonsOf, textsOf as textsOfItem } from './content/item.ts'
import { type Picture, pictureTexts } from './content/picture.ts'
import { subTopics } from './coverage.ts'
import { doseFaults, dosesWithoutUnit, wrongSums } from './doses.ts'
import { gradeLevel, sentencesOf, wordsOf } from './readability.ts'

// Checks of curated and generated questions. Errors reject a question; warnings ask for a second look.

export type FindingCode =
  | 'schema'
  | 'rationale_thin'
  | 'no_single_question'
  | 'options_alike'
  | 'length_cue'
  | 'above_option'
  | 'negative_in_small_letters'
  | 'unit_missing'
  | 'unit_misspelled'
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
  | 'count_missing'
  | 'order_shown'
  | 'rows_alike'
  | 'spots_near'
  | 'picture_named'
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
  | 'case_repeated'
  | 'key_given_away'
  | 'set_broken'

export interface Finding {
  readonly code: FindingCode
  readonly level: 'error' | 'warning'
  readonly words: string
}

export interface BankFinding extends Finding {
  /** A question id, a module, or `bank`. */
  readonly subject: string
}

export const error = (code: FindingCode, words: string): Finding => ({ code, level: 'error', words })
export const errorIf = (isFault: boolean, code: FindingCode, words: string): Finding[] => (isFault ? [error(code, words)] : [])
export const warning = (code: FindingCode, words: string): Finding => ({ code, level: 'warning', words })

const MIN_RATIONALE = 25
// Beyond the curated bank: grades with 99th percentile 13, stems of up to 90 words, sentences of up to 40.
const MAX_GRADE = 16
const MAX_STEM_WORDS = 110
const MAX_SENTENCE_WORDS = 45
/** An answer that exceeds the mean distractor by both can be guessed by length. */
const LENGTH_CUE = { ratio: 1.5, characters: 18 }

/** Accepts anything, so that model output can be passed unchecked. */
export function lintQuestion(content: unknown): Finding[] {
  const parsed = QuestionContent.safeParse(content)
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => error('schema', `${path.join('.') || 'question'}: ${message}`))
  return questionChecks.flatMap((check) => check(parsed.data))
}

type QuestionCheck = (content: QuestionContent) => Finding[]

const optionsOf = ({ item }: QuestionContent): string[] => textsOfItem(item)
const rationalesOf = ({ item }: QuestionContent): string[] => reasonsOf(item).map(({ rationale }) => rationale)
const askedTexts = (content: QuestionContent): string[] => [
  ...(content.scenario ? [content.scenario.patient] : []),
  content.stem,
  ...pictureTexts(content.picture),
  ...optionsOf(content),
]
const textsOf = (content: QuestionContent): string[] => [
  ...askedTexts(content),
  content.explanation,
  ...pictureTexts(content.explanationPicture),
  content.clinicalPearl,
  ...rationalesOf(content),
]
export const normalized = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\d.%/<>=]+/gu, ' ')
    .replace(/\b(?:the|an?)\b|\.(?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const haveRepeats = (texts: readonly string[]): boolean => new Set(texts.map(normalized)).size < texts.length
const matchesIn = (texts: readonly string[], pattern: RegExp): string[] => texts.flatMap((text) => text.match(pattern)?.[0] ?? [])

const rationales: QuestionCheck = (content) => [
  ...errorIf(content.explanation.length < MIN_RATIONALE, 'rationale_thin', `explanation: "${content.explanation}"`),
  ...rationalesOf(content)
    .filter((rationale) => rationale.length < MIN_RATIONALE)
    .map((rationale) => error('rationale_thin', `rationale: "${rationale}"`)),
  ...errorIf(haveRepeats(rationalesOf(content)), 'rationale_thin', 'two parts share a rationale'),
]

const oneQuestion: QuestionCheck = ({ stem }) => {
  const spoken = stem.replace(/"[^"]*"|“[^”]*”/g, '')
  const isSingle = /\?["”]?$/.test(stem) && (spoken.match(/\?/g)?.length ?? 0) <= 1
  return errorIf(!isSingle, 'no_single_question', 'the stem must end in its only question')
}

const distinctOptions: QuestionCheck = (content) =>
  errorIf(haveRepeats(optionsOf(content)), 'options_alike', optionsOf(content).join(' | '))

const meanLength = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0) / texts.length
export const hasLengthCue = ({ item }: Pick<QuestionContent, 'item'>): boolean => {
  if (item.kind !== 'multiple_choice' && item.kind !== 'multiple_response') return false
  const distractors = distractorsOf(item)
  const wrong = new Set(distractors.map(({ id }) => id))
  const right = meanLength(item.options.filter(({ id }) => !wrong.has(id)).map(({ text }) => text))
  const mean = meanLength(distractors.map(({ text }) => text))
  return right > mean * LENGTH_CUE.ratio && right - mean > LENGTH_CUE.characters
}
const lengthCue: QuestionCheck = (content) =>
  hasLengthCue(content) ? [warning('length_cue', `the answer: "${correctAnswerOf(content.item)}"`)] : []

const countWords = ['', 'one', 'two', 'three'] as const
const toldHowMany: QuestionCheck = ({ stem, item }) => {
  if (item.kind !== 'multiple_response') return []
  const word = countWords[item.keys.length] ?? ''
  const isSaid = new RegExp(String.raw`\b(?:${word}|${item.keys.length})\b`, 'i').test(stem)
  return errorIf(!isSaid, 'count_missing', `the stem does not say that ${word} are right`)
}

/** The sorted order that learners see must not be the answer. */
const orderNotShown: QuestionCheck = ({ item }) => {
  const asked = askedItem(item)
  const key = keyOf(item)
  if (asked.kind !== 'build_list' || key.kind !== 'build_list') return []
  const isShown = asked.steps.every(({ id }, index) => key.order[index] === id)
  return errorIf(isShown, 'order_shown', 'sorted by their texts, the steps stand in the right order')
}

const rowsDiffer: QuestionCheck = ({ item }) =>
  errorIf(item.kind === 'options_table' && new Set(Object.values(item.marks)).size === 1, 'rows_alike', 'every row has the same answer')

/** Percent of the picture: closer places cannot be told apart on a phone. */
const MIN_SPOT_DISTANCE = 8
const spotsApart: QuestionCheck = ({ item }) => {
  const spots = item.kind === 'hot_spot' ? item.spots : []
  const isNear = spots.some((one, index) => spots.slice(index + 1).some(({ x, y }) => Math.hypot(one.x - x, one.y - y) < MIN_SPOT_DISTANCE))
  return errorIf(isNear, 'spots_near', `places are less than ${MIN_SPOT_DISTANCE} % apart`)
}

/** The question must not name what its picture shows. */
const pictureUnnamed: QuestionCheck = (content) => {
  const text = [content.stem, ...pictureTexts(content.picture)].join(' ').toLowerCase()
  return namesOf(content.picture).flatMap((name) => {
    const telling = name.split('_').filter((word) => !untelling.has(word))
    const isNamed = telling.length > 0 && telling.every((word) => new RegExp(String.raw`\b${word}`).test(text))
    return errorIf(isNamed, 'picture_named', name.replaceAll('_', ' '))
  })
}
const namesOf = (picture: Picture | null): string[] => {
  if (picture?.kind === 'ecg_strip') return [picture.rhythm]
  if (picture?.kind === 'monitor') return [picture.ecg?.rhythm ?? [], picture.capnogram?.pattern ?? []].flat()
  if (picture?.kind === 'sound') return [picture.sound]
  return picture?.kind === 'ecg_12_lead' || picture?.kind === 'capnogram' ? [picture.pattern] : []
}
const untelling = new Set('normal coarse fine of to on r t with and type 1 2 leak compressions apnea'.split(' '))

const aboveOptions: QuestionCheck = (content) =>
  matchesIn(
    optionsOf(content),
    /\b(?:all|none|any|both|neither|two|some) of (?:the|these) (?:above|options|others|choices|answers)\b|\b(?:all|none|both|neither) of (?:these|them)$|\b(?:both|neither) [A-D] (?:and|n?or) [A-D]\b|\bnot listed\b/i,
  ).map((words) => error('above_option', words))

/** Matches only negatives that reverse the question: "Which is not …", "… except", "least likely". */
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
  askedTexts(content).flatMap((text) => [
    ...unitPatterns.flatMap(({ name, value, unit }) =>
      [...text.matchAll(value)].flatMap((match) => {
        const rest = text.slice(match.index + match[0].length)
        return unit.test(rest) || otherMeasure.test(rest) ? [] : [error('unit_missing', `${name}: "${match[0]}${rest.slice(0, 12)}"`)]
      }),
    ),
    ...[...text.matchAll(bareBloodPressure)].map(([words]) => error('unit_missing', `blood pressure: "${words}"`)),
    ...dosesWithoutUnit(text).map((words) => error('unit_missing', `dose: "${words}"`)),
  ])

/** One spelling of each unit and abbreviation, as the NREMT has it. */
const misspellings: readonly { readonly right: string; readonly wrong: RegExp }[] = [
  { right: 'mL', wrong: /\bml\b|\b\d+ ?cc\b/ },
  { right: '/hr', wrong: /\d (?:mL|mg|mcg|units)(?:\/h\b| (?:per|an) hour\b)/ },
  { right: 'mcg', wrong: /[µμ]g|\d ?ug\b/ },
  { right: 'mg/dL', wrong: /\bmg\/dl\b/ },
  { right: 'mEq', wrong: /\bmeq\b|\bmEQ\b/ },
  { right: 'units', wrong: /\d ?(?:IU|U)\b/ },
  { right: 'mm Hg', wrong: /\bmm ?hg\b|\bmmHg\b/ },
  { right: 'cm H2O', wrong: /\bcmH2O\b|H₂O/ },
  { right: '/min', wrong: /\bbpm\b|\d (?:beats |breaths |drops )?(?:per|a) minute\b/ },
  { right: 'drops', wrong: /\bgtts?\b/ },
  { right: 'SpO2', wrong: /\bS[Pp]o2\b|\bSPO2\b|SpO₂/ },
  { right: 'EtCO2', wrong: /\bETCO2\b|\b[Ee]tco2\b|\bPETCO2\b|EtCO₂/ },
  { right: 'BVM', wrong: /\b[Bb]ag[- ](?:valve[- ])?mask\b/ },
  { right: 'minutes, seconds, hours', wrong: /\d ?(?:mins|secs?|hrs)\b/ },
  { right: 'a space before the unit', wrong: /\d(?:mg|mcg|mL|mEq|kg|mm|cm)\b/ },
]
const spellings: QuestionCheck = (content) =>
  misspellings.flatMap(({ right, wrong }) =>
    matchesIn(textsOf(content), wrong).map((words) => error('unit_misspelled', `"${words}" for ${right}`)),
  )

const temperatures: QuestionCheck = (content) =>
  textsOf(content).flatMap((text) =>
    [...text.matchAll(/(\d+(?:\.\d+)?)\s*°F \((\d+(?:\.\d+)?)\s*°C\)/g)].flatMap(([words, fahrenheit, celsius]) =>
      errorIf(Math.abs((Number(fahrenheit) - 32) / 1.8 - Number(celsius)) > 0.6, 'temperatures_disagree', words),
    ),
  )

const readable: QuestionCheck = ({ stem, scenario }) => [stem, ...(scenario ? [scenario.patient] : [])].flatMap(hardToRead)

function hardToRead(stem: string): Finding[] {
  const sentences = sentencesOf(stem).map((sentence) => wordsOf(sentence).length)
  const [grade, words, longest] = [gradeLevel(stem), sentences.reduce((sum, count) => sum + count, 0), Math.max(...sentences)]
  return [
    ...errorIf(grade > MAX_GRADE, 'hard_to_read', `grade ${grade.toFixed(1)}`),
    ...errorIf(words > MAX_STEM_WORDS, 'hard_to_read', `${words} words`),
    ...errorIf(longest > MAX_SENTENCE_WORDS, 'hard_to_read', `a sentence of ${longest} words`),
  ]
}

/** Choices are sorted for display, so "option B" names none of them. */
const letters: QuestionCheck = (content) =>
  matchesIn(textsOf(content), /\b(?:options?|choices?|answers?|distractors?) (?:[A-D1-4]\b|\([A-D]\))/).map((words) =>
    error('names_letters', words),
  )

const plainText: QuestionCheck = (content) =>
  matchesIn([...textsOf(content), ...content.references], /<\/?[a-z!]|https?:|javascript:|\*\*|```|\]\(|[\p{Cc}\p{Cf}\p{Co}]/iu).map(
    (words) => error('markup', JSON.stringify(words)),
  )

const brands =
  /\b(?:Adenocard|Advil|Afrin|Aleve|Ambu|Amidate|Anectine|Ativan|Atrovent|Benadryl|Bumex|Cardizem|CAT tourniquet|Combitube|Combivent|Compazine|Coumadin|Dilaudid|DuoNeb|Eliquis|EpiPens?|Geodon|Haldol|i-gel|Inapsine|Inderal|Ketalar|King LT|Lanoxin|Lasix|Levophed|Lopressor|LUCAS|Lucas device|Motrin|Narcan|Nitrostat|Norcuron|Pepcid|Phenergan|Pitocin|Plavix|Pradaxa|Protopam|Proventil|QuikClot|Reglan|Romazicon|Solu-?Medrol|Sublimaze|Suboxone|Taser|TASER|Toradol|Tylenol|Valium|Ventolin|Versed|Viagra|Xanax|Xarelto|Zofran|Zyprexa|ZOLL|LIFEPAK)\b/
const brandNames: QuestionCheck = (content) => matchesIn(textsOf(content), brands).map((words) => error('brand_name', words))

const persons: QuestionCheck = (content) =>
  matchesIn(
    textsOf(content),
    /\b(?:Mr|Mrs|Ms|Miss|Dr|Doctor|President|Senator|Officer|Nurse)\b\.? \p{Lu}\p{Ll}+|\b(?:named|called) \p{Lu}\p{Ll}{2,}/u,
  ).map((words) => error('person_named', words))

const yearIn = /\b(?:19|20)\d{2}\b/
/** Recognizes a title despite other spelling or abbreviation. */
export const titleWords = (title: string): Set<string> =>
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
  const { name, year } = guideline
  const isReferenced = list.some((reference) => isSameTitle(name, reference) && reference.includes(String(year)))
  return [
    ...list.flatMap((reference) => errorIf(!yearIn.test(reference), 'reference_without_year', reference)),
    ...errorIf(!isReferenced, 'guideline_not_referenced', `${name}, ${year}`),
  ]
}

const knownSubTopic: QuestionCheck = ({ module, tags }) =>
  errorIf(!subTopics[module].includes(tags.subTopic), 'sub_topic_unknown', tags.subTopic)

const doses: QuestionCheck = (content) => [
  ...doseFaults(content).map(({ kind, words }) => error(kind === 'outside' ? 'dose_outside_table' : 'dose_not_in_table', words)),
  ...[content.explanation, ...rowSums(content.explanationPicture), content.clinicalPearl, ...rationalesOf(content)]
    .flatMap(wrongSums)
    .map((words) => error('sum_wrong', words)),
]

const product = /^[^+−=]*[×÷][^+−=]*$/
/** A result may be in the cell after its calculation. */
const rowSums = (picture: Picture | null): string[] =>
  (picture?.kind === 'table' ? picture.rows : []).flatMap((cells) =>
    cells.map((cell, place) => (product.test(cell) && !product.test(cells[place + 1] ?? '') ? `${cell} = ${cells[place + 1]}` : cell)),
  )

const questionChecks: readonly QuestionCheck[] = [
  rationales,
  oneQuestion,
  distinctOptions,
  lengthCue,
  toldHowMany,
  orderNotShown,
  rowsDiffer,
  spotsApart,
  pictureUnnamed,
  aboveOptions,
  negatives,
  units,
  spellings,
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
