import type { PracticeExam } from '@medicready/domain/contract/exams/exams'

/** An exam that has ended, and what it came to. */
export type CompletedExam = PracticeExam & { readonly score: number }
