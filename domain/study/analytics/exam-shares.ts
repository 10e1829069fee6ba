import type { nremtDomains } from '../../questions/terms.ts'
import type { ModuleName } from '../modules.ts'

type ExamDomain = (typeof nremtDomains)[number]

/** What part of the exam each of its domains makes up. */
export const domainShares: Readonly<Record<ExamDomain, number>> = {
  'Airway, Respiration & Ventilation': 0.2,
  'Cardiology & Resuscitation': 0.22,
  Trauma: 0.16,
  'Medical / Obstetrics & Gynecology': 0.3,
  'EMS Operations': 0.12,
}

/**
 * What part of the exam each module prepares for. The exam knows five domains and we have nine modules, of which some
 * go across: the share of a domain is divided among the modules as the questions of the curated bank on that domain
 * are, and a module has the sum of its parts. In hundredths, which a test compares with the bank.
 */
export const moduleShares: Readonly<Record<ModuleName, number>> = {
  'Airway, Respiration & Ventilation': 0.14,
  'Cardiology & Resuscitation': 0.13,
  Trauma: 0.12,
  'Medical (OB/GYN, Neurology, GI/GU, Endocrine, Behavioral, ID)': 0.1,
  'Pharmacology & Medication Administration': 0.11,
  Pediatrics: 0.12,
  Geriatrics: 0.1,
  'EMS Operations': 0.08,
  'Psychiatric Emergencies': 0.1,
}
