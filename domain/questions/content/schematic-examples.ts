import type { SchematicOf, SchematicSubject } from './schematics.ts'

/** What the editor begins with. By themselves, so that screens can load them without the schemas. */
export const schematicExamples: { readonly [Subject in SchematicSubject]: SchematicOf<Subject> } = {
  placard: { subject: 'placard', hazards: ['flammable_liquid'], number: 1203 },
  fire_diamond: { subject: 'fire_diamond', health: 1, flammability: 3, instability: 0, special: 'none' },
  drug_label: {
    subject: 'drug_label',
    container: 'vial',
    drug: 'Ketamine',
    amount: '500 mg per 10 mL',
    concentration: '50 mg/mL',
    use: 'For IV or IM use',
    expiryMonth: 5,
    expiryYear: 2028,
  },
  pump: {
    subject: 'pump',
    drug: 'Norepinephrine',
    bag: '4 mg in 250 mL (16 mcg/mL)',
    running: true,
    dose: '0.1 mcg/kg/min',
    rate: '30 mL/hr',
    weight: '80 kg',
    timeLeft: '400 min',
    infused: '50 mL',
    remaining: '200 mL',
    alarm: 'none',
  },
  pupils: { subject: 'pupils', right: 4, left: 4, reacting: 'both' },
}
