import type { QuestionContent } from '@medicready/domain/questions/content'
import type { Item, ItemKind } from '@medicready/domain/questions/item'

const why = (words: string) => `${words} This is what decides.`

const items: { readonly [Kind in ItemKind]: { readonly stem: string; readonly item: Extract<Item, { kind: Kind }> } } = {
  multiple_choice: {
    stem: 'A 30-year-old man has a spurting wound of the forearm that direct pressure does not stop. What is the next step?',
    item: {
      kind: 'multiple_choice',
      options: [
        { id: 'arm', text: 'Elevate the arm above the heart', rationale: why('Elevation alone stops no artery.') },
        { id: 'ice', text: 'Pack the wound with ice', rationale: why('Cold stops no artery.') },
        { id: 'point', text: 'Press on the brachial artery', rationale: why('Pressure points are no longer taught.') },
        { id: 'tq', text: 'Put a tourniquet high on the arm', rationale: null },
      ],
      key: 'tq',
    },
  },
  multiple_response: {
    stem: 'A 24-year-old woman wheezes and has hives after a bee sting. Which two are given first?',
    item: {
      kind: 'multiple_response',
      options: [
        { id: 'albuterol', text: 'Albuterol by nebulizer', rationale: why('It follows for what is left of the wheeze.') },
        { id: 'diphen', text: 'Diphenhydramine', rationale: why('It helps the hives alone.') },
        { id: 'epi', text: 'Epinephrine into the thigh', rationale: why('It is the first drug of anaphylaxis.') },
        { id: 'fluid', text: 'Normal saline, 1 L', rationale: why('It is for low blood pressure.') },
        { id: 'o2', text: 'Oxygen in a high concentration', rationale: why('She is short of breath.') },
        { id: 'steroid', text: 'Methylprednisolone', rationale: why('It works after hours.') },
      ],
      keys: ['epi', 'o2'],
    },
  },
  build_list: {
    stem: 'A 60-year-old man has no pulse. Put the first steps in order.',
    item: {
      kind: 'build_list',
      steps: [
        { id: 'compress', text: 'Begin chest compressions', rationale: why('Blood flow comes first.') },
        { id: 'pads', text: 'Attach the pads', rationale: why('Compressions go on meanwhile.') },
        { id: 'rhythm', text: 'Read the rhythm', rationale: why('It needs the pads.') },
        { id: 'shock', text: 'Deliver a shock', rationale: why('The rhythm decides.') },
      ],
      order: ['compress', 'pads', 'rhythm', 'shock'],
    },
  },
  drag_drop: {
    stem: 'Sort each finding by the kind of shock that it points to.',
    item: {
      kind: 'drag_drop',
      boxes: [
        { id: 'obstructive', text: 'Obstructive' },
        { id: 'distributive', text: 'Distributive' },
      ],
      things: [
        { id: 'hives', text: 'Hives and a swollen tongue', rationale: why('Anaphylaxis.') },
        { id: 'jvd', text: 'Full neck veins after a stab to the chest', rationale: why('Tamponade.') },
        { id: 'trachea', text: 'A shifted trachea', rationale: why('Tension pneumothorax.') },
        { id: 'warm', text: 'Warm skin below a cord injury', rationale: why('Neurogenic.') },
      ],
      placement: { hives: 'distributive', jvd: 'obstructive', trachea: 'obstructive', warm: 'distributive' },
    },
  },
  options_table: {
    stem: 'A 58-year-old woman has crushing chest pain. Mark each order as given or held.',
    item: {
      kind: 'options_table',
      columns: [
        { id: 'give', text: 'Give' },
        { id: 'hold', text: 'Hold' },
        { id: 'ask', text: 'Ask first' },
      ],
      rows: [
        { id: 'aspirin', text: 'Aspirin, 324 mg', rationale: why('Nothing speaks against it.') },
        { id: 'nitro', text: 'Nitroglycerin at 84/50 mm Hg', rationale: why('The pressure is too low.') },
        { id: 'heparin', text: 'Heparin', rationale: why('The receiving hospital says.') },
      ],
      marks: { aspirin: 'give', nitro: 'hold', heparin: 'ask' },
    },
  },
  hot_spot: {
    stem: 'Where in the picture is lead V1 recorded?',
    item: {
      kind: 'hot_spot',
      spots: [
        { id: 'one', text: 'Top row, first column', rationale: why('Lead I.'), x: 12.5, y: 12.5 },
        { id: 'two', text: 'Top row, third column', rationale: why('Lead V1.'), x: 62.5, y: 12.5 },
        { id: 'three', text: 'Second row, second column', rationale: why('Lead aVL.'), x: 37.5, y: 37.5 },
        { id: 'four', text: 'Third row, fourth column', rationale: why('Lead V6.'), x: 87.5, y: 62.5 },
      ],
      key: 'two',
    },
  },
  fill_in_blank: {
    stem: 'A patient weighs 80 kg and needs 5 mcg/kg/min of a drug of 1,600 mcg/mL. At what rate does the pump run?',
    item: {
      kind: 'fill_in_blank',
      unit: 'mL/h',
      value: 15,
      tolerance: 0.1,
      errors: [
        { value: 0.25, rationale: why('Minutes were not turned into hours.') },
        { value: 33, rationale: why('Pounds were taken for kilograms.') },
      ],
    },
  },
}

export const sampleQuestion = (kind: ItemKind, number = 1): QuestionContent => ({
  module: 'Trauma',
  stem: `Case ${number}. ${items[kind].stem}`,
  picture: kind === 'hot_spot' ? { kind: 'ecg_12_lead', pattern: 'normal', rate: null, seed: 1, alt: null } : null,
  scenario: null,
  item: items[kind].item,
  explanation: 'The order of what kills first decides, and the rest can wait until that is done.',
  explanationPicture: null,
  clinicalPearl: 'What can be seen at once is treated at once.',
  references: ['National Model EMS Clinical Guidelines, 2022'],
  difficulty: 'moderate',
  bloomsLevel: 'apply',
  guideline: { name: 'National Model EMS Clinical Guidelines', year: 2022 },
  tags: { domain: 'Trauma', subTopic: 'Shock', ageGroup: 'adult', judgmentStep: null },
})
