import type { MockBlueprint } from '@medicready/domain/exams/blueprints'

/** The exams of the National Registry that a learner can prepare for, in words: the one as it is today first. */
export const mockExams: readonly { name: MockBlueprint; words: string }[] = [
  { name: 'national_registry_2024', words: 'The current exam: since July 2024, with Clinical Judgment' },
  { name: 'national_registry', words: 'The former exam: five domains, until June 2024' },
]
