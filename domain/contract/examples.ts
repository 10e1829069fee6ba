/**
 * What examples of calls refer to as something that exists. Tests that send an example put what exists with them in its
 * place, by the value: each stands nowhere else.
 */
export const existing = {
  email: 'ana@example.com',
  password: 'correct horse',
  userModuleId: '0197b1a2-5d0e-5c1a-9a77-2f6d1f0a4c11',
  questionId: '0197b1a2-6e4b-5f3c-8d21-7c9e4b2a5d22',
  exportId: '0197b1a2-7f5c-5e4d-9e32-8daf5c3b6e33',
  /** One of the question's choices. */
  selectedAnswer: 'Apply a tourniquet above the wound',
  /** A day that is to come. */
  examDate: '2027-06-15',
} as const
