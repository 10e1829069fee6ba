import { multipleChoice } from '../../questions/content/item.ts'

/** What examples refer to. Tests replace each value with one that exists, so every value is unique here. */
export const existing = {
  email: 'ana@example.com',
  password: 'correct horse',
  userId: '0197b1a2-ce01-5f92-8387-d3f2a08bbd88',
  /** Separate, because its example erases the account. */
  erasableUserId: '0197b1a2-df12-5a03-8498-e4a3b19cce99',
  erasableEmail: 'former@example.com',
  userModuleId: '0197b1a2-5d0e-5c1a-9a77-2f6d1f0a4c11',
  questionId: '0197b1a2-6e4b-5f3c-8d21-7c9e4b2a5d22',
  studySessionId: '0197b1a2-8a6d-5d5e-8f43-9ebf6d4c7f44',
  examId: '0197b1a2-ac8f-5d70-8165-b1d08f6e9b66',
  sittingId: '0197b1a2-bd90-5e81-8276-c2e19f7fac77',
  quizPresetId: '0197b1a2-9b7e-5c6f-8054-a0cf7e5d8a55',
  savedQueryId: '0197b1a2-9b7e-5c6f-8054-a0cf7e5d8a56',
  discountCode: 'SPRING-27',
  tutoringRequestId: '0197b1a2-cea1-5f92-9387-d3f2a0809bd8',
  tutoringSessionId: '0197b1a2-dfb2-50a3-8498-e4a3b191ace9',
  contactRequestId: '0197b1a2-f1d4-52c5-86ba-06c5d3b3ceab',
  tutorId: '0197b1a2-e0c3-51b4-95a9-f5b4c2a2bdfa',
  exportId: '0197b1a2-7f5c-5e4d-9e32-8daf5c3b6e33',
  peopleExportId: '0197b1a2-e023-5b14-85a9-f5b4c2addfaa',
  pictureAddress: 'AAEBAAAAAQGXsaJuS188jSF8nktKXSKAgYKDhIWGh4iJiouMjY6P',
  selectedAnswer: 'Apply a tourniquet above the wound',
  examDate: '2027-06-15',
} as const

export const exampleContent = {
  module: 'Trauma',
  stem: 'A 24-year-old man has a spurting wound of the forearm that direct pressure does not stop. What is the next step?',
  picture: null,
  scenario: null,
  explanationPicture: null,
  item: multipleChoice(existing.selectedAnswer, [
    { text: 'Elevate the arm', rationale: 'Elevation alone does not stop arterial bleeding.' },
    { text: 'Find the pressure point', rationale: 'Pressure points are no longer recommended.' },
    { text: 'Pack the wound with ice', rationale: 'Cold does not stop arterial bleeding.' },
  ]),
  explanation: 'A tourniquet stops arterial bleeding of a limb that direct pressure does not.',
  clinicalPearl: 'Note the time at which the tourniquet was applied.',
  references: ['National Model EMS Clinical Guidelines, 2022'],
  difficulty: 'easy',
  bloomsLevel: 'apply',
  guideline: { name: 'National Model EMS Clinical Guidelines', year: 2022 },
  tags: { domain: 'Trauma', subTopic: 'Bleeding', ageGroup: 'adult', judgmentStep: 'take action' },
} as const
