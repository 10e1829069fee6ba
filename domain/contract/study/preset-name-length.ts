/** How long the name of a saved quiz may be. By itself, so that a screen gets the number without the schemas. */
export const PRESET_NAME_MAX_LENGTH = 60
