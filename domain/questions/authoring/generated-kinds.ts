/** Hot spots are limited to leads: the model cannot know positions in other pictures. */
export const generatedKinds = [
  'multiple_choice',
  'multiple_response',
  'build_list',
  'drag_drop',
  'options_table',
  'hot_spot',
  'fill_in_blank',
] as const
export type GeneratedKind = (typeof generatedKinds)[number]

export const wantedKinds = [...generatedKinds, 'scenario_set'] as const
export type WantedKind = (typeof wantedKinds)[number]

export const GENERATED_SET_PARTS = 3
