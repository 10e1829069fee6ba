import { keep, ofThisTab, readKept } from '../ui/kept.ts'

/** Whether an exam shows its score estimate, as it was switched in this tab. */
const keyOf = (examId: string) => `examEstimate.${examId}`

export const showsEstimate = (examId: string, otherwise: boolean): boolean => {
  const kept = readKept(ofThisTab, keyOf(examId))
  return typeof kept === 'boolean' ? kept : otherwise
}

export const keepShowsEstimate = (examId: string, shows: boolean): void => keep(ofThisTab, keyOf(examId), shows)
