export const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }))

export const application = {
  certificationNumber: 'M5012345',
  certifiedUntil: '2040-03-31',
  yearsOfExperience: 6,
  agreesToBackgroundCheck: true,
  weeklyHours: 8,
  about: 'Field training officer for four years.',
} as const
