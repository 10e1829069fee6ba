/** By itself, so that a screen can load it without the schemas. */
export const PRESET_NAME_MAX_LENGTH = 60
