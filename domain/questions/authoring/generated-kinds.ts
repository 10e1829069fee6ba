/**
 * The kinds of items that a model writes: all but a place in a picture, since no model of words can see whether the
 * picture shows what is asked of it.
 */
export const generatedKinds = ['multiple_choice', 'multiple_response', 'build_list', 'drag_drop', 'options_table', 'fill_in_blank'] as const
export type GeneratedKind = (typeof generatedKinds)[number]
