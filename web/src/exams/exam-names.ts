import type { BlueprintName } from '@medicready/domain/contract/exams/exams'

/** What the exams are called. */
export const examNames: Readonly<Record<BlueprintName, string>> = {
  national_registry: 'Mock National Registry Exam (five domains)',
  national_registry_2024: 'Mock National Registry Exam',
  full_simulation: 'Full Simulation',
  module: 'Module Exam',
  weak_areas: 'Weak Areas Review',
}
