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
