import type { MockBlueprint } from '@medicready/domain/exams/blueprints'

export const mockExams: readonly { name: MockBlueprint; words: string }[] = [
  { name: 'national_registry_2024', words: 'The current exam: since July 2024, with Clinical Judgment' },
  { name: 'national_registry', words: 'The former exam: five domains, until June 2024' },
]
