import type { ModuleName } from '../questions/modules.ts'

/**
 * Percent. The exam's five domains (Airway 20, Cardiology 22, Trauma 16, Medical 30, EMS Operations 12) spread over our
 * modules: Medical includes Pharmacology and Psychiatric; all give a part to Pediatrics and Geriatrics.
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
