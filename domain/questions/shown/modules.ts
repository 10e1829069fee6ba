/** `name` is stored in events and tables; `label` is displayed. */
export const modules = [
  { name: 'Airway, Respiration & Ventilation', label: 'Airway, Respiration & Ventilation', slug: 'airway' },
  { name: 'Cardiology & Resuscitation', label: 'Cardiology & Resuscitation', slug: 'cardiology' },
  { name: 'Trauma', label: 'Trauma', slug: 'trauma' },
  { name: 'Medical (OB/GYN, Neurology, GI/GU, Endocrine, Behavioral, ID)', label: 'Medical Emergencies', slug: 'medical' },
  { name: 'Pharmacology & Medication Administration', label: 'Pharmacology', slug: 'pharmacology' },
  { name: 'Pediatrics', label: 'Pediatrics', slug: 'pediatrics' },
  { name: 'Geriatrics', label: 'Geriatrics', slug: 'geriatrics' },
  { name: 'EMS Operations', label: 'EMS Operations', slug: 'operations' },
  { name: 'Psychiatric Emergencies', label: 'Psychiatric Emergencies', slug: 'psychiatric' },
] as const

export type ModuleName = (typeof modules)[number]['name']
export const moduleNames = modules.map((module) => module.name) as [ModuleName, ...ModuleName[]]

export const moduleLabel = (name: ModuleName): string => modules.find((module) => module.name === name)?.label ?? name
