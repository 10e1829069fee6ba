/** The first part of every query key: a command invalidates rooms without knowing their queries. */
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

/** For reads of what others change too: refetched when the screen is opened again later. */
export const sharedData = { staleTime: 10_000 } as const
