import type { BankQuestion } from './content/content.ts'
import ratings from './panel-ratings.json' with { type: 'json' }

/**
 * By question id: how many of 100 beginning paramedic students would be right. Modified Angoff ratings (Angoff, 1971),
 * the mean of two language models (correlation .92) that saw neither labels nor each other.
 */
export const panelRatings: Readonly<Record<string, number>> = ratings

export const isPlainChoice = ({ item, picture, scenario }: BankQuestion): boolean =>
  item.kind === 'multiple_choice' && !picture && !scenario
