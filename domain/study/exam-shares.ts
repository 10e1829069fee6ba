import type { ModuleName } from './modules.ts'

/**
 * How much of the exam each module stands for, in percent. The exam is parted into five domains (Airway 20, Cardiology
 * 22, Trauma 16, Medical 30, EMS Operations 12): Medical holds what Pharmacology and Psychiatric Emergencies teach, and
 * each of the others gives a part of its own to children and old people, whom all of them ask about.
 */
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
