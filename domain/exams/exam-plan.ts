import { type ModuleName, moduleNames } from '../questions/shown/modules.ts'
import { Rejection } from '../refusals/rejection.ts'
import { type BlueprintName, blueprints, type ExamType, examDomains } from './shown/blueprints.ts'

/** Percent: the exam's five domains spread over our modules; all give a part to Pediatrics and Geriatrics. */
export const examShares: Readonly<Record<ModuleName, number>> = {
  'Airway, Respiration & Ventilation': 16,
  'Cardiology & Resuscitation': 18,
  Trauma: 13,
  'Medical (OB/GYN, Neurology, GI/GU, Endocrine, Behavioral, ID)': 16,
  'Pharmacology & Medication Administration': 9,
  Pediatrics: 9,
  Geriatrics: 5,
  'EMS Operations': 9,
  'Psychiatric Emergencies': 5,
}

export interface ExamWish {
  readonly examType: ExamType
  readonly targetModules: readonly string[]
  readonly blueprint: 'national_registry' | 'national_registry_2024'
}

export function blueprintFor({ examType, targetModules, blueprint }: ExamWish): BlueprintName {
  switch (examType) {
    case 'full_exam':
      if (targetModules.length === 0) return 'full_simulation'
      if (targetModules.length !== examDomains.length || !examDomains.every((domain) => targetModules.includes(domain)))
        throw new Rejection('examTargetsUnknown')
      return blueprint
    case 'module_specific':
      if (targetModules.length === 0) throw new Rejection('moduleRequired')
      if (targetModules.length > 1 || !targetModules.every(isModule)) throw new Rejection('examTargetsUnknown')
      return 'module'
    case 'weak_areas':
      if (targetModules.length > 0) throw new Rejection('examTargetsUnknown')
      return 'weak_areas'
  }
}

export const isModule = (name: string): name is ModuleName => moduleNames.some((module) => module === name)

export interface Share {
  readonly category: string
  readonly percent: number
}

export function sharesOf(name: BlueprintName, modules: readonly ModuleName[]): Share[] {
  const { shares } = blueprints[name]
  if (shares) return Object.entries(shares).map(([category, percent]) => ({ category, percent }))
  const whole = modules.reduce((sum, module) => sum + examShares[module], 0)
  return modules.map((category) => ({ category, percent: Math.round((1e8 * examShares[category]) / whole) / 1e6 }))
}
