import type { nremtDomains } from '../../questions/shown/terms.ts'

/** Exam formats. A started exam carries its own copy in its facts, so changes here affect only later exams. */

export const examDomains = ['Airway', 'Cardiology', 'Trauma', 'Medical', 'EMS Operations'] as const
export type ExamDomain = (typeof examDomains)[number]

/** A sixth of the 2024 blueprint: questions from any domain that need clinical judgment. */
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

/** The National Registry's exam: the former one (until June 2024) first. */
export const mockBlueprints = ['national_registry', 'national_registry_2024'] as const satisfies readonly BlueprintName[]
export type MockBlueprint = (typeof mockBlueprints)[number]
export const TODAYS_EXAM: MockBlueprint = 'national_registry_2024'
export const isMock = (blueprint: BlueprintName): blueprint is MockBlueprint =>
  (mockBlueprints as readonly BlueprintName[]).includes(blueprint)

export const balances = ['domain', 'domain_or_judgment', 'module'] as const
export type Balance = (typeof balances)[number]

export interface Blueprint {
  readonly examType: ExamType
  readonly minItems: number
  readonly maxItems: number
  readonly minutes: number
  readonly pilots: number
  readonly balance: Balance
  /** Percent; null when the exam's modules share it in proportion to the real exam. */
  readonly shares: Readonly<Record<string, number>> | null
  /** Percent of the exam given as Clinical Judgment sets; null without a share of their own. */
  readonly sets: number | null
  /** `confidence`: stop once 95% sure of the side of the cut. `curtailment`: or once it would hardly change. */
  readonly stopping: 'confidence' | 'curtailment'
}

export const LISTED_TOTAL = 100

const byModules = { pilots: 0, balance: 'module', shares: null, sets: null, stopping: 'curtailment' } as const

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
  /** Midpoints of the ranges of July 2024, scaled to 100; two sets of 10 in 110 items (nremt.org, 2022). */
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
    ...byModules,
  },
  module: {
    examType: 'module_specific',
    minItems: 20,
    maxItems: 40,
    minutes: 60,
    ...byModules,
  },
  weak_areas: {
    examType: 'weak_areas',
    minItems: 15,
    maxItems: 30,
    minutes: 45,
    ...byModules,
  },
}
