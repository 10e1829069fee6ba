/** The correct rate of a question without answers, in percent. */
export const DEFAULT_CORRECT_RATE = 50
/** What stands for its mean time, in seconds. */
export const DEFAULT_AVERAGE_TIME_SECONDS = 90
/** So many people have to have answered before a learner sees what the others chose. */
export const ANSWERS_TO_SHOW_CHOICES = 30
