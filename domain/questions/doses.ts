import { z } from 'zod'
import type { QuestionContent } from './content/content.ts'
import { correctAnswerOf } from './content/item.ts'
import table from './doses.json' with { type: 'json' }
import { sentencesOf } from './readability.ts'

// The doses that questions may teach, from guidelines and not from the questions, so that each checks the other.

const cues = {
  'cardiac arrest':
    /\b(?:cardiac arrest|arrest|asystole|pulseless|ventricular fibrillation|VF|PEA|CPR|compressions|nonshockable|shockable)\b/i,
  'tachycardia with a pulse': /\b(?:tachycardia|SVT|atrial fibrillation|flutter|QRS|with a pulse|has a pulse)\b/i,
  bradycardia: /\b(?:bradycardia|heart block|AV block|slow pulse|vagal|vagus|heart rate (?:of )?[1-5]\d)\b/i,
  torsades: /\b(?:torsades|QT|polymorphic|twist\w*)\b/i,
  anaphylaxis: /\b(?:anaphyla\w*|allerg\w*|hives|sting|stung|urticaria)\b/i,
  'shock or low blood pressure':
    /\b(?:shock|hypotens\w*|pressor|vasopressor|push-dose|return of (?:spontaneous )?circulation|perfusion|norepinephrine|dopamine|dobutamine)\b/i,
  bronchospasm: /\b(?:asthma|bronchospasm|wheez\w*|COPD)\b/i,
  croup: /\b(?:croup|stridor|barking)\b/i,
  hyperkalemia: /\b(?:hyperkal\w*|potassium|dialysis|crush\w*|sine[- ]wave|peaked)\b/i,
  seizure: /\b(?:seiz\w*|convuls\w*|status epilepticus)\b/i,
  eclampsia: /\b(?:eclamp\w*|preeclamp\w*|pregnan\w*)\b/i,
  agitation: /\b(?:agitat\w*|combative|violent|delirium|restrain\w*|psychosis|psychotic)\b/i,
  pain: /\b(?:pain\w*|analges\w*|fracture\w*)\b/i,
  induction: /\b(?:intubat\w*|induction|rapid sequence|drug-assisted|paralys\w*|anesthesia)\b/i,
  poisoning:
    /\b(?:overdose|poison\w*|ingest\w*|toxic\w*|organophosphate|pesticide|insecticide|nerve agent|cholinergic|exposure|beta[- ]blocker|calcium[- ]channel|tricyclic|smoke|cyanide|opioid|antidote)\b/i,
  hypoglycemia: /\b(?:hypoglyc\w*|glucose|glucagon|insulin)\b/i,
  newborn: /\b(?:newborn|neonat\w*|just born|delivered|born)\b/i,
  'acute coronary syndrome': /\b(?:coronary|STEMI|infarct\w*|chest (?:pain|pressure|discomfort)|ischemi\w*|angina)\b/i,
  'heart failure': /\b(?:heart failure|pulmonary edema|crackles|congest\w*)\b/i,
  'hypertensive emergency': /\b(?:hypertens\w*|severe-range)\b/i,
  hemorrhage: /\b(?:hemorrhag\w*|bleed\w*|blood loss|transfus\w*)\b/i,
  nausea: /\b(?:nause\w*|vomit\w*)\b/i,
  adrenal: /\b(?:adrenal|cortisol|addison\w*)\b/i,
  fluids: /\b(?:bolus\w*|fluid|hypovolem\w*|sepsis|septic|shock|dehydrat\w*|resuscitat\w*|burn\w*)\b/i,
  ventilation: /\b(?:ventilat\w*|tidal)\b/i,
} as const
const Patient = z.enum(['adult', 'pediatric', 'neonate'])
type Patient = z.infer<typeof Patient>

/** `J` is energy; a rate is per minute. mL only by weight. */
const DoseUnit = z.enum(['mg', 'mg/kg', 'mg/min', 'mcg/kg/min', 'mEq', 'mEq/kg', 'units', 'units/kg', 'mL/kg', 'J', 'J/kg'])
type DoseUnit = z.infer<typeof DoseUnit>

const words = z.string().transform((text) => text.split(' '))

const DoseRule = z.strictObject({
  for: z.nullable(z.enum(Object.keys(cues) as (keyof typeof cues)[])),
  patients: z.union([z.literal('any').transform(() => Patient.options), words.pipe(z.array(Patient))]),
  routes: words,
  unit: DoseUnit,
  dose: z.union([z.number().transform((dose) => [dose, dose] as const), z.tuple([z.number(), z.number()])]),
  /** Maximum single dose, total, or other taught limit, in the same unit without weight. */
  limits: z.array(z.number()).default([]),
  source: z.string().transform((source) => z.string().parse(table.sources[source as keyof typeof table.sources])),
})
export type DoseRule = z.infer<typeof DoseRule> & { readonly drug: string }

/** Amounts in milligrams (1 g is 1000), milliequivalents, units or joules. */
export const doseRules: readonly DoseRule[] = Object.entries(table.rules).flatMap(([drug, rules]) =>
  rules.map((rule) => ({ drug, ...DoseRule.parse(rule) })),
)

const names: Readonly<Record<string, RegExp>> = {
  epinephrine: /(?<!nor)(?<!racemic )epinephrine/,
  magnesium: /magnesium(?: sulfate)?/,
  'calcium chloride': /calcium chloride/,
  'calcium gluconate': /calcium gluconate/,
  'sodium bicarbonate': /(?:sodium )?bicarbonate/,
  dextrose: /dextrose(?! in water)|\bD(?:10|25|50)\b/,
  'oral glucose': /oral glucose|glucose gel/,
  'lipid emulsion': /lipid emulsion/,
  'activated charcoal': /(?:activated )?charcoal/,
  crystalloid:
    /crystalloid|normal saline|isotonic (?:fluid|saline)|lactated ringer's|balanced fluid|fluid bolus(?:es)?|\bbolus(?:es)? of \d+ mL\/kg/,
  'packed red cells': /packed red (?:blood )?cells|whole blood/,
  'tidal volume': /tidal volume/,
  defibrillation: /\bdefibrillat\w*|\bunsynchronized|(?<!\bsynchronized )\bshocks?\b/,
  cardioversion: /\bcardiover\w*|\bsynchroniz\w*/,
}

const tableDrugs = [...new Set(doseRules.map(({ drug }) => drug))]
const drugNames = tableDrugs.map((drug) => ({ drug, name: new RegExp(names[drug]?.source ?? String.raw`\b${drug}`, 'gi') }))
const energies = new Set(['defibrillation', 'cardioversion'])
const volumes = new Set(doseRules.filter(({ unit }) => unit === 'mL/kg').map(({ drug }) => drug))

const routeNames: readonly (readonly [RegExp, string])[] = [
  [/\bIV\b|\bintravenous\w*/, 'IV'],
  [/\bIO\b|\bintraosseous\w*/, 'IO'],
  [/\bIM\b|\bintramuscular\w*|in(?:to)? the (?:outer )?thigh/i, 'IM'],
  [/\bIN\b|\bintranasal\w*/, 'IN'],
  [/\bPO\b|\bby mouth\b|\borally\b/, 'PO'],
  [/\bSL\b|\bsublingual\w*|under the tongue/, 'SL'],
  [/\bSC\b|\bsubcutaneous\w*/, 'SC'],
  [/\bPR\b|\brectal\w*/, 'PR'],
  [/\bnebul\w*/, 'NEB'],
  [/\bendotracheal(?:ly)?\b/i, 'ET'],
]

export interface DoseStatement {
  /** One drug if the sentence names it, otherwise all drugs named so far. */
  readonly drugs: readonly string[]
  readonly unit: DoseUnit
  readonly low: number
  readonly high: number
  readonly routes: readonly string[]
  readonly isLimit: boolean
  readonly patient: Patient | null
  readonly words: string
  readonly sentence: string
  readonly isRefused: boolean
}

/** Every pattern reads a text in one way only, so that generated text cannot cause catastrophic backtracking. */
const number = String.raw`\d{1,3}(?:,\d{3})+(?!\d)|\d+(?:\.\d+)?|\.\d+`
const statement = new RegExp(
  String.raw`(?<![\d./])(${number})(?:\s*(?:to|or|-|–)\s*(${number}))?[\s-]*(mg|mcg|g|grams?|milligrams?|micrograms?|mEq|units?|mL\/kg|J|joules?)((?:\/(?:kg|min|hr|hour|h))*)(?![\w/])`,
  'g',
)

/** Words that make an amount a concentration or content rather than a dose. */
const contentBefore =
  /\b(?:holds?|contains?|holding|containing|vial|ampule|ampoule|syringe|bag|tablets?|content|concentration|supply|stock|left|remaining|remains?|wastes?|wasted?)\b[^,;]*$/i
const contentAfter = /^\)?\s*(?:in|per|\/|÷|×)\s*(?:a total volume of\s*)?[\d.]*\s*(?:mL|L|liter|tablet|vial|\d)/i
const limitBefore =
  /\b(?:max(?:imum)?|up to|total(?: of)?|limit|minimum|at least|no more than|not exceed(?:ing)?|above|below|ceiling|single dose)\b[^.;]{0,24}$/i
/** Warned-of amounts are not recommendations: "never 5 mg", "1 mg by IV push may cause dysrhythmia". */
const refusedBefore = /\b(?:not|never|avoid(?:ing)?|instead of|rather than)\s+(?:[\w.]+\s+){0,2}$/i
const harmAround =
  /\b(?:wrong|error|overdos\w*|too (?:much|little|high|low|large|small)|(?:may|can|could|would) (?:give|cause)|would be|misread|lethal)\b/i

/** Every amount of a drug or of energy. `context`: drugs that the rest of the question names. */
export function doseStatements(text: string, context: readonly string[] = []): DoseStatement[] {
  const found: DoseStatement[] = []
  const named = new Set(context)
  for (const sentence of sentencesOf(text)) {
    const mentions = drugsIn(sentence)
    for (const match of sentence.matchAll(statement)) {
      const [words, first = '', second, unitWord = '', per = ''] = match
      const before = sentence.slice(0, match.index)
      const after = sentence.slice(match.index + words.length)
      if (contentBefore.test(clauseEnd(before)) || contentAfter.test(after)) continue
      const quantity = inTableUnits(unitWord, per)
      if (quantity === null) continue
      const kind = quantity.unit.startsWith('J') ? 'energy' : quantity.unit === 'mL/kg' ? 'volume' : 'drug'
      const fits = (drug: string) => (kind === 'energy') === energies.has(drug) && (kind !== 'volume' || volumes.has(drug))
      const clause = `${clauseEnd(before)}${words}${clauseStart(after)}`
      const fitting = mentions.filter((mention) => fits(mention.drug))
      const own = nearest(kind === 'energy' ? meantBy(fitting, sentence, match.index) : fitting, sentence, match.index, words.length)
      const isUnlisted = unlistedDrug.test(before) && own.every((drug) => !endsWithName(before, drug))
      found.push({
        drugs: isUnlisted ? [] : own.length > 0 ? own : [...named].filter(fits),
        unit: quantity.unit,
        low: amount(first) * quantity.factor,
        high: amount(second ?? first) * quantity.factor,
        routes: routeNames.flatMap(([name, route]) => (name.test(clause) ? [route] : [])),
        isLimit: limitBefore.test(before),
        patient: patientIn(clause),
        words: words.trim(),
        sentence,
        isRefused: refusedBefore.test(before) || harmAround.test(clause),
      })
    }
    for (const { drug } of mentions) named.add(drug)
  }
  return found
}

const amount = (figures: string): number => Number(figures.replaceAll(',', ''))
const clauseEnd = (before: string): string => before.split(/[;:()]/).at(-1) ?? ''
const clauseStart = (after: string): string => after.split(/[;()]/)[0] ?? ''

interface Mention {
  readonly drug: string
  readonly start: number
  readonly end: number
}

export const drugsIn = (text: string): Mention[] =>
  drugNames.flatMap(({ drug, name }) =>
    [...text.matchAll(name)].map((match) => ({ drug, start: match.index, end: match.index + match[0].length })),
  )

/** The last drug named before the amount, unless another follows directly ("1 mg of epinephrine"). */
function nearest(mentions: readonly Mention[], sentence: string, start: number, length: number): string[] {
  const end = start + length
  const following = mentions.filter((mention) => mention.start >= end).sort((one, other) => one.start - other.start)[0]
  if (following && /^\s*(?:of\s+(?:\w+\s+)?)?$/.test(sentence.slice(end, following.start))) return [following.drug]
  const leading = mentions.filter((mention) => mention.start <= start).sort((one, other) => other.end - one.end)[0]
  const drug = leading?.drug ?? following?.drug
  return drug === undefined ? [] : [drug]
}

/** In a clause about synchronized shocks, "shock" is not defibrillation. */
function meantBy(mentions: readonly Mention[], sentence: string, start: number): readonly Mention[] {
  const from = sentence.lastIndexOf(';', start)
  const to = sentence.indexOf(';', start)
  const inClause = mentions.filter((mention) => mention.start > from && (to === -1 || mention.start < to))
  const isSynchronized = inClause.some(({ drug }) => drug === 'cardioversion')
  return inClause.filter(({ drug, start: at }) => drug === 'cardioversion' || !isSynchronized || !/^shock/i.test(sentence.slice(at)))
}

/** Unlisted drug names directly before an amount must not be mistaken for the drug named earlier. */
const unlistedDrug =
  /\b\w+(?:olol|alol|pril|sartan|zepam|zolam|caine|dipine|mycin|cillin|floxacin|setron|parin|plase|phylline|tidine|thiazide|zine|idol|apine|azole|profen|phrine|onium|curium|amide|amine|barbital|fentanil|azine|cetam|toin)\s+(?:sodium |hydrochloride |sulfate )?$/i
const endsWithName = (text: string, drug: string): boolean =>
  drugsIn(text).some((mention) => mention.drug === drug && mention.end >= text.trimEnd().length - 9)

function inTableUnits(word: string, per: string): { unit: DoseUnit; factor: number } | null {
  if (word === 'mL/kg') return per === '' ? { unit: 'mL/kg', factor: 1 } : null
  if (/^(?:J|joule)/.test(word)) return { unit: per === '/kg' ? 'J/kg' : 'J', factor: 1 }
  const base = /^(?:mEq|unit)/.test(word) ? (word === 'mEq' ? 'mEq' : 'units') : 'mg'
  const toMilligrams = base !== 'mg' ? 1 : /^(?:mcg|micro)/.test(word) ? 0.001 : /^(?:g$|gram)/.test(word) ? 1000 : 1
  if (per === '') return { unit: base, factor: toMilligrams }
  if (per === '/kg') return { unit: `${base}/kg`, factor: toMilligrams }
  if (base !== 'mg') return null
  if (per === '/min') return { unit: 'mg/min', factor: toMilligrams }
  if (/^\/(?:hr|hour|h)$/.test(per)) return { unit: 'mg/min', factor: toMilligrams / 60 }
  if (per === '/kg/min') return { unit: 'mcg/kg/min', factor: toMilligrams * 1000 }
  return null
}

function patientIn(clause: string): Patient | null {
  if (/\b(?:newborn|neonat\w*)\b/i.test(clause)) return 'neonate'
  if (/\b(?:child|children|pediatric|infants?)\b/i.test(clause)) return 'pediatric'
  return /\badults?\b(?! (?:\w+ )?(?:dose|maximum))/i.test(clause) ? 'adult' : null
}

const patientsOf: Readonly<Record<Patient | QuestionContent['tags']['ageGroup'], readonly Patient[]>> = {
  neonate: ['neonate', 'pediatric'],
  pediatric: ['pediatric'],
  infant: ['pediatric'],
  child: ['pediatric'],
  adolescent: ['pediatric', 'adult'],
  adult: ['adult'],
  geriatric: ['adult'],
  any: ['adult', 'pediatric', 'neonate'],
}

export interface DoseFault {
  readonly kind: 'unknown' | 'outside'
  readonly words: string
}

/** Of answer, explanation and pearl, also of unknown drugs. Stems and distractors may be wrong on purpose. */
export function doseFaults(content: QuestionContent): DoseFault[] {
  const answer = rightDosesIn(content.item)
  const inTable = cellsInWords(content.explanationPicture)
  const context = [content.stem, answer, content.explanation, inTable, content.clinicalPearl].join(' ')
  const weights = [...context.matchAll(/(\d+(?:\.\d+)?)[- ]?kg\b/g)].map(([, weight]) => Number(weight))
  const fallback = [...new Set([...drugsIn(answer), ...drugsIn(content.stem), ...drugsIn(content.explanation)].map(({ drug }) => drug))]
  const faults: DoseFault[] = []
  for (const [place, text] of [
    ['answer', answer],
    ['explanation', content.explanation],
    ['table', inTable],
    ['pearl', content.clinicalPearl],
  ] as const) {
    for (const stated of doseStatements(text, fallback)) {
      if (place !== 'answer' && stated.isRefused) continue
      const words = `${place}: ${stated.drugs.join(' or ')} ${stated.words}`.replace(/ +/g, ' ')
      if (stated.drugs.length === 0 && speaksOfADrug(stated)) faults.push({ kind: 'unknown', words })
      else if (stated.drugs.length === 0) continue
      else if (!isAllowed(stated, content, context, weights)) faults.push({ kind: 'outside', words })
    }
  }
  return faults
}

/** Each cell after its heads, which may name its drug or its patient. */
const cellsInWords = (picture: QuestionContent['explanationPicture']): string => {
  if (picture?.kind !== 'table') return ''
  const { columns, rows } = picture
  return rows.flatMap(([head, ...cells]) => cells.map((cell, place) => `${columns[place + 1]} ${head} ${cell}.`)).join(' ')
}

/** Boxes, columns and calculated values may be wrong on purpose or are not in the table. */
export const rightDosesIn = (item: QuestionContent['item']): string =>
  item.kind === 'multiple_choice' || item.kind === 'multiple_response' || item.kind === 'build_list' ? correctAnswerOf(item) : ''

/** A bare figure, as in a question on writing numbers, is not a dose. */
const speaksOfADrug = ({ sentence, words }: DoseStatement): boolean => /\p{L}{4,}\s+$/u.test(sentence.slice(0, sentence.indexOf(words)))

/** Narrowest scope that has a rule: the case or sentence, then the question, then all. */
function rulesFor(drug: string, scopes: readonly string[]): readonly DoseRule[] {
  const ofDrug = doseRules.filter((allowed) => allowed.drug === drug)
  return (
    scopes
      .map((scope) => ofDrug.filter(({ for: indication }) => indication === null || cues[indication].test(scope)))
      .find((rules) => rules.length > 0) ?? ofDrug
  )
}

function isAllowed(stated: DoseStatement, content: QuestionContent, context: string, weights: readonly number[]): boolean {
  const patients = patientsOf[stated.patient ?? content.tags.ageGroup]
  return stated.drugs
    .flatMap((drug) => rulesFor(drug, [`${content.stem} ${rightDosesIn(content.item)} ${stated.sentence}`, context]))
    .some(
      (allowed) =>
        allowed.patients.some((patient) => patients.includes(patient)) &&
        (stated.routes.length === 0 ? !allowed.routes.includes('ET') : allowed.routes.some((route) => stated.routes.includes(route))) &&
        isWithin(stated, allowed, weights),
    )
}

/** 1% tolerance for rounding. */
const within = (value: number, [low, high]: readonly [number, number], play = 0.01) =>
  value >= low * (1 - play) && value <= high * (1 + play)

function isWithin(stated: DoseStatement, { unit, dose, limits }: DoseRule, weights: readonly number[]): boolean {
  if (stated.isLimit && limits.some((limit) => within(stated.low, [limit, limit]))) return true
  if (stated.unit === unit) return within(stated.low, dose) && within(stated.high, dose)
  // A weight-based dose may be stated for the question's weight, rounded as drawn up.
  const scale = unit === 'mcg/kg/min' && stated.unit === 'mg/min' ? 0.001 : unit === `${stated.unit}/kg` ? 1 : null
  if (scale === null) return false
  const largest = unit !== 'J/kg' && limits.length > 0 ? Math.max(...limits) : Number.POSITIVE_INFINITY
  return weights.some((weight) => {
    const range = [Math.min(dose[0] * weight * scale, largest), Math.min(dose[1] * weight * scale, largest)] as const
    return within(stated.low, range, 0.1) && within(stated.high, range, 0.1)
  })
}

const factor = String.raw`(?:${number})(?:\s*[a-zA-Z%]+(?:\/[a-zA-Z]+)*)?`
const equation = new RegExp(String.raw`(${factor}(?:\s*[×÷]\s*${factor})+)\s*=\s*(${number})(%?)`, 'g')
const term = new RegExp(String.raw`([×÷]?)\s*(${number})`, 'g')

/** Checks sums like "15 kg × 0.01 mg/kg = 0.15 mg", ignoring powers of a thousand between units. */
export const wrongSums = (text: string): string[] =>
  [...text.matchAll(equation)].flatMap(([words, left = '', result = '', percent]) => {
    let exact = 1
    for (const [, sign, figures = ''] of left.matchAll(term)) exact = sign === '÷' ? exact / amount(figures) : exact * amount(figures)
    return [0.001, 1, 1000, ...(percent ? [0.01] : [])].some((scale) => within(amount(result) * scale, [exact, exact], 0.02))
      ? []
      : [words.trim()]
  })

const bareDose = new RegExp(
  String.raw`\b(?:${tableDrugs
    .filter((drug) => !energies.has(drug) && drug !== 'crystalloid')
    .map((drug) => names[drug]?.source ?? drug)
    .join(
      '|',
    )})\s+(?:${number})(?:\s*(?:to|or|-|–)\s*(?:${number}))?(?!\s*(?:mg|mcg|g|grams?|milligrams?|micrograms?|mEq|units?|mL|%|puffs?|drops?|minutes?|hours?|times|percent|to|or)|[\d.,%])`,
  'gi',
)

/** Such as "epinephrine 0.3 IM". */
export const dosesWithoutUnit = (text: string): string[] => [...text.matchAll(bareDose)].map(([words]) => words)
