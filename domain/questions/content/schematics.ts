import { z } from 'zod'
import { printableText } from '../../core/text.ts'
import { ecgRhythms } from './picture-names.ts'

// Parameters of schematic drawings, flat, so that the editor derives its fields from them. Values never change their
// meaning: stored questions refer to them.

const pupils = z.object({
  subject: z.literal('pupils'),
  /** Diameters in mm. The patient's right is on the viewer's left. */
  right: z.int().min(1).max(9),
  left: z.int().min(1).max(9),
  reacting: z.enum(['both', 'right', 'left', 'neither']),
})

const placard = z.object({
  subject: z.literal('placard'),
  /** One to four, in rows. */
  hazards: z
    .array(
      z.enum([
        'explosive_1_1',
        'explosive_1_4',
        'flammable_gas',
        'nonflammable_gas',
        'toxic_gas',
        'flammable_liquid',
        'flammable_solid',
        'spontaneously_combustible',
        'dangerous_when_wet',
        'oxidizer',
        'organic_peroxide',
        'toxic',
        'radioactive',
        'corrosive',
        'miscellaneous',
      ]),
    )
    .min(1)
    .max(4),
  /** The UN number on the first; 0 for none. */
  number: z.int().min(0).max(9999),
})

const rating = z.int().min(0).max(4)
const fireDiamond = z.object({
  subject: z.literal('fire_diamond'),
  health: rating,
  flammability: rating,
  instability: rating,
  special: z.enum(['none', 'W', 'OX', 'SA']),
})

const drugLabel = z.object({
  subject: z.literal('drug_label'),
  container: z.enum(['vial', 'ampule', 'bag']),
  drug: printableText({ max: 28 }),
  /** In the whole container, such as `400 mg per 250 mL`. */
  amount: printableText({ max: 28 }),
  concentration: printableText({ max: 20 }),
  use: printableText({ max: 33 }),
  expiryMonth: z.int().min(1).max(12),
  expiryYear: z.int().min(2000).max(2100),
})

const pumpValue = printableText({ max: 18 })
const pump = z.object({
  subject: z.literal('pump'),
  drug: printableText({ max: 24 }),
  bag: printableText({ max: 36 }),
  running: z.boolean(),
  /** With their units, as displayed. */
  dose: pumpValue,
  rate: pumpValue,
  weight: pumpValue,
  timeLeft: pumpValue,
  infused: pumpValue,
  remaining: pumpValue,
  alarm: z.enum(['none', 'downstream_occlusion', 'upstream_occlusion', 'air_in_line', 'near_end', 'low_battery']),
})

const airwayView = z.object({
  subject: z.literal('airway_view'),
  /** The most of the larynx that is in sight. */
  seen: z.enum(['whole_glottis', 'posterior_glottis', 'arytenoids', 'epiglottis', 'tongue']),
  cords: z.enum(['open', 'closed']),
  swollen: z.boolean(),
  /** Where the tip of the laryngoscope rests. */
  blade: z.enum(['none', 'tongue_base', 'vallecula', 'under_epiglottis']),
  tube: z.enum(['none', 'between_cords', 'cuff_between_cords', 'behind']),
  inTheWay: z.enum(['none', 'object', 'fluid', 'specks']),
})

const breathSounds = z.object({
  subject: z.literal('breath_sounds'),
  seenFrom: z.enum(['front', 'back']),
  /** In pairs from the top, the patient's right first. */
  sounds: z.array(z.enum(['clear', 'wheezes', 'crackles', 'rhonchi', 'diminished', 'absent'])).length(6),
  stomach: z.enum(['not_shown', 'silent', 'gurgling']),
})

const defibrillator = z.object({
  subject: z.literal('defibrillator'),
  mode: z.enum(['monitor', 'aed', 'manual', 'sync', 'pacing']),
  /** The patient's own; seen while pacing only if no beat is paced. */
  rhythm: z.enum(ecgRhythms),
  rate: z.int().min(1).max(400),
  /** Joules. */
  energy: z.int().min(1).max(360),
  charged: z.boolean(),
  /** Where the arrows of synchronization stand. */
  markers: z.enum(['none', 'r_waves', 't_waves']),
  pacerRate: z.int().min(30).max(180),
  /** mA. */
  current: z.int().min(0).max(200),
  capture: z.enum(['none', 'some', 'all']),
  prompt: z.enum(['none', 'push_analyze', 'shock_advised', 'no_shock_advised', 'check_pads']),
  seed: z.int().min(0).max(2_147_483_647),
})

const birth = z.object({
  subject: z.literal('birth'),
  seen: z.enum([
    'scalp_showing',
    'cord_outside',
    'buttocks_showing',
    'foot_outside',
    'hand_outside',
    'head_free',
    'head_against_skin',
    'cord_slack',
    'cord_snug',
    'placenta_at_wall',
    'placenta_low',
  ]),
})

const triageTag = z.object({
  subject: z.literal('triage_tag'),
  method: z.enum(['START', 'SALT', 'JumpSTART']),
  /** A tag each: patient; walks; breathing; pulse; mental; wounds. */
  tags: z
    .array(printableText({ max: 150 }).check(z.regex(/^[^,;]+(?:;[^,;]+){5}$/, 'Please enter six entries with semicolons between')))
    .min(1)
    .max(4),
})

const burnRegions = z
  .array(
    z.enum([
      'face',
      'front_of_neck',
      'chest',
      'abdomen',
      'genitals',
      'back_of_head',
      'back_of_neck',
      'upper_back',
      'lower_back_and_buttocks',
      'right_upper_arm_front',
      'right_upper_arm_back',
      'right_forearm_front',
      'right_forearm_back',
      'right_hand_front',
      'right_hand_back',
      'right_thigh_front',
      'right_thigh_back',
      'right_lower_leg_front',
      'right_lower_leg_back',
      'right_foot_front',
      'right_foot_back',
      'left_upper_arm_front',
      'left_upper_arm_back',
      'left_forearm_front',
      'left_forearm_back',
      'left_hand_front',
      'left_hand_back',
      'left_thigh_front',
      'left_thigh_back',
      'left_lower_leg_front',
      'left_lower_leg_back',
      'left_foot_front',
      'left_foot_back',
    ]),
  )
  .max(33)

const burns = z.object({
  subject: z.literal('burns'),
  /** Decides the proportions. */
  age: z.enum(['adult', 'child', 'infant']),
  superficial: burnRegions,
  partial: burnRegions,
  full: burnRegions,
})

const chestPlaces = z
  .array(
    z.enum([
      'right_second_space',
      'right_fifth_space',
      'right_beside_sternum',
      'right_lower_ribs',
      'right_above_clavicle',
      'right_upper_abdomen',
      'left_second_space',
      'left_fifth_space',
      'left_beside_sternum',
      'left_lower_ribs',
      'left_above_clavicle',
      'left_upper_abdomen',
    ]),
  )
  .max(12)
const chestAreas = z
  .array(
    z.enum([
      'belt_from_left_shoulder',
      'belt_from_right_shoulder',
      'over_sternum',
      'right_side',
      'left_side',
      'right_upper_chest',
      'left_upper_chest',
      'neck',
    ]),
  )
  .max(8)

const chestInjury = z.object({
  subject: z.literal('chest_injury'),
  neckVeins: z.enum(['flat', 'full']),
  trachea: z.enum(['midline', 'right', 'left']),
  bruises: chestAreas,
  /** Where the wall moves inward as the patient inhales. */
  sinking: chestAreas,
  /** Where it crackles under the fingers. */
  crackling: chestAreas,
  wounds: chestPlaces,
  bubbling: chestPlaces,
  knives: chestPlaces,
  seals: chestPlaces,
  catheters: chestPlaces,
})

/** To add a subject, add it here and its drawing in `pictures/schematics/`. */
export const Schematic = z.discriminatedUnion('subject', [
  pupils,
  placard,
  fireDiamond,
  drugLabel,
  pump,
  airwayView,
  breathSounds,
  defibrillator,
  birth,
  triageTag,
  burns,
  chestInjury,
])
export type Schematic = z.infer<typeof Schematic>
export type SchematicSubject = Schematic['subject']
export type SchematicOf<Subject extends SchematicSubject> = Extract<Schematic, { subject: Subject }>
