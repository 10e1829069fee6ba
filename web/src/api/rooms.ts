/**
 * The first part of every query key is its room. A command invalidates the rooms that it changes without knowing their
 * queries, which is how an answer given on one screen reaches the figures of another.
 */
export const rooms = {
  admin: ['admin'],
  billing: ['billing'],
  exams: ['exams'],
  legal: ['legal'],
  questions: ['questions'],
  readiness: ['readiness'],
  reminders: ['reminders'],
  study: ['study'],
  tutoring: ['tutoring'],
} as const
