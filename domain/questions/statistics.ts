export const DEFAULT_CORRECT_RATE = 50
export const DEFAULT_AVERAGE_TIME_SECONDS = 90
/** Minimum answers before learners see what others chose. */
export const ANSWERS_TO_SHOW_CHOICES = 30
