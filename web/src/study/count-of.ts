/** A number with its noun: "1 question", "5 questions". */
export const countOf = (count: number, noun: string): string => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
