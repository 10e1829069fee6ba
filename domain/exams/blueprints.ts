import type { nremtDomains } from '../questions/terms.ts'

/**
 * What an exam is made of: how long it is, when it stops and how its items are shared out. An exam that has begun has
 * all of it in its own facts, so that a change here concerns only those to come.
 */

/** The five domains of the exam, by the names that calls and screens use. */
export const examDomains = ['Airway', 'Cardiology', 'Trauma', 'Medical', 'EMS Operations'] as const
export type ExamDomain = (typeof examDomains)[number]

/** Of the blueprint of 2024 a sixth part: whatever asks for a step of clinical judgment, from any domain. */
export const CLINICAL_JUDGMENT = 'Clinical Judgment'

const domainNames: Readonly<Record<(typeof nremtDomains)[number], ExamDomain>> = {
  'Airway, Respiration & Ventilation': 'Airway',
  'Cardiology & Resuscitation': 'Cardiology',
  Trauma: 'Trauma',
  'Medical / Obstetrics & Gynecology': 'Medical',
  'EMS Operations': 'EMS Operations',
}
export const examDomainOf = (domain: (typeof nremtDomains)[number]): ExamDomain => domainNames[domain]

export const examTypes = ['full_exam', 'module_specific', 'weak_areas'] as const
export type ExamType = (typeof examTypes)[number]

export const blueprintNames = ['national_registry', 'national_registry_2024', 'full_simulation', 'module', 'weak_areas'] as const
export type BlueprintName = (typeof blueprintNames)[number]

/**
 * Those of the National Registry's exam, the former one (until June 2024) first: what readiness is told of, and what a
 * plan has on the way to the real one.
 */
export const mockBlueprints = ['national_registry', 'national_registry_2024'] as const satisfies readonly BlueprintName[]
export type MockBlueprint = (typeof mockBlueprints)[number]
/** The exam as it is today: readiness, plans and mock exams are about it until a learner chooses the former one. */
export const TODAYS_EXAM: MockBlueprint = 'national_registry_2024'
export const isMock = (blueprint: BlueprintName): blueprint is MockBlueprint =>
  (mockBlueprints as readonly BlueprintName[]).includes(blueprint)

/** By what an exam's items are shared out. */
export const balances = ['domain', 'domain_or_judgment', 'module'] as const
export type Balance = (typeof balances)[number]

export interface Blueprint {
  readonly examType: ExamType
  readonly minItems: number
  readonly maxItems: number
  readonly minutes: number
  /** How many of the items are on trial and count in nothing. */
  readonly pilots: number
  readonly balance: Balance
  /** In percent; null where the modules of the exam share it by what they are of the real one. */
  readonly shares: Readonly<Record<string, number>> | null
  /** How much of the exam the sets of Clinical Judgment are, in percent; null where sets have no share of their own. */
  readonly sets: number | null
  /**
   * `confidence`: once the ability is above or below the cut with 95 % confidence. `curtailment`: also once more items
   * would hardly change which side it is on.
   */
  readonly stopping: 'confidence' | 'curtailment'
}

/** What the mock exam's number of questions is where one number is told of it. */
export const LISTED_TOTAL = 100

export const blueprints: Readonly<Record<BlueprintName, Blueprint>> = {
  national_registry: {
    examType: 'full_exam',
    minItems: 80,
    maxItems: 150,
    minutes: 150,
    pilots: 0,
    balance: 'domain',
    shares: { Airway: 20, Cardiology: 22, Trauma: 16, Medical: 30, 'EMS Operations': 12 },
    sets: null,
    stopping: 'confidence',
  },
  /**
   * The middles of the ranges that are published since July 2024, brought to a hundred. The National Registry says of
   * its scenarios that a paramedic's exam has more than one, each of up to 10 items ("The National Registry's launch of
   * scenario-based items for ALS examinations", nremt.org, July 2022): two make 20 of the 110 scored items that an exam
   * of middle length has, which is half of Clinical Judgment.
   */
  national_registry_2024: {
    examType: 'full_exam',
    minItems: 110,
    maxItems: 150,
    minutes: 210,
    pilots: 20,
    balance: 'domain_or_judgment',
    shares: { Airway: 10, Cardiology: 12, Trauma: 8, Medical: 25, 'EMS Operations': 10, [CLINICAL_JUDGMENT]: 35 },
    sets: 18,
    stopping: 'confidence',
  },
  full_simulation: {
    examType: 'full_exam',
    minItems: 70,
    maxItems: 120,
    minutes: 120,
    pilots: 0,
    balance: 'module',
    shares: null,
    sets: null,
    stopping: 'curtailment',
  },
  module: {
    examType: 'module_specific',
    minItems: 20,
    maxItems: 40,
    minutes: 60,
    pilots: 0,
    balance: 'module',
    shares: null,
    sets: null,
    stopping: 'curtailment',
  },
  weak_areas: {
    examType: 'weak_areas',
    minItems: 15,
    maxItems: 30,
    minutes: 45,
    pilots: 0,
    balance: 'module',
    shares: null,
    sets: null,
    stopping: 'curtailment',
  },
}
