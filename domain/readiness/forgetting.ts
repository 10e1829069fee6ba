import { defaultModel } from '../study/cards/memory.ts'

// Loss of ability without practice: none for a week, then the FSRS-6 curve with 90% left after a month and about two
// thirds to three quarters after a year, as in studies of medical students (Custers, Advances in Health Sciences
// Education 15, 2010). Converted to logits for a learner with 70% right, a quarter of unknowns guessed.

/** Days without loss. */
const PRACTISED_FOR = 7
/** Days after which nine tenths are still known. */
const STABILITY = 30
const RIGHT = 0.7
const GUESSED = 0.25

const logit = (chance: number): number => Math.log(chance / (1 - chance))

/** Logits lost after whole days without practice. */
export function fallAfter(days: number): number {
  if (days <= PRACTISED_FOR) return 0
  const stillKnown = defaultModel.recall({ stability: STABILITY }, days - PRACTISED_FOR)
  return logit(RIGHT) - logit(GUESSED + (RIGHT - GUESSED) * stillKnown)
}
