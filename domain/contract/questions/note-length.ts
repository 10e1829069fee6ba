/** By itself, so that a screen can load it without the schemas. */
export const NOTE_MAX_LENGTH = 2000
