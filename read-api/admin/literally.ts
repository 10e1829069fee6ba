/** A text as part of what LIKE looks for: nothing in it stands for something else. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
