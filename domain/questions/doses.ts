import type { QuestionContent } from './content.ts'
import { correctAnswerOf } from './item.ts'
import { sentencesOf } from './readability.ts'

// The doses that questions may teach, from guidelines and not from the questions, so that each checks the other.

const aha = 'AHA Guidelines for CPR and ECC, 2020, as updated in 2025'
const ahaPeds = 'AHA Guidelines for CPR and ECC, Pediatric Life Support, 2020, as updated in 2025'
const ahaNeonatal = 'AHA Guidelines for CPR and ECC, Neonatal Resuscitation, 2020, as updated in 2025'
const ahaPoisoning = 'AHA Focused Update on Cardiac Arrest or Life-Threatening Toxicity Due to Poisoning, 2023'
const nasemso = 'NASEMSO National Model EMS Clinical Guidelines, Version 3.0, 2022'
const acs = 'ACC/AHA/ACEP/NAEMSP/SCAI Guideline for Acute Coronary Syndromes, 2025'
const af = 'ACC/AHA/ACCP/HRS Guideline for Atrial Fibrillation, 2023'
const svt = 'ACC/AHA/HRS Guideline for Supraventricular Tachycardia, 2015'
const aes = 'American Epilepsy Society Guideline: Convulsive Status Epilepticus, 2016'
const anaphylaxisParameter = 'Anaphylaxis: A 2023 Practice Parameter Update, 2023'
const acogHypertension = 'ACOG Practice Bulletin 222: Gestational Hypertension and Preeclampsia, 2020'
const acogHemorrhage = 'ACOG Practice Bulletin 183: Postpartum Hemorrhage, 2017'
const sepsis = 'Surviving Sepsis Campaign International Guidelines, 2020 (children) and 2021 (adults)'
const agitation = 'NAEMSP Position Statement: Care and Restraint of Agitated or Combative Patients, 2021'
const airwayDrugs = 'NAEMSP Prehospital Drug Assisted Airway Management Position Statement, 2022'
const phtls = 'PHTLS: Prehospital Trauma Life Support, 10th edition, 2023'
const stroke = 'AHA/ASA Guideline for the Early Management of Patients With Acute Ischemic Stroke, 2026'
const gina = 'Global Initiative for Asthma, Global Strategy for Asthma Management and Prevention, 2023'
const ventilation = 'NAEMSP Prehospital Mechanical Ventilation Position Statement, 2022'
const ada = 'ADA Standards of Care in Diabetes, 2024'
const acetaminophenStatement = 'Management of Acetaminophen Poisoning in the US and Canada: A Consensus Statement, 2023'
const label = 'FDA prescribing information, 2023'

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
export type Indication = keyof typeof cues

type Population = 'adult' | 'pediatric' | 'neonate'

/** `J` is energy; a rate is per minute. mL only by weight. */
export type DoseUnit = 'mg' | 'mg/kg' | 'mg/min' | 'mcg/kg/min' | 'mEq' | 'mEq/kg' | 'units' | 'units/kg' | 'mL/kg' | 'J' | 'J/kg'

export interface DoseRule {
  readonly drug: string
  readonly indication: Indication | null
  readonly populations: readonly Population[]
  readonly routes: readonly string[]
  readonly unit: DoseUnit
  readonly dose: readonly [number, number]
  /** Maximum single dose, total, or other taught limit, in the same unit without weight. */
  readonly limits: readonly number[]
  readonly source: string
}

const anyone: readonly Population[] = ['adult', 'pediatric', 'neonate']
const notNewborn: readonly Population[] = ['adult', 'pediatric']
const adult: readonly Population[] = ['adult']
const child: readonly Population[] = ['pediatric']
const vein = ['IV', 'IO']
const muscle = ['IM']
const nose = ['IN']
const mouth = ['PO', 'SL']
const nebulizer = ['NEB']
const electrodes = ['pads']

const rule = (
  drug: string,
  indication: Indication | null,
  populations: readonly Population[],
  routes: readonly string[],
  dose: number | readonly [number, number],
  unit: DoseUnit,
  source: string,
  ...limits: number[]
): DoseRule => ({ drug, indication, populations, routes, unit, dose: typeof dose === 'number' ? [dose, dose] : dose, limits, source })

/** Amounts in milligrams (1 g is 1000), milliequivalents, units or joules. */
export const doseRules: readonly DoseRule[] = [
  rule('epinephrine', 'cardiac arrest', adult, vein, 1, 'mg', aha),
  rule('epinephrine', 'cardiac arrest', child, vein, 0.01, 'mg/kg', ahaPeds, 1),
  rule('epinephrine', 'cardiac arrest', child, vein, 0.1, 'mL/kg', ahaPeds),
  rule('epinephrine', 'cardiac arrest', child, ['ET'], 0.1, 'mg/kg', ahaPeds, 2.5),
  rule('epinephrine', 'bradycardia', child, vein, 0.01, 'mg/kg', ahaPeds, 1),
  rule('epinephrine', 'bradycardia', adult, vein, [0.002, 0.01], 'mg/min', aha),
  rule('epinephrine', 'newborn', ['neonate'], vein, [0.01, 0.03], 'mg/kg', ahaNeonatal),
  rule('epinephrine', 'newborn', ['neonate'], vein, [0.1, 0.3], 'mL/kg', ahaNeonatal),
  rule('epinephrine', 'newborn', ['neonate'], ['ET'], [0.05, 0.1], 'mg/kg', ahaNeonatal),
  rule('epinephrine', 'anaphylaxis', adult, muscle, [0.3, 0.5], 'mg', aha),
  rule('epinephrine', 'anaphylaxis', child, muscle, 0.01, 'mg/kg', anaphylaxisParameter, 0.3, 0.5),
  rule('epinephrine', 'anaphylaxis', child, muscle, 0.01, 'mL/kg', anaphylaxisParameter),
  rule('epinephrine', 'anaphylaxis', child, muscle, [0.15, 0.3], 'mg', nasemso),
  rule('epinephrine', 'bronchospasm', adult, muscle, [0.3, 0.5], 'mg', nasemso),
  rule('epinephrine', 'bronchospasm', child, muscle, 0.01, 'mg/kg', nasemso, 0.3, 0.5),
  rule('epinephrine', 'anaphylaxis', adult, vein, [0.002, 0.01], 'mg/min', nasemso),
  rule('epinephrine', 'shock or low blood pressure', adult, vein, [0.01, 0.02], 'mg', nasemso),
  rule('epinephrine', 'shock or low blood pressure', adult, vein, [0.002, 0.01], 'mg/min', aha),
  rule('epinephrine', 'shock or low blood pressure', anyone, vein, [0.05, 1], 'mcg/kg/min', nasemso),
  rule('epinephrine', 'shock or low blood pressure', child, vein, 0.001, 'mg/kg', nasemso),
  rule('epinephrine', 'croup', child, nebulizer, 5, 'mg', nasemso),
  rule('amiodarone', 'cardiac arrest', adult, vein, 300, 'mg', aha),
  rule('amiodarone', 'cardiac arrest', adult, vein, 150, 'mg', aha),
  rule('amiodarone', 'cardiac arrest', child, vein, 5, 'mg/kg', ahaPeds, 300),
  rule('amiodarone', 'tachycardia with a pulse', adult, vein, 150, 'mg', aha),
  rule('amiodarone', 'tachycardia with a pulse', adult, vein, 1, 'mg/min', aha),
  rule('amiodarone', 'tachycardia with a pulse', child, vein, 5, 'mg/kg', ahaPeds, 300),
  rule('lidocaine', 'cardiac arrest', adult, vein, [1, 1.5], 'mg/kg', aha, 3),
  rule('lidocaine', 'cardiac arrest', adult, vein, [0.5, 0.75], 'mg/kg', aha),
  rule('lidocaine', 'cardiac arrest', child, vein, 1, 'mg/kg', ahaPeds),
  rule('lidocaine', 'tachycardia with a pulse', adult, vein, [0.5, 1.5], 'mg/kg', aha, 3),
  rule('lidocaine', 'pain', adult, ['IO'], [20, 40], 'mg', nasemso),
  rule('lidocaine', 'pain', child, ['IO'], 0.5, 'mg/kg', nasemso, 40),
  rule('atropine', 'bradycardia', adult, vein, 1, 'mg', aha, 3),
  rule('atropine', 'bradycardia', child, vein, 0.02, 'mg/kg', ahaPeds, 0.1, 0.5, 1),
  rule('atropine', 'induction', child, vein, 0.02, 'mg/kg', ahaPeds, 0.5),
  rule('atropine', 'poisoning', adult, [...vein, ...muscle], [1, 6], 'mg', ahaPoisoning),
  rule('atropine', 'poisoning', child, [...vein, ...muscle], [0.02, 0.05], 'mg/kg', ahaPoisoning),
  rule('adenosine', null, adult, vein, 6, 'mg', aha),
  rule('adenosine', null, adult, vein, 12, 'mg', aha),
  rule('adenosine', null, adult, vein, 3, 'mg', svt),
  rule('adenosine', null, child, vein, 0.1, 'mg/kg', ahaPeds, 6),
  rule('adenosine', null, child, vein, 0.2, 'mg/kg', ahaPeds, 12),
  rule('procainamide', null, adult, vein, [20, 50], 'mg/min', aha),
  rule('procainamide', null, adult, vein, [1, 4], 'mg/min', aha),
  rule('procainamide', null, adult, vein, [10, 17], 'mg/kg', aha, 17),
  rule('procainamide', null, child, vein, 15, 'mg/kg', ahaPeds),
  rule('sotalol', null, adult, vein, 100, 'mg', aha),
  rule('sotalol', null, adult, vein, 1.5, 'mg/kg', aha),
  rule('diltiazem', null, adult, vein, 0.25, 'mg/kg', af),
  rule('diltiazem', null, adult, vein, 0.35, 'mg/kg', svt),
  rule('diltiazem', null, adult, vein, [10, 25], 'mg', svt),
  rule('verapamil', null, adult, vein, [2.5, 10], 'mg', svt),
  rule('metoprolol', null, adult, vein, [2.5, 5], 'mg', af, 15),
  rule('esmolol', null, adult, vein, 0.5, 'mg/kg', svt),
  rule('labetalol', null, adult, vein, [10, 20], 'mg', stroke),
  rule('labetalol', 'eclampsia', adult, vein, [20, 80], 'mg', acogHypertension),
  rule('hydralazine', 'eclampsia', adult, vein, [5, 10], 'mg', acogHypertension),
  rule('magnesium', 'torsades', adult, vein, [1000, 2000], 'mg', aha),
  rule('magnesium', 'torsades', child, vein, [25, 50], 'mg/kg', ahaPeds, 2000),
  rule('magnesium', 'bronchospasm', adult, vein, 2000, 'mg', nasemso),
  rule('magnesium', 'bronchospasm', child, vein, [25, 50], 'mg/kg', nasemso, 2000),
  rule('magnesium', 'eclampsia', adult, vein, [4000, 6000], 'mg', acogHypertension),
  rule('magnesium', 'eclampsia', adult, muscle, 10_000, 'mg', acogHypertension, 5000),
  rule('calcium chloride', null, adult, vein, [500, 1000], 'mg', aha),
  rule('calcium chloride', 'poisoning', adult, vein, [1000, 2000], 'mg', ahaPoisoning),
  rule('calcium chloride', null, child, vein, 20, 'mg/kg', ahaPeds, 1000),
  rule('calcium gluconate', null, adult, vein, [1000, 3000], 'mg', aha),
  rule('calcium gluconate', 'poisoning', adult, vein, [3000, 6000], 'mg', ahaPoisoning),
  rule('calcium gluconate', null, child, vein, [60, 100], 'mg/kg', nasemso, 3000),
  rule('sodium bicarbonate', null, anyone, vein, [1, 2], 'mEq/kg', ahaPoisoning),
  rule('sodium bicarbonate', null, adult, vein, [50, 150], 'mEq', aha),
  rule('norepinephrine', null, adult, vein, [0.05, 0.5], 'mcg/kg/min', aha),
  rule('norepinephrine', null, adult, vein, [0.002, 0.04], 'mg/min', nasemso),
  rule('norepinephrine', null, child, vein, [0.05, 1], 'mcg/kg/min', ahaPeds),
  rule('dopamine', null, anyone, vein, [2, 20], 'mcg/kg/min', aha),
  rule('dobutamine', null, anyone, vein, [2, 20], 'mcg/kg/min', aha),
  rule('isoproterenol', null, adult, vein, [0.002, 0.01], 'mg/min', aha),
  rule('vasopressin', null, adult, vein, [0.01, 0.04], 'units', sepsis),
  rule('aspirin', null, adult, mouth, [162, 325], 'mg', acs),
  rule('nitroglycerin', 'acute coronary syndrome', adult, mouth, [0.3, 0.4], 'mg', acs),
  rule('nitroglycerin', 'heart failure', adult, mouth, [0.4, 0.8], 'mg', nasemso),
  rule('nitroglycerin', 'heart failure', adult, vein, [0.005, 0.4], 'mg/min', nasemso),
  rule('furosemide', 'heart failure', adult, vein, [20, 80], 'mg', nasemso),
  rule('furosemide', 'heart failure', adult, vein, [0.5, 1], 'mg/kg', nasemso),
  rule('heparin', null, adult, vein, 60, 'units/kg', acs, 4000),
  rule('heparin', null, adult, vein, 4000, 'units', acs),
  rule('alteplase', null, adult, vein, 0.9, 'mg/kg', stroke, 90),
  rule('tenecteplase', null, adult, vein, 0.25, 'mg/kg', stroke, 25),
  rule('morphine', null, adult, [...vein, ...muscle], [2, 10], 'mg', nasemso),
  rule('morphine', null, anyone, [...vein, ...muscle], [0.05, 0.1], 'mg/kg', nasemso, 10),
  rule('fentanyl', null, anyone, [...vein, ...muscle, ...nose], [0.0005, 0.002], 'mg/kg', nasemso, 0.1),
  rule('fentanyl', null, adult, [...vein, ...muscle, ...nose], [0.025, 0.1], 'mg', nasemso),
  rule('hydromorphone', null, adult, [...vein, ...muscle], [0.2, 1], 'mg', nasemso),
  rule('ketorolac', null, adult, [...vein, ...muscle], [15, 30], 'mg', nasemso),
  rule('ketorolac', null, child, [...vein, ...muscle], 0.5, 'mg/kg', nasemso, 15),
  rule('acetaminophen', null, adult, [...mouth, ...vein], [650, 1000], 'mg', nasemso, 4000),
  rule('acetaminophen', null, child, [...mouth, ...vein], 15, 'mg/kg', nasemso, 1000),
  // Toxic amounts are taught too.
  rule('acetaminophen', 'poisoning', anyone, mouth, [150, 200], 'mg/kg', acetaminophenStatement),
  rule('acetaminophen', 'poisoning', adult, mouth, 10_000, 'mg', acetaminophenStatement, 30_000),
  rule('ibuprofen', null, adult, mouth, [400, 800], 'mg', nasemso),
  rule('ibuprofen', null, child, mouth, 10, 'mg/kg', nasemso),
  rule('ketamine', 'pain', anyone, vein, [0.1, 0.3], 'mg/kg', nasemso, 30),
  rule('ketamine', 'pain', anyone, nose, [0.5, 1], 'mg/kg', nasemso),
  rule('ketamine', 'agitation', adult, muscle, [2, 5], 'mg/kg', agitation),
  rule('ketamine', 'agitation', adult, vein, [0.5, 2], 'mg/kg', agitation),
  rule('ketamine', 'induction', anyone, vein, [1, 2], 'mg/kg', airwayDrugs),
  rule('etomidate', null, anyone, vein, 0.3, 'mg/kg', airwayDrugs),
  rule('succinylcholine', null, anyone, vein, [1, 2], 'mg/kg', airwayDrugs),
  rule('rocuronium', null, anyone, vein, [0.6, 1.2], 'mg/kg', airwayDrugs),
  rule('midazolam', 'seizure', adult, muscle, 10, 'mg', aes),
  rule('midazolam', 'seizure', child, muscle, 5, 'mg', aes),
  rule('midazolam', 'seizure', child, muscle, 10, 'mg', aes),
  rule('midazolam', 'seizure', anyone, [...muscle, ...nose], 0.2, 'mg/kg', nasemso, 10),
  rule('midazolam', 'seizure', anyone, vein, 0.1, 'mg/kg', nasemso, 4, 5),
  rule('midazolam', 'agitation', adult, [...muscle, ...nose], [5, 10], 'mg', agitation),
  rule('midazolam', 'agitation', adult, vein, [1, 5], 'mg', nasemso),
  rule('midazolam', 'induction', adult, vein, [1, 5], 'mg', nasemso),
  rule('lorazepam', 'seizure', notNewborn, vein, 0.1, 'mg/kg', aes, 4),
  rule('lorazepam', 'seizure', adult, vein, 4, 'mg', aes),
  rule('lorazepam', 'agitation', adult, [...vein, ...muscle], [1, 4], 'mg', nasemso),
  rule('diazepam', 'seizure', notNewborn, vein, [0.15, 0.2], 'mg/kg', aes, 10),
  rule('diazepam', 'seizure', notNewborn, ['PR'], [0.2, 0.5], 'mg/kg', aes, 20),
  rule('diazepam', 'seizure', adult, vein, [5, 10], 'mg', aes),
  rule('haloperidol', null, adult, muscle, [5, 10], 'mg', nasemso),
  rule('droperidol', 'agitation', adult, [...muscle, ...vein], [2.5, 10], 'mg', nasemso),
  rule('droperidol', 'nausea', adult, [...muscle, ...vein], [0.625, 2.5], 'mg', nasemso),
  rule('olanzapine', null, adult, [...muscle, ...mouth], [5, 10], 'mg', nasemso),
  rule('ziprasidone', null, adult, muscle, [10, 20], 'mg', nasemso),
  rule('ondansetron', null, adult, [...vein, ...muscle, ...mouth], [4, 8], 'mg', nasemso),
  rule('ondansetron', null, child, [...vein, ...muscle, ...mouth], [0.1, 0.15], 'mg/kg', nasemso, 4),
  rule('metoclopramide', null, adult, [...vein, ...muscle], 10, 'mg', nasemso),
  rule('prochlorperazine', null, adult, [...vein, ...muscle], [5, 10], 'mg', nasemso),
  rule('naloxone', null, adult, [...vein, ...muscle], [0.04, 2], 'mg', nasemso),
  rule('naloxone', null, adult, nose, [2, 4], 'mg', nasemso),
  rule('naloxone', null, child, [...vein, ...muscle, ...nose], 0.1, 'mg/kg', nasemso, 2),
  rule('flumazenil', null, adult, vein, 0.2, 'mg', ahaPoisoning),
  rule('pralidoxime', null, adult, [...vein, ...muscle], [600, 2000], 'mg', ahaPoisoning),
  rule('pralidoxime', null, child, [...vein, ...muscle], [20, 50], 'mg/kg', ahaPoisoning),
  rule('hydroxocobalamin', null, adult, vein, 5000, 'mg', ahaPoisoning),
  rule('hydroxocobalamin', null, child, vein, 70, 'mg/kg', ahaPoisoning, 5000),
  rule('sodium thiosulfate', null, adult, vein, 12_500, 'mg', nasemso),
  rule('sodium thiosulfate', null, child, vein, [250, 500], 'mg/kg', ahaPoisoning, 12_500),
  rule('lipid emulsion', null, anyone, vein, 1.5, 'mL/kg', ahaPoisoning),
  rule('activated charcoal', null, adult, mouth, [25_000, 100_000], 'mg', nasemso),
  rule('activated charcoal', null, anyone, mouth, [500, 1000], 'mg/kg', nasemso, 50_000),
  rule('glucagon', 'hypoglycemia', adult, [...muscle, 'SC'], 1, 'mg', nasemso),
  rule('glucagon', 'hypoglycemia', notNewborn, nose, 3, 'mg', ada),
  rule('glucagon', 'hypoglycemia', child, [...muscle, 'SC'], [0.5, 1], 'mg', nasemso),
  rule('glucagon', 'poisoning', adult, vein, [2, 10], 'mg', ahaPoisoning),
  rule('glucagon', 'poisoning', child, vein, [0.05, 0.15], 'mg/kg', ahaPoisoning),
  rule('glucagon', 'anaphylaxis', adult, vein, [1, 5], 'mg', anaphylaxisParameter),
  rule('dextrose', 'hypoglycemia', adult, vein, [10_000, 25_000], 'mg', nasemso),
  rule('dextrose', 'hypoglycemia', child, vein, [500, 1000], 'mg/kg', ahaPeds),
  rule('dextrose', 'hypoglycemia', child, vein, [5, 10], 'mL/kg', ahaPeds),
  rule('dextrose', 'hypoglycemia', ['neonate'], vein, 200, 'mg/kg', ahaNeonatal),
  rule('dextrose', 'hypoglycemia', ['neonate'], vein, 2, 'mL/kg', ahaNeonatal),
  rule('oral glucose', null, adult, mouth, [15_000, 25_000], 'mg', nasemso),
  rule('oral glucose', null, child, mouth, [500, 1000], 'mg/kg', nasemso),
  rule('oral glucose', null, child, mouth, [10_000, 25_000], 'mg', nasemso),
  rule('thiamine', null, adult, [...vein, ...muscle], [100, 500], 'mg', nasemso),
  rule('albuterol', 'bronchospasm', anyone, nebulizer, [2.5, 5], 'mg', nasemso),
  rule('albuterol', 'anaphylaxis', anyone, nebulizer, [2.5, 5], 'mg', nasemso),
  rule('albuterol', 'hyperkalemia', adult, nebulizer, [10, 20], 'mg', aha),
  rule('ipratropium', null, anyone, nebulizer, [0.25, 0.5], 'mg', gina),
  rule('terbutaline', null, adult, ['SC'], 0.25, 'mg', label),
  rule('dexamethasone', null, adult, [...vein, ...muscle, ...mouth], [4, 16], 'mg', nasemso),
  rule('dexamethasone', null, child, [...vein, ...muscle, ...mouth], [0.15, 0.6], 'mg/kg', nasemso, 16),
  rule('methylprednisolone', null, adult, [...vein, ...muscle], [40, 125], 'mg', nasemso),
  rule('methylprednisolone', null, anyone, [...vein, ...muscle], [1, 2], 'mg/kg', nasemso, 125),
  rule('hydrocortisone', 'adrenal', adult, [...vein, ...muscle], 100, 'mg', nasemso),
  rule('hydrocortisone', 'adrenal', ['pediatric', 'neonate'], [...vein, ...muscle], 2, 'mg/kg', nasemso, 100),
  rule('diphenhydramine', null, adult, [...vein, ...muscle, ...mouth], [12.5, 50], 'mg', nasemso),
  rule('diphenhydramine', null, notNewborn, [...vein, ...muscle, ...mouth], 1, 'mg/kg', nasemso, 50),
  rule('famotidine', null, adult, [...vein, ...mouth], 20, 'mg', nasemso),
  rule('tranexamic acid', null, adult, vein, [1000, 2000], 'mg', phtls),
  rule('tranexamic acid', null, child, vein, 15, 'mg/kg', nasemso, 1000),
  rule('oxytocin', null, adult, muscle, 10, 'units', acogHemorrhage),
  rule('oxytocin', null, adult, vein, [10, 40], 'units', acogHemorrhage),
  rule('methylergonovine', null, adult, muscle, 0.2, 'mg', acogHemorrhage),
  rule('carboprost', null, adult, muscle, 0.25, 'mg', acogHemorrhage),
  rule('misoprostol', null, adult, [...mouth, 'PR'], [0.6, 1], 'mg', acogHemorrhage),
  rule('crystalloid', null, child, vein, [10, 20], 'mL/kg', sepsis, 40, 60),
  rule('crystalloid', null, child, vein, [5, 10], 'mL/kg', ahaPeds),
  rule('crystalloid', null, ['neonate'], vein, 10, 'mL/kg', ahaNeonatal),
  rule('crystalloid', null, adult, vein, [20, 30], 'mL/kg', sepsis),
  rule('packed red cells', null, child, vein, [10, 20], 'mL/kg', phtls),
  rule('tidal volume', null, anyone, ['ventilator'], [4, 8], 'mL/kg', ventilation),
  rule('defibrillation', null, adult, electrodes, [120, 360], 'J', aha),
  rule('defibrillation', null, child, electrodes, [2, 4], 'J/kg', ahaPeds, 10),
  rule('cardioversion', null, adult, electrodes, 100, 'J', aha),
  rule('cardioversion', null, adult, electrodes, [200, 360], 'J', aha),
  rule('cardioversion', null, child, electrodes, [0.5, 2], 'J/kg', ahaPeds),
]

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
  readonly population: Population | null
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
        population: populationIn(clause),
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

function populationIn(clause: string): Population | null {
  if (/\b(?:newborn|neonat\w*)\b/i.test(clause)) return 'neonate'
  if (/\b(?:child|children|pediatric|infants?)\b/i.test(clause)) return 'pediatric'
  return /\badults?\b(?! (?:\w+ )?(?:dose|maximum))/i.test(clause) ? 'adult' : null
}

const populationsOf: Readonly<Record<QuestionContent['tags']['ageGroup'], readonly Population[]>> = {
  neonate: ['neonate', 'pediatric'],
  infant: child,
  child,
  adolescent: ['pediatric', 'adult'],
  adult,
  geriatric: adult,
  any: anyone,
}

export interface DoseFault {
  readonly kind: 'unknown' | 'outside'
  readonly words: string
}

/** Of answer, explanation and pearl, also of unknown drugs. Stems and distractors may be wrong on purpose. */
export function doseFaults(content: QuestionContent): DoseFault[] {
  const answer = rightDosesIn(content.item)
  const context = [content.stem, answer, content.explanation, content.clinicalPearl].join(' ')
  const weights = [...context.matchAll(/(\d+(?:\.\d+)?)[- ]?kg\b/g)].map(([, weight]) => Number(weight))
  const fallback = [...new Set([...drugsIn(answer), ...drugsIn(content.stem), ...drugsIn(content.explanation)].map(({ drug }) => drug))]
  const faults: DoseFault[] = []
  for (const [place, text] of [
    ['answer', answer],
    ['explanation', content.explanation],
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
      .map((scope) => ofDrug.filter(({ indication }) => indication === null || cues[indication].test(scope)))
      .find((rules) => rules.length > 0) ?? ofDrug
  )
}

function isAllowed(stated: DoseStatement, content: QuestionContent, context: string, weights: readonly number[]): boolean {
  const populations: readonly Population[] =
    stated.population === null
      ? populationsOf[content.tags.ageGroup]
      : populationsOf[stated.population === 'pediatric' ? 'child' : stated.population]
  return stated.drugs
    .flatMap((drug) => rulesFor(drug, [`${content.stem} ${rightDosesIn(content.item)} ${stated.sentence}`, context]))
    .some(
      (allowed) =>
        allowed.populations.some((population) => populations.includes(population)) &&
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
const equation = new RegExp(String.raw`(${factor}(?:\s*[×÷]\s*${factor})+)\s*=\s*(${number})`, 'g')
const term = new RegExp(String.raw`([×÷]?)\s*(${number})`, 'g')

/** Checks sums like "15 kg × 0.01 mg/kg = 0.15 mg", ignoring powers of a thousand between units. */
export const wrongSums = (text: string): string[] =>
  [...text.matchAll(equation)].flatMap(([words, left = '', result = '']) => {
    let exact = 1
    for (const [, sign, figures = ''] of left.matchAll(term)) exact = sign === '÷' ? exact / amount(figures) : exact * amount(figures)
    return [0.001, 1, 1000].some((scale) => within(amount(result) * scale, [exact, exact], 0.02)) ? [] : [words.trim()]
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
