/** How many characters a note has at the most. By itself, so that a screen gets the number without the schemas. */
export const NOTE_MAX_LENGTH = 2000
