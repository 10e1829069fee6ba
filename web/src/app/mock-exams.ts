import type { MockBlueprint } from '@medicready/domain/exams/blueprints'

/** The exams of the National Registry that there are to prepare for, in words. */
export const mockExams: readonly { name: MockBlueprint; words: string }[] = [
  { name: 'national_registry', words: 'The five domains, in use until June 2024' },
  { name: 'national_registry_2024', words: 'Since July 2024, with Clinical Judgment' },
]
