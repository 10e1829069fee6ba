import type { BankQuestion } from './content.ts'
import { type ModuleName, moduleLabel, moduleNames, modules } from './modules.ts'
import { ageGroups, bloomsLevels, difficulties, judgmentSteps, nremtDomains } from './terms.ts'

type AgeGroup = BankQuestion['tags']['ageGroup']

/** The allowed tags, so that gaps are visible and a typo is not a new sub-topic. */
export const subTopics: Readonly<Record<ModuleName, readonly string[]>> = {
  'Airway, Respiration & Ventilation': [
    'Airway and breathing assessment',
    'Basic airway maneuvers and suction',
    'Capnography and pulse oximetry',
    'Drug-assisted airway management',
    'Endotracheal intubation',
    'Noninvasive and mechanical ventilation',
    'Obstruction and surgical airway',
    'Oxygen therapy',
    'Positive pressure ventilation',
    'Respiratory anatomy and physiology',
    'Respiratory diseases',
    'Supraglottic airways',
    'Tracheostomy and special airways',
  ],
  'Cardiology & Resuscitation': [
    '12-lead ECG interpretation',
    'Acute coronary syndrome',
    'Adult cardiac arrest',
    'Bradycardia and heart block',
    'Cardiac anatomy and electrophysiology',
    'Cardiac devices',
    'Electrical therapy',
    'Heart failure and cardiogenic shock',
    'Narrow-complex tachycardia',
    'Pediatric and neonatal resuscitation',
    'Post-cardiac arrest care',
    'Special circumstances in arrest',
    'Vascular and hypertensive emergencies',
    'Wide-complex tachycardia',
  ],
  Trauma: [
    'Abdominal and pelvic trauma',
    'Burns',
    'Chest trauma',
    'Environmental emergencies',
    'Face, eye and neck trauma',
    'Field triage and destination',
    'Head and brain injury',
    'Hemorrhage control and shock',
    'Mechanism of injury and blast',
    'Musculoskeletal trauma',
    'Soft-tissue and crush injury',
    'Spinal trauma',
    'Trauma in special populations',
  ],
  'Medical (OB/GYN, Neurology, GI/GU, Endocrine, Behavioral, ID)': [
    'Anaphylaxis and immunology',
    'Behavioral emergencies',
    'Complications of pregnancy',
    'Diabetic emergencies',
    'Gastrointestinal emergencies',
    'Genitourinary and renal emergencies',
    'Gynecologic emergencies',
    'Hematologic emergencies',
    'Infectious disease and sepsis',
    'Labor, delivery and newborn',
    'Seizures and other neurologic disorders',
    'Stroke',
    'Thyroid and adrenal disorders',
    'Toxicology',
  ],
  'Pharmacology & Medication Administration': [
    'Analgesia and sedation',
    'Antidotes and toxicology',
    'Autonomic pharmacology',
    'Cardiovascular drugs',
    'Drug calculations',
    'Endocrine and neurologic drugs',
    'Fluids and blood products',
    'Medication safety',
    'Obstetric drugs',
    'Pharmacokinetics and pharmacodynamics',
    'Regulation and controlled substances',
    'Respiratory and allergy drugs',
    'Routes and administration technique',
    'Special populations',
  ],
  Pediatrics: [
    'Assessment and development',
    'Cardiac arrest and dysrhythmias',
    'Child maltreatment, BRUE and SIDS',
    'Lower airway emergencies',
    'Medication safety and vascular access',
    'Neurologic and infectious emergencies',
    'Newborn care and resuscitation',
    'Respiratory failure and ventilation',
    'Shock and fluid resuscitation',
    'Special health care needs',
    'Toxicology and metabolic emergencies',
    'Trauma and burns',
    'Upper airway emergencies',
  ],
  Geriatrics: [
    'Assessment and communication',
    'Cardiovascular emergencies',
    'Delirium, dementia and depression',
    'Elder abuse and neglect',
    'End-of-life care and advance directives',
    'Endocrine and environmental emergencies',
    'Falls and trauma',
    'Gastrointestinal and genitourinary emergencies',
    'Infection and sepsis',
    'Physiology of aging',
    'Polypharmacy and drug toxicity',
    'Respiratory emergencies',
    'Stroke and neurologic emergencies',
  ],
  'EMS Operations': [
    'Air medical operations',
    'Documentation and communication',
    'Emergency vehicle operations',
    'Hazardous materials',
    'Incident command',
    'Infection control and responder exposure',
    'Legal and ethical practice',
    'Mass-casualty triage',
    'Provider wellness and quality improvement',
    'Rescue and extrication',
    'Scene safety and roadway operations',
    'Terrorism and hostile events',
  ],
  'Psychiatric Emergencies': [
    'Anxiety, trauma and somatic disorders',
    'Legal and ethical issues',
    'Medical mimics',
    'Mood disorders',
    'Physical restraint',
    'Psychiatric assessment',
    'Psychotic disorders',
    'Psychotropic drug toxicity',
    'Scene safety and de-escalation',
    'Severe agitation and sedation',
    'Special populations',
    'Substance use and withdrawal',
    'Suicide and self-harm',
  ],
}

const children: readonly AgeGroup[] = ['neonate', 'infant', 'child', 'adolescent']

interface NeededAges {
  readonly ages: readonly AgeGroup[]
  readonly atLeast: number
}

const mostlyAdult = (geriatric: number): NeededAges[] => [
  { ages: ['adult'], atLeast: 20 },
  { ages: children, atLeast: 4 },
  { ages: ['geriatric'], atLeast: geriatric },
]

/** Minimum numbers of questions per patient group. */
export const neededAges: Readonly<Record<ModuleName, readonly NeededAges[]>> = {
  'Airway, Respiration & Ventilation': mostlyAdult(1),
  'Cardiology & Resuscitation': [...mostlyAdult(2), { ages: ['neonate'], atLeast: 1 }],
  Trauma: mostlyAdult(1),
  'Medical (OB/GYN, Neurology, GI/GU, Endocrine, Behavioral, ID)': mostlyAdult(2),
  'Pharmacology & Medication Administration': mostlyAdult(2),
  Pediatrics: [
    { ages: ['neonate'], atLeast: 4 },
    { ages: ['infant'], atLeast: 8 },
    { ages: ['child'], atLeast: 20 },
    { ages: ['adolescent'], atLeast: 2 },
  ],
  Geriatrics: [{ ages: ['geriatric'], atLeast: 60 }],
  'EMS Operations': [
    { ages: ['adult', 'any'], atLeast: 20 },
    { ages: children, atLeast: 2 },
  ],
  'Psychiatric Emergencies': mostlyAdult(1),
}

export const tally = <Value extends string>(values: readonly Value[], found: readonly (Value | null)[]): Map<Value, number> => {
  const counts = new Map(values.map((value) => [value, 0]))
  for (const value of found) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

const percent = (part: number, whole: number): string => `${whole === 0 ? 0 : Math.round((100 * part) / whole)} %`
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [row(head), row(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n')

/** Counted from the tags. */
export function coveragePage(bank: readonly BankQuestion[]): string {
  const of = (name: ModuleName) => bank.filter(({ module }) => module === name)
  const perModule = <Value extends string>(values: readonly Value[], value: (question: BankQuestion) => Value | null) =>
    table(
      ['Module', ...values],
      [
        ...moduleNames.map((name) => [moduleLabel(name), ...tally(values, of(name).map(value)).values()]),
        ['All', ...[...tally(values, bank.map(value)).values()].map((count) => `${count} (${percent(count, bank.length)})`)],
      ],
    )
  const subTopicRows = modules.map(({ name, label }) => {
    const questions = of(name)
    const rows = subTopics[name].map((subTopic) => {
      const some = questions.filter(({ tags }) => tags.subTopic === subTopic)
      const counted = <Value extends string>(values: readonly Value[], value: (question: BankQuestion) => Value | null) =>
        tally(values, some.map(value))
      return [
        subTopic,
        some.length,
        ...counted(difficulties, ({ difficulty }) => difficulty).values(),
        some.filter(({ bloomsLevel }) => bloomsLevel !== 'remember').length,
        [...counted(ageGroups, ({ tags }) => tags.ageGroup)].flatMap(([age, count]) => (count > 0 ? [`${age} ${count}`] : [])).join(', '),
      ]
    })
    return `### ${label}\n\n${table(['Sub-topic', 'Questions', ...difficulties, 'Above remembering', 'Ages'], rows)}`
  })
  return [
    '# What the question bank covers',
    `Counted from the tags of the ${bank.length} questions by \`npm run coverage\`; a test fails when this page is behind the files.`,
    '## Difficulty',
    perModule(difficulties, ({ difficulty }) => difficulty),
    "## Bloom's level",
    perModule(bloomsLevels, ({ bloomsLevel }) => bloomsLevel),
    '## Domains of the national exam',
    perModule(nremtDomains, ({ tags }) => tags.domain),
    '## Ages of the patients',
    perModule(ageGroups, ({ tags }) => tags.ageGroup),
    '## Steps of clinical judgment',
    perModule(judgmentSteps, ({ tags }) => tags.judgmentStep),
    '## Sub-topics',
    ...subTopicRows,
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n')
}
