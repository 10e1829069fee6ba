/** The kinds of items that a model writes. It points at leads alone: places of other pictures it cannot know. */
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

/** What is wanted of a model: a question of one of these kinds, or a whole scenario set. */
export const wantedKinds = [...generatedKinds, 'scenario_set'] as const
export type WantedKind = (typeof wantedKinds)[number]

/** How many questions a set that a model writes is made of. */
export const GENERATED_SET_PARTS = 3
